/// What an app's window is asked to be.
@MainActor
public struct AppWindowRequest {
    /// How it is to be on the screen.
    public let state: AppWindowState
    /// Whether its user wants to look at it: false where Picture in Picture ended otherwise, or another picture stands in front.
    public let takesFocus: Bool
    /// With which it may raise itself and take the keyboard (`xdg_activation_v1.activate`; toolkits take it by
    /// `gtk_window_set_startup_id`, `XDG_ACTIVATION_TOKEN` or their like); nil where the compositor gives none.
    public let activationToken: String?
    private let answer: @MainActor () -> Void

    init(
        state: AppWindowState, takesFocus: Bool, activationToken: String?, answer: @escaping @MainActor () -> Void
    ) {
        self.state = state
        self.takesFocus = takesFocus
        self.activationToken = activationToken
        self.answer = answer
    }

    /// The window's first picture is on the screen (`wp_presentation_feedback.presented`, else the frame callback of its commit).
    /// Once; what comes later, or for a request that another one has followed, is of no effect. An app that never calls it is
    /// taken to have shown its window after a second.
    public func presented() { answer() }
}
