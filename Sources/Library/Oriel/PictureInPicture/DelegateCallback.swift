import OrielPictureInPicture

extension PictureInPictureSession.Callback {
    /// Whether a restore that waits for its answer is over.
    var endsRestore: Bool { self == .willStop || self == .cancelRestore }

    /// Calls the delegate's member for this callback. A restore has a completion handler and is left to the engine.
    @MainActor
    func call(_ delegate: any PictureInPictureControllerDelegate, of controller: PictureInPictureController) {
        switch self {
        case .willStart: delegate.pictureInPictureControllerWillStartPictureInPicture(controller)
        case .didStart: delegate.pictureInPictureControllerDidStartPictureInPicture(controller)
        case .failedToStart(let error):
            delegate.pictureInPictureController(controller, failedToStartPictureInPictureWithError: error)
        case .restore: break
        case .cancelRestore: delegate.pictureInPictureControllerDidCancelRestoreUserInterface(controller)
        case .willStop: delegate.pictureInPictureControllerWillStopPictureInPicture(controller)
        case .didStop(let reason):
            delegate.pictureInPictureController(controller, didStopPictureInPictureWithReason: reason)
        case .foreground: delegate.pictureInPictureControllerWillEnterForeground(controller)
        case .background: delegate.pictureInPictureControllerDidEnterBackground(controller)
        case .suspendedChanged(let value): delegate.pictureInPictureController(controller, didChangeSuspended: value)
        case .stashedChanged(let value): delegate.pictureInPictureController(controller, didChangeStashed: value)
        }
    }
}
