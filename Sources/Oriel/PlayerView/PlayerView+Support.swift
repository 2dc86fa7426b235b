import OrielPictureInPicture
import OrielWindows

/// Whether Picture in Picture is supported and allowed, and the simplest way to enable it.
extension PlayerView {
    /// Enables Picture in Picture without a delegate of the app's: Pillarbox's `supportsPictureInPicture(_:)`.
    ///
    /// The button among the controls starts it, a playing view starts automatically when its window is no longer
    /// visible (unless `canStartPictureInPictureAutomaticallyFromInline` was set to false before), and each restore
    /// shows the window. `allowsPictureInPicturePlayback` disables it and enables it again.
    /// - Returns: the view's controller, which the view keeps; an app may set a delegate of its own. That one decides
    ///   about restores, so one that only listens answers them with true. nil if the view is closed or Picture in
    ///   Picture isn't supported.
    @discardableResult
    public func enablePictureInPicture() -> PictureInPictureController? {
        guard !isClosed else { return nil }
        if let controller { return controller }
        guard let controller = PictureInPictureController(contentSource: .init(playerView: self)) else { return nil }
        let delegate = WindowRestorer()
        controller.delegate = delegate
        controller.canStartPictureInPictureAutomaticallyFromInline = controllerHost.startsFromInline ?? true
        controllerHost.ready = ReadyPictureInPicture(controller: controller, delegate: delegate)
        return controller
    }

    /// Accepts every restore: the view shows its window by itself.
    private final class WindowRestorer: PictureInPictureControllerDelegate {
        func pictureInPictureController(
            _ pictureInPictureController: PictureInPictureController,
            restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
                @escaping @Sendable (Bool) -> Void
        ) { completionHandler(true) }
    }
}

/// The controller and the delegate that `PlayerView.enablePictureInPicture` made.
struct ReadyPictureInPicture {
    let controller: PictureInPictureController
    let delegate: any PictureInPictureControllerDelegate
}
