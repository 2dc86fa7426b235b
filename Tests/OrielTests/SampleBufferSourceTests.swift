import Foundation
import Oriel
import OrielMedia
import OrielPlatform
import OrielTransport
import Synchronization
import Testing

/// Frames on their way from an app's threads to a player.
@MainActor @Suite struct SampleBufferSourceTests {
    let source: SampleBufferSource
    let player: Player

    init() throws {
        source = try SampleBufferSource(name: "drawing")
        source.timebase.setRate(0, time: .zero, atHostTime: Timebase.hostTime)
        player = Player(source: source)
    }

    nonisolated static func frame(
        _ milliseconds: Int, bytes: Int = 16, damage: Rect? = nil, release: @escaping @Sendable () -> Void = {}
    ) throws -> SampleBuffer {
        var attributes = SampleBuffer.Attributes()
        attributes.damage = damage
        // Never written, and freed once by the release.
        nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 16)
        return try SampleBuffer(
            .gray, width: 4, height: 4, planes: [.init(UnsafeRawBufferPointer(memory), bytesPerRow: 4)],
            time: .milliseconds(milliseconds), attributes: attributes,
            release: {
                memory.deallocate()
                release()
            })
    }

    func enqueue(_ times: Int...) throws { for time in times { try source.enqueue(Self.frame(time)) } }

    var shown: Int? { player.currentFrame.map { Int(($0.time / .milliseconds(1)).rounded()) } }

    /// Sets the app's clock and lets a surface draw.
    func refresh(at milliseconds: Int) {
        source.timebase.setTime(.milliseconds(milliseconds))
        player.sourceHasNews()
        player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
    }

    // MARK: Memory

    /// The drawing code reads the app's memory, once per frame: nothing was copied.
    @Test func theFrameThatIsDrawnIsTheAppsOwnMemory() throws {
        let (width, height) = (1920, 1080)
        // Not written once the frame has it; released once.
        nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: width * height * 3 / 2, alignment: 64)
        let releases = SampleBufferTests.Count()
        let frame = try SampleBuffer(
            .nv12, width: width, height: height,
            planes: [
                .init(UnsafeRawBufferPointer(rebasing: memory[..<(width * height)]), bytesPerRow: width),
                .init(UnsafeRawBufferPointer(rebasing: memory[(width * height)...]), bytesPerRow: width),
            ], time: .zero,
            release: {
                memory.deallocate()
                releases.add()
            })
        try source.enqueue(frame)
        refresh(at: 0)
        let base = UnsafeRawPointer(try #require(memory.baseAddress))
        #expect(player.currentFrame?.planes.map(\.base) == [base, base + width * height])
        // A surface that draws again has nothing new to upload.
        #expect(!player.refresh(for: MonotonicClock.now, interval: .milliseconds(16)))
        #expect(releases.now == 0)
    }

    // MARK: Order and time

    @Test func framesAreSeenByTheAppsClockAndByNoOther() throws {
        try enqueue(0, 100, 200, 300)
        refresh(at: 0)
        #expect(shown == 0)
        refresh(at: 99)
        #expect(shown == 0)
        refresh(at: 100)
        #expect(shown == 100 && player.position == .milliseconds(100))
        // A frame due together with a later one is dropped.
        refresh(at: 350)
        #expect(shown == 300 && player.statistics.dropped == 1)
        for command in [{ player.resume() }, { player.seek(to: .seconds(7)) }, { player.setSpeed(2) }] as [() -> Void] {
            command()
            #expect(player.position == .milliseconds(350) && player.isPaused)
        }
        source.timebase.setRate(2)
        player.sourceHasNews()
        #expect(!player.isPaused && player.speed == 2)
        player.pause()
        #expect(!player.isPaused)
    }

    @Test func theFirstFrameIsSeenAtOnceAndTheSecondInItsTime() throws {
        try enqueue(5000, 6000)
        refresh(at: 0)
        #expect(shown == 5000)
        refresh(at: 5999)
        #expect(shown == 5000)
        refresh(at: 6000)
        #expect(shown == 6000)
    }

    @Test func aClockThatOwesNothingIsNotHeldUpByASourceThatDoes() throws {
        source.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime - .seconds(60))
        try enqueue(0)
        player.sourceHasNews()
        player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
        #expect(shown == 0 && !player.isBuffering && player.position >= .seconds(60))
        // A minute late, but still the newest.
        try enqueue(10)
        player.sourceHasNews()
        player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
        #expect(shown == 10 && player.position >= .seconds(60) && player.statistics.repeated == 0)
        #expect(player.statistics.late == 1)
    }

    @Test func timesThatGoBackAreRefusedUntilAFlush() throws {
        try enqueue(100)
        #expect(throws: SampleBufferError.timeNotLater(.milliseconds(100), than: .milliseconds(100))) {
            try enqueue(100)
        }
        #expect(throws: SampleBufferError.timeNotLater(.milliseconds(40), than: .milliseconds(100))) { try enqueue(40) }
        refresh(at: 100)
        source.flush()
        try enqueue(40)
        refresh(at: 40)
        #expect(shown == 40)
    }

    @Test func aFlushDropsWhatWaitsAndKeepsThePicture() throws {
        try enqueue(0, 100, 200)
        refresh(at: 0)
        source.flush()
        refresh(at: 500)
        #expect(shown == 0 && source.waitingFrames().isEmpty)
        player.removePicture()
        #expect(shown == nil)
        try enqueue(900)
        player.sourceHasNews()
        #expect(shown == 900)
    }

    /// Between a look at the frames and their removal, another thread may flush and add others.
    @Test func whatCameAfterAFlushIsNotTakenForWhatWasSeenBefore() throws {
        try enqueue(0, 100)
        #expect(source.waitingFrames().count == 2)
        source.flush()
        try enqueue(50)
        source.takeFrames(2)
        #expect(source.waitingFrames().map(\.time) == [.milliseconds(50)])
    }

    @Test func unseenFramesAreTakenInTheirTimeAsTheAppGoesOn() throws {
        source.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        try enqueue(0, 1, 2, 60_000)
        player.sourceHasNews()
        source.timebase.setRate(1, time: .milliseconds(500), atHostTime: Timebase.hostTime)
        player.sourceHasNews()
        #expect(shown == 2 && source.waitingFrames().count == 1)
        let wake = try #require(player.wakeTime)
        #expect(wake > MonotonicClock.now + .seconds(50))
    }

    // MARK: Back-pressure

    @Test func itSaysWhenItHasEnoughAndRefusesFourTimesThat() throws {
        for time in 0..<8 {
            #expect(source.isReady)
            try enqueue(time)
        }
        #expect(!source.isReady)
        for time in 8..<32 { try enqueue(time) }
        #expect(throws: SampleBufferError.queueFull) { try enqueue(32) }
        refresh(at: 27)
        #expect(shown == 27 && source.waitingFrames().count == 4 && source.isReady)
        // A refused frame doesn't count.
        try enqueue(32)
    }

    @Test func largeFramesAreFewer() throws {
        let large = 100 << 20
        try source.enqueue(Self.frame(0, bytes: large))
        #expect(source.isReady)
        try source.enqueue(Self.frame(1, bytes: large))
        #expect(!source.isReady)
        for time in 2..<5 { try source.enqueue(Self.frame(time, bytes: large)) }
        #expect(throws: SampleBufferError.queueFull) { try source.enqueue(Self.frame(5, bytes: large)) }
        source.flush()
        try source.enqueue(Self.frame(5, bytes: 1 << 30))
    }

    @Test func whoAsksIsToldOnceForEachTimeThatMoreAreWanted() async throws {
        final class Feeder { var calls = 0, next = 0 }
        let feeder = Feeder()
        source.ask { [source] in
            feeder.calls += 1
            while source.isReady {
                try? source.enqueue(Self.frame(feeder.next))
                feeder.next += 1
            }
        }
        #expect(await yield { feeder.calls == 1 })
        #expect(feeder.next == 8)
        refresh(at: 3)
        #expect(await yield { feeder.calls == 2 })
        #expect(feeder.next == 12)
        source.ask(nil)
        refresh(at: 7)
        source.flush()
        for _ in 0..<20 { await Task.yield() }
        #expect(feeder.calls == 2)
    }

    // MARK: Threads and the end

    @Test func framesOfAThreadThatHasEndedAreSeen() throws {
        let source = source
        let failure = Mutex<SampleBufferError?>(nil)
        let thread = try NamedThread("camera") {
            do { try source.enqueue(Self.frame(0)) } catch { failure.withLock { $0 = error as? SampleBufferError } }
        }
        thread.join()
        #expect(failure.withLock { $0 } == nil)
        #expect(source.wakeup.clear())
        refresh(at: 0)
        #expect(shown == 0)
    }

    @Test func theLoopIsWokenOnlyForFramesThatNobodyExpects() throws {
        source.wakeup.clear()
        try enqueue(0)
        #expect(source.wakeup.clear())
        try enqueue(1)
        #expect(!source.wakeup.clear())
        source.timebase.setRate(1)
        #expect(source.wakeup.clear())
    }

    @Test func manyThreadsPushAndFlushAtOnce() throws {
        let source = source
        let releases = SampleBufferTests.Count()
        let made = SampleBufferTests.Count()
        let threads = try (0..<4).map { number in
            try NamedThread("camera") {
                for time in 0..<2000 {
                    if let frame = try? Self.frame(time, release: { releases.add() }) {
                        made.add()
                        try? source.enqueue(frame)
                    }
                    if time % 50 == number { source.flush() }
                }
            }
        }
        let limit = MonotonicClock.now + .seconds(20)
        while made.now < 8000, MonotonicClock.now < limit { refresh(at: made.now) }
        for thread in threads { thread.join() }
        source.close()
        player.removePicture()
        #expect(made.now == 8000 && releases.now == 8000)
    }

    /// The lock isn't held during the app's callback.
    @Test func aReleaseMayCallBack() throws {
        let source = source
        let calls = SampleBufferTests.Count()
        for time in 0..<3 {
            try source.enqueue(
                Self.frame(time) {
                    _ = source.isReady
                    try? source.enqueue(Self.frame(1000 + time))
                    calls.add()
                })
        }
        source.flush()
        #expect(calls.now == 3)
        source.close()
    }

    @Test func afterTheEndNothingIsTakenAndAllMemoryIsGivenBack() throws {
        let releases = SampleBufferTests.Count()
        for time in 0..<3 { try source.enqueue(Self.frame(time) { releases.add() }) }
        refresh(at: 0)
        source.close()
        #expect(throws: SampleBufferError.closed) { try enqueue(100) }
        #expect(!source.isReady)
        #expect(releases.now == 2)
        player.removePicture()
        #expect(releases.now == 3)
    }

    // MARK: The clock

    @Test func theClockReadsWhatItIsSetToAndNothingThatNoClockReads() {
        let timebase = source.timebase
        let now = Timebase.hostTime
        timebase.setRate(0, time: .seconds(5), atHostTime: now)
        #expect(timebase.time == .seconds(5) && timebase.rate == 0)
        for rate in [-1, Double.nan, -Double.infinity, 0] {
            timebase.setRate(1)
            timebase.setRate(rate)
            #expect(timebase.rate == 0)
        }
        timebase.setRate(.infinity)
        #expect(timebase.rate == 100)
        timebase.setRate(1e-9)
        #expect(timebase.rate == 0.01)
        timebase.setRate(0)
        timebase.setTime(.seconds(Int64.max))
        #expect(timebase.time == .seconds(10_000_000_000))
        timebase.setRate(100, time: .seconds(Int64.min), atHostTime: .seconds(Int64.min))
        #expect(timebase.time > .zero)
        timebase.setRate(1, time: .seconds(2), atHostTime: Timebase.hostTime - .seconds(3))
        #expect(timebase.time >= .seconds(5) && timebase.time < .seconds(65))
        let fresh = Timebase(changed: {})
        #expect(fresh.rate == 1 && fresh.time >= now && fresh.time <= Timebase.hostTime)
    }
}
