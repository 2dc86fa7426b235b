import OrielDecode
import Testing

/// The choice between one decoder thread and several.
@Suite struct DecoderThreadsTests {
    private static let fullHD60 = 1920 * 1080 * 60
    private static let frame = Duration.seconds(1) / 60

    /// Notes `count` packets, each of which takes `load` of its duration to decode.
    private func feed(_ threads: inout DecoderThreads, _ count: Int, load: Double) {
        for _ in 0..<count { threads.note(cost: Self.frame * load, length: Self.frame) }
    }

    @Test func whatIsSmallBeginsWithOne() {
        #expect(DecoderThreads(samplesPerSecond: Self.fullHD60).way == .one)
        #expect(DecoderThreads(samplesPerSecond: 3840 * 2160 * 24).way == .several)
        #expect(DecoderThreads(samplesPerSecond: 0).way == .one)
        #expect(DecoderThreads(samplesPerSecond: 3840 * 2160 * 24).wanted == .several)
    }

    @Test func aLoadNeedsSeveralAndLittleOfItOne() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&threads, 100, load: 0.3)
        #expect(threads.wanted == .one && threads.load.map { abs($0 - 0.3) < 0.001 } == true)
        feed(&threads, 200, load: 0.7)
        #expect(threads.wanted == .several && !threads.wantsReplay)
        threads.change(to: .several)
        #expect(threads.wanted == .several)
        // Between the upper and the lower threshold the choice stays.
        threads.note(processCost: .milliseconds(400), length: .seconds(1))
        #expect(threads.wanted == .several)
        threads.note(processCost: .milliseconds(300), length: .seconds(1))
        #expect(threads.wanted == .one)
        threads.change(to: .one)
        feed(&threads, 100, load: 0.4)
        #expect(threads.wanted == .one)
    }

    @Test func oneThatIsTooSlowFromTheStartIsNotWaitedFor() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&threads, 7, load: 1.2)
        #expect(!threads.wantsReplay)
        feed(&threads, 1, load: 1.2)
        #expect(threads.wantsReplay && threads.wanted == .several)
        threads.change(to: .several)
        #expect(!threads.wantsReplay && threads.wanted == .several)
        // A slow first frame doesn't count as load.
        var other = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&other, 1, load: 3)
        feed(&other, 30, load: 0.2)
        #expect(!other.wantsReplay && other.wanted == .one)
    }

    @Test func theWayToATargetIsForSeveral() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&threads, 100, load: 0.2)
        threads.begin(hasTarget: true, isRepetition: false)
        #expect(threads.wanted == .several)
        threads.change(to: .several)
        threads.land()
        // The next seek may follow soon, so several threads stay for some packets.
        for _ in 0..<DecoderThreads.afterTarget {
            #expect(threads.wanted == .several)
            threads.notePacket()
        }
        #expect(threads.wanted == .one)
        threads.land()
        #expect(threads.wanted == .several)
        threads.begin(hasTarget: false, isRepetition: false)
        #expect(threads.wanted == .one)
    }

    /// A stream that is light at normal speed can be late at four times the speed.
    @Test func whatComesLateNeedsSeveralUntilASeek() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&threads, 100, load: 0.3)
        for waiting in [0, 1, 2, 3, 4, 0, 0, 0, 0, 1, 0, 0, 0] { threads.note(waiting: waiting, capacity: 4) }
        #expect(threads.wanted == .one)
        threads.note(waiting: 0, capacity: 4)
        #expect(threads.wanted == .several)
        threads.begin(hasTarget: false, isRepetition: true)
        #expect(threads.wanted == .several)
        threads.begin(hasTarget: false, isRepetition: false)
        #expect(threads.wanted == .one)
    }

    /// Frames from a slow network also come into an empty queue; that doesn't count as late decoding.
    @Test func whatIsLightIsNotLateByDecoding() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        feed(&threads, 100, load: 0.1)
        for _ in 0..<100 { threads.note(waiting: 0, capacity: 4) }
        #expect(threads.wanted == .one)
    }

    @Test func whatIsSettledStays() {
        var threads = DecoderThreads(samplesPerSecond: Self.fullHD60)
        threads.stay()
        feed(&threads, 10, load: 2)
        threads.begin(hasTarget: true, isRepetition: false)
        #expect(threads.wanted == .one && !threads.wantsReplay)
    }
}
