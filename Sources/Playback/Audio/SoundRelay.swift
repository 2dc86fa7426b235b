package import OrielMedia
package import OrielPlatform
import Synchronization

/// One renderer for the sound of several media that follow on each other without a gap. Each has a `Leg`, which its pipeline
/// takes for a renderer of its own; one of them gives sound at a time, and when it is done, the next one's first sample follows
/// its last.
package final class SoundRelay: Sendable {
    /// A medium's way to the renderer. What it gives before its turn waits at its decoder.
    package final class Leg: Sendable {
        fileprivate let number: Int
        /// Signalled when its turn comes, and when it will not.
        package let turnWakeup: Wakeup
        fileprivate let relay: SoundRelay

        fileprivate init(_ number: Int, _ relay: SoundRelay) throws(PlatformError) {
            self.number = number
            self.relay = relay
            turnWakeup = try Wakeup()
        }
    }

    /// What is known of a leg.
    private struct Runner {
        let leg: Leg
        /// All of its sound was given.
        var isDone = false
        /// Some of it was.
        var hasGiven = false
        /// What it gave was made void by one before it.
        var hasLost = false
        /// By its pipeline's own count, what is older is void.
        var epoch = 0
    }

    private struct State {
        var runners: [Runner] = []
        var count = 0
        /// Whose turn it is, by its place among the runners.
        var turn = 0
        /// The renderer's.
        var epoch = 0

        func index(of leg: Leg) -> Int? { runners.firstIndex { $0.leg === leg } }

        /// Lets the next one give, where this one is done.
        mutating func pass() {
            while turn + 1 < runners.count, runners[turn].isDone { turn += 1 }
            guard runners.indices.contains(turn) else { return }
            runners[turn].leg.turnWakeup.signal()
        }
    }

    private let output: any AudioRenderer
    private let state = Mutex(State())
    /// The rate of the first.
    private let first = Mutex<Int?>(nil)

    /// - Parameter output: what takes the sound of all of them.
    package init(to output: any AudioRenderer) { self.output = output }

    /// The way for a medium that follows on those that have theirs.
    package func makeLeg() throws(PlatformError) -> Leg {
        let number = state.withLock { state in
            defer { state.count += 1 }
            return state.count
        }
        let leg = try Leg(number, self)
        state.withLock { state in
            state.runners.append(Runner(leg: leg))
            state.pass()
        }
        return leg
    }

    /// Whether what it gave was made void, since one before it began anew: its pipeline has to be sent to its beginning. True
    /// once.
    package func takeLoss(of leg: Leg) -> Bool {
        state.withLock { state in
            guard let index = state.index(of: leg), state.runners[index].hasLost else { return false }
            state.runners[index].hasLost = false
            return true
        }
    }

    /// A medium's turn is over, whatever it has not given. What was given is heard to its end unless it is cut.
    package func end(_ leg: Leg, cutting: Bool) {
        state.withLock { state in
            guard let index = state.index(of: leg) else { return }
            if cutting { void(&state, from: index) }
            state.runners.remove(at: index)
            if state.turn > index { state.turn -= 1 }
            state.pass()
        }
        leg.turnWakeup.signal()
    }

    /// Nothing that was given is heard.
    private func void(_ state: inout State, from index: Int) {
        for later in state.runners.indices where later > index && state.runners[later].hasGiven {
            state.runners[later].hasGiven = false
            state.runners[later].hasLost = true
            state.runners[later].isDone = false
        }
        state.epoch += 1
        output.flush(before: state.epoch)
    }

    // MARK: A leg's calls

    fileprivate func prepare(rate: Int, channels: Int) -> AudioFormat {
        // A lock of its own, which only decode threads take: this may wait for the sound server.
        first.withLock { first in
            // All have the first one's rate, so that one follows on another to the sample; where one has other channels, what was
            // given before is heard to its end first.
            let format = output.prepare(rate: first ?? rate, channels: channels)
            first = format.rate
            return format
        }
    }

    fileprivate func enqueue(_ buffer: AudioBuffer, from offset: Int, of leg: Leg) -> Int {
        // The renderer has one writer at a time, which the lock makes of several.
        state.withLock { state in
            guard let index = state.index(of: leg) else { return buffer.frames - offset }
            if buffer.stamp.epoch < state.runners[index].epoch { return buffer.frames - offset }
            guard index == state.turn else { return 0 }
            var buffer = buffer
            buffer.stamp.epoch = state.epoch
            let taken = output.enqueue(buffer, from: offset)
            if taken > 0 { state.runners[index].hasGiven = true }
            return taken
        }
    }

    fileprivate func isTurn(of leg: Leg) -> Bool {
        state.withLock { state in state.index(of: leg) == state.turn }
    }

    fileprivate func requestRoom(for leg: Leg) {
        // Whoever waits in vain may have taken the signal of the one whose turn it is.
        if isTurn(of: leg) { output.requestRoom() } else { output.roomWakeup.signal() }
    }

    fileprivate var room: Wakeup { output.roomWakeup }

    fileprivate func finish(_ leg: Leg, _ epoch: Int) {
        state.withLock { state in
            guard let index = state.index(of: leg), epoch >= state.runners[index].epoch else { return }
            state.runners[index].isDone = true
            if index == state.turn { state.pass() }
        }
    }

    /// A medium's sound begins anew somewhere. What the ones behind it have given is void as well, and it is its turn.
    fileprivate func flush(before epoch: Int, of leg: Leg) {
        state.withLock { state in
            guard let index = state.index(of: leg), epoch > state.runners[index].epoch else { return }
            state.runners[index].epoch = epoch
            state.runners[index].isDone = false
            guard index <= state.turn else { return }
            // One that has given nothing has nothing that could be void, and what lies before it is another's.
            guard state.runners[index...state.turn].contains(where: \.hasGiven) else { return state.turn = index }
            state.runners[index].hasGiven = false
            state.turn = index
            void(&state, from: index)
        }
    }
}

extension SoundRelay.Leg: AudioRenderer {
    package func prepare(rate: Int, channels: Int) -> AudioFormat { relay.prepare(rate: rate, channels: channels) }

    package func enqueue(_ buffer: AudioBuffer, from offset: Int) -> Int {
        relay.enqueue(buffer, from: offset, of: self)
    }

    package func requestRoom() { relay.requestRoom(for: self) }

    package var roomWakeup: Wakeup { relay.isTurn(of: self) ? relay.room : turnWakeup }

    package func flush(before epoch: Int) { relay.flush(before: epoch, of: self) }

    package func finish(_ epoch: Int) { relay.finish(self, epoch) }
}
