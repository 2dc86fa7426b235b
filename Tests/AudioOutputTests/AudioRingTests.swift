import OrielAudioOutput
import OrielMedia
import OrielPlatform
import Testing

/// The ring buffer that passes samples from one thread to another.
@Suite struct AudioRingTests {
    private static let format = AudioFormat(rate: 1000, channels: 2)

    /// Returns `count` frames: the left sample is the frame's number from `first` on, the right one its negative.
    private func frames(_ first: Int, _ count: Int) -> [Float] {
        (first..<first + count).flatMap { [Float($0), -Float($0)] }
    }

    private func write(_ ring: AudioRing, _ samples: [Float], _ stamp: AudioStamp) -> Int {
        samples.withUnsafeBufferPointer { ring.write($0, stamp) }
    }

    private func read(_ ring: AudioRing, _ count: Int) -> [Float] {
        var result = [Float](repeating: .nan, count: count * 2)
        result.withUnsafeMutableBufferPointer { ring.copy(ring.head..<ring.head + count, to: $0.baseAddress!) }
        ring.advance(count)
        return result
    }

    @Test func whatGoesInComesOutAcrossTheEnd() {
        let ring = AudioRing(format: Self.format, capacity: 64, history: 16)
        var written = 0
        var read = 0
        for step in 0..<200 {
            let taken = write(ring, frames(written, step % 23), AudioStamp(time: .milliseconds(written)))
            written += taken
            let count = min(ring.waiting, step % 19)
            #expect(self.read(ring, count) == frames(read, count))
            read += count
            #expect(ring.waiting == written - read)
        }
        #expect(written > 10 * ring.capacity)
    }

    @Test func whatWasReadStaysForAWhile() {
        let ring = AudioRing(format: Self.format, capacity: 64, history: 16)
        #expect(write(ring, frames(0, 100), AudioStamp(time: .zero)) == 64)
        _ = read(ring, 40)
        #expect(ring.oldest == 24)
        #expect(ring.room == 24)
        #expect(write(ring, frames(64, 100), AudioStamp(time: .milliseconds(64))) == 24)
        var old = [Float](repeating: 0, count: 32)
        old.withUnsafeMutableBufferPointer { ring.copy(24..<40, to: $0.baseAddress!) }
        #expect(old == frames(24, 16))
    }

    @Test func eachFrameKnowsItsTime() {
        let ring = AudioRing(format: Self.format, capacity: 256, history: 16)
        _ = write(ring, frames(0, 20), AudioStamp(time: .seconds(5)))
        // A rounding difference continues the stretch; a jump starts a new one.
        _ = write(ring, frames(20, 20), AudioStamp(time: .seconds(5) + .microseconds(20_030)))
        _ = write(ring, frames(40, 20), AudioStamp(time: .seconds(9), speed: 2, generation: 1, epoch: 1))
        #expect(ring.stamp(at: 0)?.time == .seconds(5))
        #expect(ring.stamp(at: 39)?.time == .milliseconds(5039))
        #expect(ring.stamp(at: 50)?.time == .milliseconds(9020))
        #expect(ring.stamp(at: 50)?.generation == 1)
    }

    @Test func whatIsVoidIsPassedOverAndNothingElse() {
        let ring = AudioRing(format: Self.format, capacity: 256, history: 16)
        _ = write(ring, frames(0, 20), AudioStamp(time: .zero))
        _ = write(ring, frames(20, 20), AudioStamp(time: .seconds(1), generation: 1))
        #expect(!ring.skip(before: 0))
        #expect(ring.skip(before: 1))
        #expect(ring.waiting == 0)
        _ = write(ring, frames(40, 20), AudioStamp(time: .seconds(2), epoch: 0))
        _ = write(ring, frames(60, 20), AudioStamp(time: .seconds(2), epoch: 1))
        #expect(ring.skip(before: 1))
        #expect(ring.head == 60)
        #expect(!ring.skip(before: 1))
        #expect(read(ring, 20) == frames(60, 20))
    }

    @Test func whatIsLateIsPassedOverWithinItsPiece() {
        let ring = AudioRing(format: Self.format, capacity: 256, history: 16)
        _ = write(ring, frames(0, 20), AudioStamp(time: .seconds(1)))
        _ = write(ring, frames(20, 20), AudioStamp(time: .zero, generation: 1))
        #expect(!ring.skip(to: .seconds(1), of: 0))
        #expect(ring.skip(to: .milliseconds(1005), of: 0))
        #expect(ring.head == 5)
        #expect(ring.skip(to: .milliseconds(5000), of: 0))
        #expect(ring.head == 20)
        // A loop's next repetition isn't late, however far the clock is past the end of the one before.
        #expect(!ring.skip(to: .milliseconds(5000), of: 0))
        #expect(ring.skip(to: .milliseconds(5), of: 1))
        #expect(ring.head == 25)
    }

    @Test func twoThreadsAgree() throws {
        let ring = AudioRing(format: Self.format, capacity: 1024, history: 128)
        let total = 300_000
        let writer = try NamedThread("writer") {
            var written = 0
            while written < total {
                let count = min(total - written, 1 + written % 157)
                let samples = (written..<written + count).flatMap { [Float($0), -Float($0)] }
                // A new stretch every thousand frames, to move the stamps as well.
                let stamp = AudioStamp(time: .milliseconds(written), generation: written / 1000)
                written += samples.withUnsafeBufferPointer { ring.write($0, stamp) }
            }
        }
        var read = 0
        var wrong = 0
        let deadline = MonotonicClock.now + .seconds(60)
        while read < total, MonotonicClock.now < deadline {
            let count = min(ring.waiting, 211)
            guard count > 0 else { continue }
            if ring.stamp(at: ring.head)?.time != .milliseconds(read) { wrong += 1 }
            if self.read(ring, count) != frames(read, count) { wrong += 1 }
            read += count
        }
        #expect(read == total && wrong == 0)
        writer.join()
    }
}
