import OrielPictureInPicture
import OrielWindows

/// Picture in Picture that outlives the view, while its user is elsewhere in the app.
extension ControllerHost {
    /// The app's state and the controller, kept as long as the view or its Picture in Picture.
    struct Persistence {
        let state: any PictureInPicturePersistable
        var controller: PictureInPictureController
    }

    /// The app's state, if the view is in Picture in Picture or on its way in or out; nil otherwise.
    package var persisted: (any PictureInPicturePersistable)? {
        persistence.flatMap { $0.controller.transitionState == .idle ? nil : $0.state }
    }

    /// Hides the view while its Picture in Picture continues, or closes it if there is none.
    func dismiss() {
        guard let transition = persistence?.controller.transitionState, transition != .idle else { return view.close() }
        guard !isDismissed else { return }
        isDismissed = true
        switch transition {
        case .idle, .requesting, .starting: break
        case .active, .restoring, .stopping: scene.perform(.hideWindow)
        }
        send(.hostViewGone)
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
        let persisted = persistence?.state
        switch callback {
        case .willStart: persisted?.pictureInPictureWillStart()
        case .didStart: persisted?.pictureInPictureDidStart()
        case .failedToStart: isDismissed = false
        case .willStop: persisted?.pictureInPictureWillStop()
        case .didStop:
            persisted?.pictureInPictureDidStop()
            guard isDismissed else { break }
            _ = schedule(after: .zero) { [weak self] in
                guard let self, isDismissed, controller?.transitionState ?? .idle == .idle else { return }
                view.close()
            }
        default: break
        }
    }
}
