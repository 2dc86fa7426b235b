import OrielPictureInPicture
import OrielWindows

/// Picture in Picture that goes on while its user is elsewhere in the app, whose view of the player is gone.
extension PlayerView {
    /// What lives as long as a view or its Picture in Picture.
    struct Persistence {
        let state: any PictureInPicturePersistable
        var controller: PictureInPictureController
    }

    /// Lets its Picture in Picture outlive the view, and with it what the app knows of it. A view that is made for the same player
    /// later has its controller, and takes the picture back when it is shown. The controller's delegate is
    /// `PictureInPicture.shared.delegate`.
    /// - Parameter state: kept as long as the view is open or its picture is in Picture in Picture; found again by `persisted`.
    /// - Returns: the view's controller; nil where there is no Picture in Picture.
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

    /// Takes the view off the screen. In Picture in Picture, or on its way there, what `enableInAppPictureInPicture` was called for
    /// goes on: its window goes as soon as the overlay is seen, and without a restore the end of Picture in Picture closes the
    /// view. A start that fails leaves the view as it is. Anything else is a `close`.
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

    /// Whether it is in Picture in Picture, or on its way in or out.
    var persisted: (any PictureInPicturePersistable)? {
        state.persistence.flatMap { $0.controller.transitionState == .idle ? nil : $0.state }
    }

    /// What becomes of its window while nothing of it is to be seen but the overlay.
    /// - Returns: false where the action concerns something else.
    func performUnseen(_ action: PictureInPictureSession.SurfaceAction) -> Bool {
        switch action {
        case .showWindow(let generation, _): send(.surface(.windowPresented(generation: generation)))
        case .hideWindow, .coverWindow: scene.perform(.hideWindow)
        default: return false
        }
        return true
    }

    /// Before the delegate hears of it.
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
