import OrielPlayback
import Testing

/// When one thread decodes, and when several do.
@Suite struct DecoderThreadsTests {
    private static let fullHD60 = 1920 * 1080 * 60
    private static let frame = Duration.seconds(1) / 60

    /// So many packets, each of which takes this share of what it is shown for.
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
        // Between what is much for one and what is little nothing changes.
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
        // A first picture that takes long is no load.
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
        // The next seek may be near.
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

    /// At four times its speed, a stream that is light at its own is late.
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

    /// Frames of a network that gives few come into an empty queue, too.
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
