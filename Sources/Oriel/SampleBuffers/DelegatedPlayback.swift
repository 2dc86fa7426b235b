import Logging
package import OrielGeometry
import OrielPictureInPicture

/// The playback of frames that an app makes: how it stands is asked of the app's delegate, and done by it.
@MainActor
package final class DelegatedPlayback {
    package typealias Schedule = @MainActor (Duration, @escaping @MainActor () -> Void) -> @MainActor () -> Void

    /// How long a size must last before it is told.
    static let settling = Duration.milliseconds(200)

    /// Whether the app paused it, as it said last.
    package private(set) var isPaused = false
    /// As the app said last.
    package private(set) var range = PlaybackTimeRange.none
    /// One of the two, or `isSkipping`, has changed.
    package var onChange: () -> Void = {}

    private weak var controller: PictureInPictureController?
    private weak var delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?
    private let time: @MainActor () -> Duration
    /// The picture's in Picture in Picture, in pixels; nil where it isn't there.
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
    /// What was told last.
    private var renderSize: Size?
    /// Why nobody sees it for now.
    private var absence: Absence = []
    /// It was playing when it was put away, and what is heard of it must not be.
    private var isSilenced = false

    /// - Parameters:
    ///   - time: what the timebase reads.
    ///   - renderSize: the picture's in Picture in Picture, in pixels; nil where it isn't there.
    ///   - schedule: as `PictureInPictureHost.schedule`.
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

    // MARK: How it stands

    package var position: Duration { range.position(of: time()) }
    package var isSkipping: Bool { !skips.isEmpty }
    /// Whether there is anything to play or to pause.
    package var isPlayable: Bool { delegate != nil && range != .none }
    /// Whether skips lead anywhere.
    package var isSkippable: Bool { delegate != nil && range.length != nil }

    /// What is known of the app's playback may be wrong: it is asked in the loop's next turn, once.
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

    // MARK: What is done to it

    package func setPlaying(_ isPlaying: Bool) {
        isSilenced = false
        guard callLater({ $1.pictureInPictureController($0, setPlaying: isPlaying) }) else { return }
        invalidate()
        guard isPaused == isPlaying else { return }
        // Until the app is asked.
        isPaused = !isPlaying
        onChange()
    }

    /// - Parameter reply: called once: it is done, or can't be, or took too long.
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

    // MARK: Its picture

    /// The picture in Picture in Picture has another size, or there is none any more.
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

    /// Why nobody sees what is in Picture in Picture.
    package struct Absence: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// It is put away at an edge.
        package static let stashed = Absence(rawValue: 1)
        /// The compositor shows nothing of it.
        package static let hidden = Absence(rawValue: 2)
    }

    /// Nobody sees it for now, though it is in Picture in Picture; or somebody does again, once no cause is left.
    package func setAway(_ cause: Absence, _ isAway: Bool) {
        setAbsence(isAway ? absence.union(cause) : absence.subtracting(cause))
    }

    /// It is in Picture in Picture no longer.
    package func cameBack() { setAbsence([]) }

    private func setAbsence(_ absence: Absence) {
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

    /// The controller is gone: nothing is asked any more, and what waits is answered.
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

    /// Calls the app from the loop, after the calls that were asked for before: this may be a call of its own.
    /// - Returns: false where there is no one to call.
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

    /// Calls the app; what it asks of the controller inside happens after it has returned.
    private func call<Result>(
        _ body: (PictureInPictureController, any PictureInPictureSampleBufferPlaybackDelegate) -> Result
    ) -> Result? {
        guard let controller, let delegate else { return nil }
        return controller.runner.callOut { body(controller, delegate) }
    }
}
