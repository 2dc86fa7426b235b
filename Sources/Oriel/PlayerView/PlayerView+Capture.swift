import OrielPictureInPicture

/// The cameras that film for the view's call (`CameraSource`).
extension PlayerView {
    /// Has them stop while the call is out of sight, and go on once it is back.
    func followCapture(_ callback: PictureInPictureSession.Callback) {
        switch callback {
        case .stashedChanged(let isStashed): state.captures.set(.stashed, isStashed)
        case .suspendedChanged(let isSuspended): state.captures.set(.suspended, isSuspended)
        case .didStop:
            state.captures.set(.stashed, false)
            state.captures.set(.suspended, false)
        default: break
        }
    }
}
