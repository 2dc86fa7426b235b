import Glibc
import OrielDecode
import OrielMedia
import OrielPlatform
import Testing

/// Several media that share one renderer.
@Suite struct AudioRelayTests {
    private func buffer(_ value: Float, frames: Int = 10, epoch: Int = 0) -> AudioBuffer {
        AudioBuffer(
            samples: [Float](repeating: value, count: frames * 2), format: AudioFormat(rate: 1000, channels: 2),
            stamp: AudioStamp(time: .zero, epoch: epoch))
    }

    private func values(_ listener: Listener) -> [Float] { listener.heard.map { $0.samples[0] } }

    private func isReadable(_ wakeup: Wakeup) -> Bool {
        var entry = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test func eachWaitsForTheOneBefore() throws {
        let listener = try Listener()
        let relay = AudioRelay(to: listener)
        let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
        #expect(first.prepare(rate: 44100, channels: 2) == second.prepare(rate: 48000, channels: 6))
        #expect(second.enqueue(buffer(2), from: 0) == 0)
        #expect(!isReadable(second.roomWakeup))
        #expect(first.enqueue(buffer(1), from: 0) == 10)
        first.finish(0)
        #expect(isReadable(second.turnWakeup))
        #expect(second.enqueue(buffer(2), from: 4) == 6)
        #expect(values(listener) == [1, 2])
        #expect(Set(listener.heard.map(\.stamp.epoch)).count == 1)
        // A leg added after all before it are finished needn't wait.
        second.finish(0)
        relay.end(first, cutting: false)
        let third = try relay.makeLeg()
        #expect(third.enqueue(buffer(3), from: 0) == 10)
        #expect(values(listener) == [1, 2, 3])
    }

    @Test func whoBeginsAnewVoidsWhatCameBehind() throws {
        let listener = try Listener()
        let relay = AudioRelay(to: listener)
        let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
        _ = first.prepare(rate: 1000, channels: 2)
        _ = first.enqueue(buffer(1), from: 0)
        first.finish(0)
        _ = second.enqueue(buffer(2), from: 0)
        #expect(!relay.takeLoss(of: second))
        // A seek in the first medium.
        first.flush(before: 1)
        #expect(listener.heard.isEmpty)
        #expect(relay.takeLoss(of: second) && !relay.takeLoss(of: second))
        // Its buffers of the old epoch are accepted and dropped, so that it doesn't wait.
        #expect(first.enqueue(buffer(9), from: 0) == 10)
        #expect(second.enqueue(buffer(2), from: 0) == 0)
        // The second medium seeks to its beginning, which doesn't affect the device.
        second.flush(before: 1)
        #expect(first.enqueue(buffer(3, epoch: 1), from: 0) == 10)
        // A finish of the old epoch doesn't count.
        first.finish(0)
        #expect(second.enqueue(buffer(4, epoch: 1), from: 0) == 0)
        first.finish(1)
        #expect(second.enqueue(buffer(4, epoch: 1), from: 0) == 10)
        #expect(values(listener) == [3, 4])
    }

    @Test func aFlushThatIsNoneTakesNothingBack() throws {
        let listener = try Listener()
        let relay = AudioRelay(to: listener)
        let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
        _ = first.enqueue(buffer(1), from: 0)
        first.finish(0)
        _ = second.enqueue(buffer(2), from: 0)
        first.flush(before: 0)
        #expect(values(listener) == [1, 2] && !relay.takeLoss(of: second))
    }

    @Test func whatIsCutOffIsNotHeardAndWhatEndsIs() throws {
        let listener = try Listener()
        let relay = AudioRelay(to: listener)
        let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
        _ = first.enqueue(buffer(1), from: 0)
        relay.end(first, cutting: true)
        #expect(listener.heard.isEmpty)
        #expect(second.enqueue(buffer(2), from: 0) == 10)
        relay.end(second, cutting: false)
        #expect(values(listener) == [2])
        // A leg that has ended accepts buffers and delivers none, so that it doesn't wait.
        #expect(second.enqueue(buffer(5), from: 3) == 7)
        #expect(values(listener) == [2])
        let third = try relay.makeLeg()
        #expect(third.enqueue(buffer(3), from: 0) == 10)
    }

    /// The renderer has one wakeup for room; a leg that waits for its turn must not take it.
    @Test func whoseTurnItIsHearsOfRoom() throws {
        let listener = try Listener(limit: 0)
        let relay = AudioRelay(to: listener)
        let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
        first.requestRoom()
        #expect(!isReadable(first.roomWakeup))
        second.requestRoom()
        #expect(isReadable(first.roomWakeup))
        #expect(!isReadable(second.roomWakeup))
    }

    /// The last medium has the turn, since the one before delivered all its audio, and then can't be played.
    @Test func aSeekAfterTheLastOneEndedBeginsTheEarlierOneAnew() throws {
        for isCut in [false, true] {
            let listener = try Listener()
            let relay = AudioRelay(to: listener)
            let (first, second) = (try relay.makeLeg(), try relay.makeLeg())
            _ = first.enqueue(buffer(1), from: 0)
            first.finish(0)
            relay.end(second, cutting: isCut)
            first.flush(before: 1)
            #expect(listener.heard.isEmpty)
            #expect(first.enqueue(buffer(2, epoch: 1), from: 0) == 10)
            #expect(values(listener) == [2])
            // Nor does a medium that is added then wait in vain.
            let third = try relay.makeLeg()
            #expect(third.enqueue(buffer(3), from: 0) == 0)
            first.finish(1)
            #expect(isReadable(third.turnWakeup) && third.enqueue(buffer(3), from: 0) == 10)
            #expect(values(listener) == [2, 3])
        }
    }
}
