/// Picture in Picture that the view enables by itself or that outlives it, and the intent of the app's user.
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
        controllerHost.ready = (controller, delegate)
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

    /// Lets Picture in Picture continue after `dismiss`, and keeps the app's state with it.
    ///
    /// A view that is made for the same player later has the same controller, and Picture in Picture returns to it when
    /// it is shown. The controller's delegate is `PictureInPicture.shared.delegate`.
    /// - Parameter state: kept as long as the view is open or in Picture in Picture;
    ///   `PictureInPicturePersistable.persisted` returns it.
    /// - Returns: the view's controller; nil if the view is closed or Picture in Picture isn't supported.
    @discardableResult
    public func enableInAppPictureInPicture(
        persisting state: any PictureInPicturePersistable
    ) -> PictureInPictureController? {
        guard !isClosed,
            let controller = controller ?? PictureInPictureController(contentSource: .init(playerView: self))
        else { return nil }
        controllerHost.persistence = ControllerHost.Persistence(state: state, controller: controller)
        PictureInPicture.shared.add(controller)
        return controller
    }

    /// Removes the view from the screen.
    ///
    /// If `enableInAppPictureInPicture` was called and the view is in Picture in Picture, or on its way there or back,
    /// Picture in Picture continues: the window is hidden as soon as the overlay is on the screen, and the view closes
    /// when Picture in Picture ends without a restore. A start that fails leaves the view as it is. In every other case
    /// this is `close`.
    public func dismiss() { controllerHost.dismiss() }

    /// Says that the user has just acted on the app's own controls for this view: a button, a menu, a key.
    ///
    /// A start within 5 seconds counts as the user's, as after Oriel's own controls, keys and commands: it isn't
    /// refused as `notForeground` while the app's window can't be seen.
    public func noteUserAction() { controllerHost.noteUserAction() }
}
