import Oriel
import OrielGeometry
import OrielPictureInPicture
import Testing

/// The playback delegate of an app's own frames: contract cases 47 to 50, 52, 53 and 57.
@MainActor @Suite struct DelegatedPlaybackTests {
    private final class Time { var now = Duration.zero }

    private let host = FakeHost()
    private let recorder = Recorder()
    private let app = PlaybackRecorder()
    private let time = Time()
    private let controller: PictureInPictureController
    private let playback: DelegatedPlayback

    init() throws {
        let host = host
        let (app, time) = (app, time)
        controller = try #require(
            PictureInPictureController(contentSource: PictureInPictureController.ContentSource(host: host)))
        controller.delegate = recorder
        playback = DelegatedPlayback(
            controller, app, time: { time.now }, renderSize: { app.size }, schedule: { host.schedule(after: $0, $1) })
        turn()
        app.trace = []
    }

    /// Turns the loop once.
    private func turn() { host.advance(by: .zero) }

    /// Returns the app's calls in the loop's next turn.
    private func take() -> [String] {
        host.turn()
        defer { app.trace = [] }
        return app.trace
    }

    @Test func case47_pauseIsTheAppsAndHowItStandsIsAskedOnceATurn() {
        playback.setPlaying(false)
        #expect(take() == ["setPlaying(false)"])
        #expect(playback.isPaused)
        // Several invalidations in one turn cause one query.
        playback.invalidate()
        playback.invalidate()
        turn()
        #expect(take() == ["isPaused", "timeRange"])
        turn()
        #expect(take().isEmpty)
        // The app's answer counts.
        app.ignoresPlaying = true
        playback.setPlaying(true)
        #expect(!playback.isPaused)
        turn()
        #expect(playback.isPaused)
    }

    @Test func case48_aSkipIsTheAppsAndTheTimeIsReadWhenItIsThere() async throws {
        var seeking: [Bool] = []
        playback.onChange = { [unowned playback] in seeking.append(playback.isSkipping) }
        time.now = .seconds(20)
        var isDone: Bool?
        playback.skip(by: .seconds(10)) { isDone = $0 }
        #expect(take() == ["skip(10.0 seconds)"])
        #expect(playback.isSkipping && isDone == nil && playback.position == .seconds(20))
        time.now = .seconds(29)
        try await complete(0)
        #expect(isDone == true && !playback.isSkipping && playback.position == .seconds(29))
        #expect(seeking == [true, false])
        host.advance(by: .seconds(20))
        #expect(isDone == true)
    }

    @Test func case49_aSkipThatIsNeverCompletedEndsByItself() async throws {
        var answers: [Bool] = []
        playback.skip(by: .seconds(10)) { answers.append($0) }
        host.advance(by: .milliseconds(4999))
        #expect(playback.isSkipping && answers.isEmpty)
        host.advance(by: .milliseconds(1))
        #expect(!playback.isSkipping && answers == [false])
        app.completions[0]()
        await host.settle()
        #expect(answers == [false] && !playback.isSkipping)
    }

    @Test func case50_twoSkipsAreTwoCallsAndEachCompletionCountsOnce() async throws {
        var answers: [Int] = []
        playback.skip(by: .seconds(10)) { _ in answers.append(1) }
        playback.skip(by: .seconds(-10)) { _ in answers.append(2) }
        #expect(take() == ["skip(10.0 seconds)", "skip(-10.0 seconds)"])
        try await complete(1)
        app.completions[1]()
        await host.settle()
        #expect(answers == [2] && playback.isSkipping)
        try await complete(0)
        #expect(answers == [2, 1] && !playback.isSkipping)
    }

    @Test func aCompletionFromAnotherThreadIsTakenOnTheMainActor() async throws {
        playback.skip(by: .seconds(1))
        host.turn()
        let completion = app.completions[0]
        await Task.detached { completion() }.value
        #expect(await yield { !playback.isSkipping })
    }

    @Test func case52_theRangeSaysWhatCanBeGoneTo() {
        time.now = .seconds(130)
        for (range, position, length, isSkippable, isPlayable) in [
            (.finite(.seconds(100)..<(.seconds(200))), .seconds(30), .seconds(100), true, true),
            (.live, .seconds(130), nil, false, true), (.none, .seconds(130), nil, false, false),
            (.finite(.seconds(1)..<(.seconds(1))), .zero, nil, false, true),
            (.finite(.seconds(1)..<(.seconds(100))), .seconds(99), .seconds(99), true, true),
        ] as [(PlaybackTimeRange, Duration, Duration?, Bool, Bool)] {
            app.range = range
            playback.invalidate()
            turn()
            #expect(playback.range == range && playback.position == position, "\(range)")
            #expect(playback.range.length == length && playback.isSkippable == isSkippable, "\(range)")
            #expect(playback.isPlayable == isPlayable, "\(range)")
        }
        app.range = .live
        playback.invalidate()
        turn()
        app.trace = []
        var isDone: Bool?
        playback.skip(by: .seconds(10)) { isDone = $0 }
        #expect(take().isEmpty && isDone == false)
    }

    @Test func case53_aSizeIsToldOnceItHasSettled() {
        app.size = Size(width: 640, height: 360)
        playback.renderSizeChanged()
        host.advance(by: .milliseconds(300))
        #expect(take() == ["renderSize(640x360)"])
        // A drag of the corner.
        for width in stride(from: 700, through: 1280, by: 20) {
            app.size = Size(width: width, height: width * 9 / 16)
            playback.renderSizeChanged()
            host.advance(by: .milliseconds(16))
        }
        #expect(take().isEmpty)
        host.advance(by: .seconds(2))
        #expect(take() == ["renderSize(1280x720)"])
        // A move isn't a resize.
        playback.renderSizeChanged()
        host.advance(by: .seconds(2))
        #expect(take().isEmpty)
        // The next session reports its size again.
        app.size = nil
        playback.renderSizeChanged()
        host.advance(by: .seconds(2))
        app.size = Size(width: 1280, height: 720)
        playback.renderSizeChanged()
        host.advance(by: .seconds(2))
        #expect(take() == ["renderSize(1280x720)"])
    }

    @Test func case57_whatMustNotBeHeardIsPausedWhileItIsPutAway() {
        playback.setAway(.stashed, true)
        playback.setAway(.stashed, false)
        #expect(take() == ["shouldProhibit"])
        app.prohibits = true
        playback.setAway(.stashed, true)
        #expect(take() == ["shouldProhibit", "setPlaying(false)"])
        playback.setAway(.stashed, false)
        #expect(take() == ["setPlaying(true)"])
        turn()
        // A pause meanwhile is intended, and so is one from before.
        playback.setAway(.stashed, true)
        playback.setPlaying(false)
        _ = take()
        playback.setAway(.stashed, false)
        #expect(take().isEmpty)
        turn()
        app.trace = []
        playback.setAway(.stashed, true)
        playback.setAway(.stashed, false)
        #expect(take().isEmpty)
    }

    @Test func case57_itIsHeardAgainWhenNothingHidesItAnyMore() {
        app.prohibits = true
        playback.setAway(.hidden, true)
        #expect(take() == ["shouldProhibit", "setPlaying(false)"])
        playback.setAway(.stashed, true)
        playback.setAway(.hidden, true)
        playback.setAway(.hidden, false)
        #expect(take().isEmpty)
        playback.setAway(.stashed, false)
        #expect(take() == ["setPlaying(true)"])
        turn()
        app.trace = []
        // All causes end together.
        playback.setAway(.stashed, true)
        playback.setAway(.hidden, true)
        #expect(take() == ["shouldProhibit", "setPlaying(false)"])
        playback.cameBack()
        #expect(take() == ["setPlaying(true)"])
        playback.cameBack()
        #expect(take().isEmpty)
    }

    // MARK: Apps that call back

    /// A key, a close and a skip may each be a call of the app itself.
    @Test func nothingIsCalledInsideACallOfTheAppsOwn() {
        playback.setPlaying(false)
        playback.setPlaying(true)
        playback.skip(by: .seconds(10))
        #expect(app.trace.isEmpty)
        #expect(take() == ["setPlaying(false)", "setPlaying(true)", "skip(10.0 seconds)"])
    }

    @Test func whatTheAppAsksForInsideHappensAfterItHasReturned() {
        recorder.answersWith = true
        controller.startPictureInPicture()
        host.act()
        var order: [String] = []
        recorder.onCallback = { entry, _ in order.append(entry) }
        app.onCall = { [unowned controller] entry in
            guard entry.hasPrefix("setPlaying") else { return }
            order.append("in")
            controller.closePictureInPicture()
            order.append("out")
        }
        playback.setPlaying(false)
        host.act()
        #expect(order == ["in", "out", "willStop", "didStop(programmatic)"])
    }

    @Test func withoutADelegateThereIsNothingToPlay() async throws {
        var gone: PlaybackRecorder? = PlaybackRecorder()
        let host = host
        let playback = DelegatedPlayback(
            controller, gone, time: { .zero }, renderSize: { nil }, schedule: { host.schedule(after: $0, $1) })
        turn()
        #expect(playback.isSkippable)
        playback.skip(by: .seconds(1))
        gone = nil
        #expect(!playback.isSkippable && !playback.isPlayable)
        playback.setPlaying(false)
        playback.invalidate()
        turn()
        #expect(!playback.isPaused)
        // A pending skip ends after its time limit.
        host.advance(by: .seconds(5))
        #expect(!playback.isSkipping)
    }

    @Test func theEndAnswersWhatWaitsAndAsksNothingMore() async throws {
        var answers: [Bool] = []
        playback.skip(by: .seconds(1)) { answers.append($0) }
        host.turn()
        playback.invalidate()
        playback.renderSizeChanged()
        app.trace = []
        playback.finish()
        #expect(answers == [false])
        app.completions[0]()
        await host.settle()
        host.advance(by: .seconds(10))
        #expect(answers == [false] && take().isEmpty)
    }

    @Test func aDelegateMayReleaseTheControllerInACall() {
        let itsHost = FakeHost()
        var released: PictureInPictureController? = PictureInPictureController(
            contentSource: PictureInPictureController.ContentSource(host: itsHost))
        weak let weakly = released
        let host = host
        let playback = released.map {
            DelegatedPlayback(
                $0, app, time: { .zero }, renderSize: { nil }, schedule: { host.schedule(after: $0, $1) })
        }
        app.onCall = { _ in released = nil }
        playback?.setPlaying(false)
        itsHost.turn()
        app.onCall = { _ in }
        #expect(weakly == nil)
        playback?.setPlaying(true)
        #expect(take().last == "setPlaying(false)")
    }

    private func complete(_ index: Int) async throws {
        let pending = playback.isSkipping
        #expect(pending)
        app.completions[index]()
        await host.settle()
    }
}

/// An app that plays its own frames and records its calls.
@MainActor
final class PlaybackRecorder: PictureInPictureSampleBufferPlaybackDelegate {
    var trace: [String] = []
    var isPaused = false
    var ignoresPlaying = false
    var range = PlaybackTimeRange.finite(.zero..<(.seconds(100)))
    var prohibits = false
    /// Size of the overlay; nil outside Picture in Picture.
    var size: Size?
    var completions: [@Sendable () -> Void] = []
    var onCall: (String) -> Void = { _ in }

    nonisolated init() {}

    private func note(_ entry: String) {
        trace.append(entry)
        onCall(entry)
    }

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying playing: Bool) {
        if !ignoresPlaying { isPaused = !playing }
        note("setPlaying(\(playing))")
    }

    func pictureInPictureControllerTimeRangeForPlayback(_ controller: PictureInPictureController) -> PlaybackTimeRange {
        note("timeRange")
        return range
    }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool {
        note("isPaused")
        return isPaused
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size
    ) { note("renderSize(\(newRenderSize))") }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        completions.append(completionHandler)
        note("skip(\(skipInterval))")
    }

    func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(_ controller: PictureInPictureController)
        -> Bool
    {
        note("shouldProhibit")
        return prohibits
    }
}
