import OrielPictureInPicture
import OrielWindows

/// Picture in Picture that outlives the view, while its user is elsewhere in the app.
extension PlayerView {
    /// The app's state and the controller, kept as long as the view or its Picture in Picture.
    struct Persistence {
        let state: any PictureInPicturePersistable
        var controller: PictureInPictureController
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
        self.state.persistence = Persistence(state: state, controller: controller)
        PictureInPicture.shared.add(controller)
        return controller
    }

    /// Removes the view from the screen.
    ///
    /// If `enableInAppPictureInPicture` was called and the view is in Picture in Picture, or on its way there or back,
    /// Picture in Picture continues: the window is hidden as soon as the overlay is on the screen, and the view closes
    /// when Picture in Picture ends without a restore. A start that fails leaves the view as it is. In every other case
    /// this is `close`.
    public func dismiss() {
        guard let transition = state.persistence?.controller.transitionState, transition != .idle else {
            return close()
        }
        guard !isDismissed else { return }
        isDismissed = true
        switch transition {
        case .idle, .requesting, .starting: break
        case .active, .restoring, .stopping: scene.perform(.hideWindow)
        }
        send(.hostViewGone)
    }

    /// The app's state, if the view is in Picture in Picture or on its way in or out; nil otherwise.
    var persisted: (any PictureInPicturePersistable)? {
        state.persistence.flatMap { $0.controller.transitionState == .idle ? nil : $0.state }
    }

    /// Handles the window's actions while the view is dismissed and only its overlay is shown.
    /// - Returns: false if the action doesn't concern the window.
    func performUnseen(_ action: PictureInPictureSession.SurfaceAction) -> Bool {
        switch action {
        case .showWindow(let generation, _): send(.surface(.windowPresented(generation: generation)))
        case .hideWindow, .coverWindow: scene.perform(.hideWindow)
        default: return false
        }
        return true
    }

    /// Tells the app's state of a callback before the delegate is called, and closes a dismissed view after its
    /// *didStop*.
    package func tell(_ callback: PictureInPictureSession.Callback) {
        let persisted = state.persistence?.state
        switch callback {
        case .willStart: persisted?.pictureInPictureWillStart()
        case .didStart: persisted?.pictureInPictureDidStart()
        case .failedToStart: isDismissed = false
        case .willStop: persisted?.pictureInPictureWillStop()
        case .didStop:
            persisted?.pictureInPictureDidStop()
            guard isDismissed else { break }
            _ = schedule(after: .zero) { [weak self] in
                guard let self, self.isDismissed, self.controller?.transitionState ?? .idle == .idle else { return }
                self.close()
            }
        default: break
        }
    }
}
