import OrielPictureInPicture

/// A view's state towards its controller, the session's other players and its user.
struct SessionStanding {
    /// Sends an event to the controller's session; does nothing without a controller.
    var send: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// Sends an event after the view was closed, to answer the session's last actions.
    var answer: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// The last report of the controller's session.
    var report: PictureInPictureSession.Report?
    /// Whether Picture in Picture is supported, as the controller was told last.
    var isSupported = true
    /// The generation of the present or last overlay.
    var overlay: UInt32 = 0
    /// The generation of the window that returned last from Picture in Picture.
    var window: UInt32 = 0
    /// Whether the medium is open.
    var isReady = false
    /// Whether the view's window is not visible.
    var isHidden = false
    /// The monotonic time of the last key, button or command for the view.
    var lastUserAction: Duration?
}
