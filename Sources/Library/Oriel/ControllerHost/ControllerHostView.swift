import OrielSceneHandoff

/// The view behind a controller's host: its surfaces, its playback, and its place in the session.
@MainActor
protocol ControllerHostView: ViewHost {
    var display: OnScreenDisplay { get }
    var hostPolicies: HostPolicies { get }
    func controllerChanged()
    /// Follows a report of the controller's session.
    /// - Parameter hasMoved: whether a transition began or ended.
    func transitionChanged(hasMoved: Bool)
    /// Makes the view's window, full screen if its last one was.
    func makeWindow()
    /// Moves or resizes the overlay.
    /// - Returns: false if there is no overlay, or if only the compositor can do that.
    func changeOverlay(_ command: PlayerCommand) -> Bool
    func close()
}
