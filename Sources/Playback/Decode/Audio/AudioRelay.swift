package import OrielMedia
package import OrielPlatform
import Synchronization

/// Shares one renderer between several media that follow each other without a gap.
///
/// Each medium has a `Leg`, which its pipeline uses as its renderer. One leg delivers audio at a time; when it is done,
/// the next leg's first sample follows its last. Any thread.
package final class AudioRelay: Sendable {
    /// One medium's access to the renderer, in the order of the playlist. The medium's pipeline delivers audio when it
    /// is the leg's turn.
    package final class Leg: Sendable {
        /// Signalled when the leg's turn comes, and when the leg is ended.
        package let turnWakeup: Wakeup
        fileprivate let relay: AudioRelay

        fileprivate init(_ relay: AudioRelay) throws(PlatformError) {
            self.relay = relay
            turnWakeup = try Wakeup()
        }
    }

    /// A leg and its progress: the audio that it has delivered to the renderer.
    fileprivate struct Runner {
        let leg: Leg
        /// Whether all of the leg's audio was delivered.
        var isDone = false
        /// Whether some of its audio was delivered.
        var hasGiven = false
        /// Whether its delivered audio was discarded because an earlier leg began anew.
        var hasLost = false
        /// Oldest valid epoch, as counted by the leg's pipeline.
        var epoch = 0
    }

    fileprivate struct State {
        var runners: [Runner] = []
        /// The renderer's epoch.
        var epoch = 0

        func index(of leg: Leg) -> Int? { runners.firstIndex { $0.leg === leg } }

        /// Whether a leg may deliver: it is the first that isn't done, or else the last.
        func isTurn(of leg: Leg) -> Bool { turn?.leg === leg }

        private var turn: Runner? { runners.first { !$0.isDone } ?? runners.last }

        /// Wakes the leg that may deliver.
        func pass() { turn?.leg.turnWakeup.signal() }
    }

    fileprivate let output: any AudioRenderer
    fileprivate let state = Mutex(State())
    /// Sample rate of the first medium; nil before it is known.
    fileprivate let first = Mutex<Int?>(nil)

    /// Makes a relay without legs.
    /// - Parameter output: the shared renderer.
    package init(to output: any AudioRenderer) { self.output = output }

    /// Makes the leg of a medium that follows the existing legs.
    package func makeLeg() throws(PlatformError) -> Leg {
        let leg = try Leg(self)
        state.withLock { state in
            state.runners.append(Runner(leg: leg))
            state.pass()
        }
        return leg
    }

    /// Returns true once if the leg's audio was discarded because an earlier leg began anew. Its pipeline then has to
    /// seek to its beginning.
    package func takeLoss(of leg: Leg) -> Bool {
        state.withLock { state in
            guard let index = state.index(of: leg), state.runners[index].hasLost else { return false }
            state.runners[index].hasLost = false
            return true
        }
    }

    /// Ends a leg's turn, even if not all was delivered.
    /// - Parameter cutting: whether delivered audio is discarded; if false, it is played to its end.
    package func end(_ leg: Leg, cutting: Bool) {
        state.withLock { state in
            guard let index = state.index(of: leg) else { return }
            if cutting { void(&state, from: index) }
            state.runners.remove(at: index)
            state.pass()
        }
        leg.turnWakeup.signal()
    }

    /// Discards the delivered audio, and marks the later legs that have to deliver theirs again.
    fileprivate func void(_ state: inout State, from index: Int) {
        for later in state.runners.indices where later > index && state.runners[later].hasGiven {
            state.runners[later].hasGiven = false
            state.runners[later].hasLost = true
            state.runners[later].isDone = false
        }
        state.epoch += 1
        output.flush(before: state.epoch)
    }
}

extension AudioRelay.Leg: AudioRenderer {
    package func prepare(rate: Int, channels: Int) -> AudioFormat {
        // A separate lock, taken by decode threads only, since preparing may wait for the sound server.
        relay.first.withLock { first in
            // All media use the rate of the first, so that they join without a gap. If the channels differ, audio
            // delivered before is played to its end first.
            let format = relay.output.prepare(rate: first ?? rate, channels: channels)
            first = format.rate
            return format
        }
    }

    package func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
        // The lock makes sure that the renderer has one writer at a time.
        relay.state.withLock { state in
            guard let index = state.index(of: self) else { return buffer.frames - offset }
            if buffer.stamp.epoch < state.runners[index].epoch { return buffer.frames - offset }
            guard state.isTurn(of: self) else { return 0 }
            var buffer = buffer
            buffer.stamp.epoch = state.epoch
            let taken = relay.output.enqueue(buffer, from: offset)
            if taken > 0 { state.runners[index].hasGiven = true }
            return taken
        }
    }

    private var isTurn: Bool { relay.state.withLock { $0.isTurn(of: self) } }

    package func requestRoom() {
        // A leg that waits in vain may have consumed the signal of the leg that has the turn.
        if isTurn { relay.output.requestRoom() } else { relay.output.roomWakeup.signal() }
    }

    package var roomWakeup: Wakeup { isTurn ? relay.output.roomWakeup : turnWakeup }

    package func finish(_ epoch: Int) {
        relay.state.withLock { state in
            guard let index = state.index(of: self), epoch >= state.runners[index].epoch else { return }
            state.runners[index].isDone = true
            state.pass()
        }
    }

    /// Handles a seek in the leg's medium. Its older audio and that of the later legs is discarded, and it gets the
    /// turn.
    package func flush(before epoch: Int) {
        relay.state.withLock { state in
            guard let index = state.index(of: self), epoch > state.runners[index].epoch else { return }
            state.runners[index].epoch = epoch
            state.runners[index].isDone = false
            // If no audio was delivered since, there is nothing to discard: the audio before belongs to another leg.
            guard state.runners[index...].contains(where: \.hasGiven) else { return }
            state.runners[index].hasGiven = false
            relay.void(&state, from: index)
        }
    }
}
