import OrielWindows

/// The view behind a controller's host: its surfaces, its playback, and its place in the session.
@MainActor
protocol ControllerHostView: AnyObject {
    var application: Application { get }
    var scene: PlayerScene { get }
    var session: SessionPlayer { get }
    var playback: ViewPlayback { get }
    var display: OnScreenDisplay { get }
    var policies: ViewPolicies { get }
    var requests: ViewRequests { get }
    var isClosed: Bool { get }
    /// Follows a change of the view's controller.
    func controllerChanged()
    /// Follows a report of the controller's session.
    /// - Parameter hasMoved: whether a transition began or ended.
    func transitionChanged(hasMoved: Bool)
    func makeWindow(_ mode: PlayerView.Mode)
    func close()
}
