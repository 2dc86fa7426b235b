import OrielSceneHandoff
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
    var commands: PendingCommands { get set }
    var isClosed: Bool { get }
    /// Follows a change of the view's controller.
    func controllerChanged()
    /// Follows a report of the controller's session.
    /// - Parameter hasMoved: whether a transition began or ended.
    func transitionChanged(hasMoved: Bool)
    /// Carries out a request about the overlay.
    func changeOverlay(_ request: PlaybackRequest.Overlay, _ reply: @escaping (CommandFailure?) -> Void)
    func makeWindow(_ mode: PlayerView.Mode)
    func close()
}
