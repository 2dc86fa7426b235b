import Logging
package import OrielGeometry
import OrielPictureInPicture

/// Playback of frames that an app makes: asks the app's delegate for its state, and lets it play, pause and skip.
@MainActor
package final class DelegatedPlayback {
    package typealias Schedule = @MainActor (Duration, @escaping @MainActor () -> Void) -> @MainActor () -> Void

    /// Time for which the overlay must keep a size before the delegate is told.
    static let settling = Duration.milliseconds(200)

    /// Whether playback is paused, as the app said last.
    package private(set) var isPaused = false
    /// The time range, as the app said last.
    package private(set) var range = PlaybackTimeRange.none
    /// Called when `isPaused`, `range` or `isSkipping` has changed.
    package var onChange: () -> Void = {}

    private weak var controller: PictureInPictureController?
    private weak var delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?
    private let time: @MainActor () -> Duration
    /// Size of the overlay, in pixels; nil without an overlay.
    private let currentSize: @MainActor () -> Size?
    private let schedule: Schedule
    private let log = Logger(label: "oriel.pip")

    private struct Skip {
        let callOff: @MainActor () -> Void
        let reply: @MainActor (_ isDone: Bool) -> Void
    }
    private var skips: [UInt64: Skip] = [:]
    private var skipCount: UInt64 = 0
    private var question: (@MainActor () -> Void)?
    private var settling: (@MainActor () -> Void)?
    /// The size that the delegate was told last.
    private var renderSize: Size?
    /// The reasons why the overlay isn't visible now.
    private var absence: ViewAbsence = []
    /// Whether playback was paused because the overlay isn't visible and the app prohibits background audio.
    private var isSilenced = false

    /// - Parameters:
    ///   - time: returns the timebase's time.
    ///   - renderSize: returns the size of the overlay, in pixels; nil without an overlay.
    ///   - schedule: see `PictureInPictureHost.schedule`.
    package init(
        _ controller: PictureInPictureController, _ delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?,
        time: @escaping @MainActor () -> Duration, renderSize: @escaping @MainActor () -> Size?,
        schedule: @escaping Schedule
    ) {
        self.controller = controller
        self.delegate = delegate
        self.time = time
        currentSize = renderSize
        self.schedule = schedule
        invalidate()
    }

    // MARK: State

    package var position: Duration { range.position(of: time()) }
    package var isSkipping: Bool { !skips.isEmpty }
    /// Whether there is a delegate, and anything to play.
    package var isPlayable: Bool { delegate != nil && range != .none }
    /// Whether skips have an effect: there is a delegate, and a finite range.
    package var isSkippable: Bool { delegate != nil && range.length != nil }

    /// Asks the delegate again, once, in the next turn of the loop.
    package func invalidate() {
        guard question == nil else { return }
        question = schedule(.zero) { [weak self] in
            self?.question = nil
            self?.ask()
        }
    }

    private func ask() {
        let answers = call { controller, delegate in
            (
                delegate.pictureInPictureControllerIsPlaybackPaused(controller),
                delegate.pictureInPictureControllerTimeRangeForPlayback(controller)
            )
        }
        guard let (isPaused, answer) = answers else { return }
        let range = answer.onClocks
        guard isPaused != self.isPaused || range != self.range else { return }
        (self.isPaused, self.range) = (isPaused, range)
        onChange()
    }

    // MARK: Actions

    package func setPlaying(_ isPlaying: Bool) {
        isSilenced = false
        guard callLater({ $1.pictureInPictureController($0, setPlaying: isPlaying) }) else { return }
        invalidate()
        guard isPaused == isPlaying else { return }
        // Assumed until the delegate is asked.
        isPaused = !isPlaying
        onChange()
    }

    /// Skips by an interval, which is negative for backward.
    /// - Parameter reply: called once, with whether the app completed the skip in time.
    package func skip(by interval: Duration, _ reply: @escaping @MainActor (_ isDone: Bool) -> Void = { _ in }) {
        guard isSkippable else { return reply(false) }
        skipCount += 1
        let number = skipCount
        let callOff = schedule(PictureInPictureTimings().skip) { [weak self] in self?.skipTookTooLong(number) }
        skips[number] = Skip(callOff: callOff, reply: reply)
        if skips.count == 1 { onChange() }
        callLater { [weak self] controller, delegate in
            delegate.pictureInPictureController(controller, skipByInterval: interval) {
                Task { @MainActor in self?.skipped(number) }
            }
        }
    }

    private func skipped(_ number: UInt64) {
        guard let skip = skips.removeValue(forKey: number) else {
            return log.notice("a skip was completed late or more than once; the first completion in time counts")
        }
        skip.callOff()
        skip.reply(true)
        if skips.isEmpty { onChange() }
    }

    private func skipTookTooLong(_ number: UInt64) {
        guard let skip = skips.removeValue(forKey: number) else { return }
        log.warning("the app did not complete a skip in \(PictureInPictureTimings().skip)")
        skip.reply(false)
        if skips.isEmpty { onChange() }
    }

    // MARK: Overlay

    /// Notes that the overlay has another size, or is gone.
    package func renderSizeChanged() {
        settling?()
        settling = schedule(Self.settling) { [weak self] in
            self?.settling = nil
            self?.tellRenderSize()
        }
    }

    private func tellRenderSize() {
        let size = currentSize()
        guard size != renderSize else { return }
        renderSize = size
        guard let size else { return }
        _ = call { $1.pictureInPictureController($0, didTransitionToRenderSize: size) }
    }

    /// Adds or removes a reason why the overlay isn't visible. Pauses at the first reason, if the app prohibits
    /// background audio, and resumes when the last one is removed.
    package func setAway(_ cause: ViewAbsence, _ isAway: Bool) {
        setAbsence(isAway ? absence.union(cause) : absence.subtracting(cause))
    }

    /// Removes all reasons: Picture in Picture has ended.
    package func cameBack() { setAbsence([]) }

    private func setAbsence(_ absence: ViewAbsence) {
        let wasAway = !self.absence.isEmpty
        self.absence = absence
        guard absence.isEmpty == wasAway else { return }
        if !wasAway {
            guard !isPaused,
                call({ $1.pictureInPictureControllerShouldProhibitBackgroundAudioPlayback($0) }) == true
            else { return }
            setPlaying(false)
            isSilenced = true
        } else if isSilenced {
            setPlaying(true)
        }
    }

    /// Ends the delegation: the delegate isn't called any more, and waiting skips fail.
    package func finish() {
        question?()
        settling?()
        delegate = nil
        onChange = {}
        let waiting = skips.values
        skips = [:]
        for skip in waiting {
            skip.callOff()
            skip.reply(false)
        }
    }

    /// Calls the delegate from the loop, after earlier calls; the present call may come from the app.
    /// - Returns: false if there is no delegate.
    @discardableResult
    private func callLater(
        _ body:
            @escaping @MainActor (PictureInPictureController, any PictureInPictureSampleBufferPlaybackDelegate) -> Void
    ) -> Bool {
        guard let controller, delegate != nil, let host = controller.runner.host else { return false }
        host.callLater { [weak controller, weak delegate] in
            guard let controller, let delegate else { return }
            controller.runner.callOut { body(controller, delegate) }
        }
        return true
    }

    /// Calls the delegate; its calls to the controller take effect after it has returned.
    private func call<Result>(
        _ body: (PictureInPictureController, any PictureInPictureSampleBufferPlaybackDelegate) -> Result
    ) -> Result? {
        guard let controller, let delegate else { return nil }
        return controller.runner.callOut { body(controller, delegate) }
    }
}
