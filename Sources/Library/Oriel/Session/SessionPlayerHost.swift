import OrielPictureInPicture
import OrielSceneHandoff

/// The view of a session's player: its surfaces and state, and the recipient of commands and of the broker's events.
@MainActor
protocol SessionPlayerHost: ViewHost {
    /// The last report of the controller's session; nil without one.
    var transition: PictureInPictureSession.Report? { get }
    /// The controller's properties; nil without a controller.
    var snapshot: PictureInPictureSnapshot? { get }
    /// Performs a command of another process; calls `reply` when its effect is complete.
    func perform(_ command: PlayerCommand, reply: @escaping PendingCommands.Reply)
    /// Sends an event to the controller's session.
    func send(_ event: PictureInPictureSession.Event)
}
