import Logging
public import Oriel
import OrielTexts

/// The application of `oriel float`: a window or screen of the desktop in Picture in Picture. The return and close
/// buttons, and the commands like them, end the share.
@MainActor
public final class FloatApplication {
    /// Called once the user has chosen: with the token of the choice, if the desktop remembers it.
    public var onGrant: (_ restoreToken: String?) -> Void = { _ in }
    private let application: Application
    private let view: SampleBufferView
    private let cast: ScreenCast
    private var controller: PictureInPictureController?
    private var end = FloatEnd.stopped
    /// Whether there was a frame.
    public private(set) var hasBegun = false
    private var isPaused = false
    private var isStashed = false
    private var isSuspended = false
    /// Whether the user is still to choose a part of the picture.
    private var choosesPart: Bool
    /// Whether a swap is about to show the window.
    private var isEnteringForeground = false
    /// The part that was shown last.
    public private(set) var crop = VideoCrop.none
    private let log = Logger(label: "oriel")

    /// Connects to the session, and asks the user in the desktop's dialogue.
    /// - Throws: `StartError` if the application, its view or a thread can't be created.
    public init(_ options: FloatOptions, places: (any OverlayMemory)?) throws(StartError) {
        choosesPart = options.choosesPart
        application = try Application(id: "oriel", options: options.application)
        var viewing = options.view
        // A window may float for hours; its own program keeps the screen on if it plays something.
        viewing.keepsScreenOn = false
        view = try SampleBufferView(in: application, options: viewing)
        view.player.pictureForm = options.form
        cast = try ScreenCast(in: view, options: options.cast)
        view.overlayMemory = places
        controller = PictureInPictureController(
            contentSource: .init(sampleBufferView: view, playbackDelegate: self))
        controller?.delegate = self
        controller?.pausesWhenSessionIsHidden = options.pausesWhenLocked
        view.onClose = { [weak self] in
            guard let self else { return }
            cast.stop()
            crop = view.player.pictureForm.crop
        }
        cast.onGrant = { [weak self] in self?.onGrant($0) }
        cast.onFirstFrame = { [weak self] in
            self?.hasBegun = true
            self?.controller?.startPictureInPictureWhenPossible(within: .seconds(3))
        }
        cast.onEnd = { [weak self] in self?.castEnded($0) }
    }

    /// Runs until the share's end.
    /// - Returns: the way in which it ended.
    public func run() -> FloatEnd {
        do throws(ConnectionLost) { try application.run() } catch {
            if error.isSessionOver { log.notice("float: \(error)") } else { end = .failed("\(error)") }
        }
        return end
    }

    /// A share that ends before its first frame has failed.
    private func castEnded(_ reason: ScreenCastEnd) {
        finish(
            reason.isOrdinary && !hasBegun ? .failed(localized("\(reason), before its first picture")) : .cast(reason))
    }

    private func finish(_ end: FloatEnd) {
        if self.end == .stopped { self.end = end }
        view.close()
    }

    /// Receives frames only while the picture is seen.
    private func followSight() { cast.isSuspended = isPaused || isStashed || isSuspended }
}

extension FloatApplication: PictureInPictureControllerDelegate {
    public func pictureInPictureControllerWillEnterForeground(
        _ pictureInPictureController: PictureInPictureController
    ) { isEnteringForeground = true }

    public func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: PictureInPictureController
    ) {
        guard choosesPart else { return }
        choosesPart = false
        if !view.chooseCrop() { log.notice("float: there is no picture to choose a part of; oriel crop does it later") }
    }

    /// A swap shows the picture in a window; any other return is the end, as by the close button.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        guard isEnteringForeground else {
            cast.raiseSharedWindow()
            return pictureInPictureController.closePictureInPicture()
        }
        isEnteringForeground = false
        completionHandler(true)
    }

    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        (isStashed, isSuspended) = (false, false)
        followSight()
        switch reason {
        // A swap has brought the window.
        case .restoreRequested: break
        // Usually its output is gone.
        case .surfaceClosed: view.show()
        default: Task { finish(.stopped) }
        }
    }

    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    ) { Task { finish(.failed(localized("Picture in Picture doesn't start: \(error)"))) } }

    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeStashed isStashed: Bool
    ) {
        self.isStashed = isStashed
        followSight()
    }

    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didChangeSuspended isSuspended: Bool
    ) {
        self.isSuspended = isSuspended
        followSight()
    }
}

extension FloatApplication: PictureInPictureSampleBufferPlaybackDelegate {
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, setPlaying playing: Bool
    ) {
        isPaused = !playing
        followSight()
    }

    public func pictureInPictureControllerTimeRangeForPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> PlaybackTimeRange { .live }

    public func pictureInPictureControllerIsPlaybackPaused(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool { isPaused }

    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void
    ) { completionHandler() }
}
