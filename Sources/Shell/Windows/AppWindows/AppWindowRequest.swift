/// A request to show the app's window (`AppWindow.show`).
@MainActor
public struct AppWindowRequest {
    /// The state in which the window must appear.
    public let state: AppWindowState
    /// Whether the window should take the focus: false if Picture in Picture ended without the user's wish to return,
    /// or if another picture is in front.
    public let takesFocus: Bool
    /// Activation token with which the window raises itself and takes the focus (`xdg_activation_v1.activate`; toolkits
    /// accept it through `gtk_window_set_startup_id`, the environment variable `XDG_ACTIVATION_TOKEN` or similar). nil
    /// if the compositor gives none.
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

    /// The same request for a window whose picture answers by itself.
    var unanswered: Self {
        Self(state: state, takesFocus: takesFocus, activationToken: activationToken) {}
    }

    /// Reports that the window's first frame is on the screen (`wp_presentation_feedback.presented`, or else the frame
    /// callback of its commit). Later calls have no effect, and neither has a call on a request that a newer one has
    /// replaced. If the app never calls it, the window counts as shown after one second.
    public func presented() { answer() }
}
