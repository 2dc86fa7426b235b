import OrielPictureInPicture
import OrielWindows

/// Picture in Picture that outlives the view, while its user is elsewhere in the app.
extension PlayerView {
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
}
