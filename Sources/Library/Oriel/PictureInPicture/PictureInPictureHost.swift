package import OrielGeometry
package import OrielPictureInPicture
package import OrielPlayer
package import OrielSceneHandoff
package import OrielSurfaces

/// Environment of one `PictureInPictureController`: surfaces, connection to the broker, player and clock.
///
/// `ControllerHost` is one, and tests have a fake. Each effect of the session is performed here; the resulting events
/// go to the closure that `connect` received. Events that arrive while a delegate is called wait for the call's end.
@MainActor
package protocol PictureInPictureHost: AnyObject {
    /// Whether the compositor has a surface for Picture in Picture; read once, when the controller is made.
    var supportsPictureInPicture: Bool { get }
    /// The reason why the host can't be a controller's; nil if it can.
    var refusal: StartError? { get }
    /// The controller of this host; kept weakly.
    var controller: PictureInPictureController? { get set }
    /// Whether the present event comes from the user (a key, a button, a command).
    var hasUserIntent: Bool { get }

    /// Rectangle of the video in its window, and the window's size, if the window's place on the screen is known; read
    /// before each start.
    var source: (rect: Rect, surface: Size)? { get }

    /// Whether the window stays during Picture in Picture; read before each start.
    var keepsWindow: Bool { get }
    /// Whether the compositor has not shown the window for a while; read before each start.
    var isUnseen: Bool { get }

    /// Whether another view of this program takes part in the current transition, as far as the broker has said; read
    /// before each start.
    var isSiblingMoving: Bool { get }

    /// Known reason why a frame in the window isn't presented; nil if there is none.
    var presentationObstacle: String? { get }

    /// Called once, when the controller is made or gets this source: from now on events go to `send`. The host sends
    /// its present state at once (`.broker(.status)`, `.sourceReady`, `.playing`, `.windowMode`), and each change
    /// later.
    /// - Parameter other: the controller's former host, idle or in Picture in Picture. This host takes over its place
    ///   in the session and on the screen, and sends `.sourceReplaced` instead of `.sourceReady`.
    func connect(
        _ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void,
        inPlaceOf other: (any PictureInPictureHost)?)
    /// The controller was released or has another source, and its last effects have been performed. Later events are
    /// ignored.
    func disconnect()

    func perform(_ action: PictureInPictureSession.SurfaceAction)
    func perform(_ action: PictureInPictureSession.PlaybackAction)
    func send(_ request: BrokerRequest)
    /// Requests a swap of this player. The completion receives nil once both sides are in their new places.
    func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void)
    /// Receives the session's state for the broker; called after each change.
    func report(_ report: PictureInPictureSession.Report)
    /// Runs `body` from the loop, outside any call of the app, after the bodies given before.
    func callLater(_ body: @escaping @MainActor () -> Void)
    /// Called before the delegate, for other objects of the app that receive callbacks.
    func tell(_ callback: PictureInPictureSession.Callback)
    /// Called before a callback is delivered; for `oriel watch` and logs.
    func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?)
    /// Called when the restore of this transaction was answered; for `oriel watch`.
    func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?)
    /// Called when the observable properties have changed; for `oriel watch`.
    func note(_ snapshot: PictureInPictureSnapshot)
    /// Sets the overlay's content for a call, nil for the medium, and its rectangle within a window of some size.
    func show(_ content: VideoCallContent?, from frame: ((Size) -> Rect)?)
    /// Hands playback of the app's own frames to a controller's delegate.
    func delegatePlayback(
        to delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?, of controller: PictureInPictureController)
    /// Whether the app lets Picture in Picture start from the window; nil until it has said so.
    var startsFromInline: Bool? { get }
    /// The app's state that is kept for Picture in Picture, if it is active or in transition; nil otherwise.
    var persisted: (any PictureInPicturePersistable)? { get }
    /// Rectangle of the overlay on its output, in logical pixels; nil if there is none, or if it is unknown.
    var overlayRect: Rect? { get }
    /// Moves or resizes the overlay.
    /// - Returns: false if there is no overlay, or if only the compositor can do that.
    func changeOverlay(_ command: PlayerCommand) -> Bool
    /// Sets whether skipping and scrubbing are hidden and refused.
    func setRequiresLinearPlayback(_ isRequired: Bool)

    /// Follows a change of the setting that lets the controller start by itself when the window can't be seen.
    func automaticStartChanged()

    /// Notes the time of the app's request for a start, from which `oriel watch` measures the latency.
    func noteRequest()

    /// Notes that the playback delegate's answers may have changed.
    func invalidatePlaybackState()

    /// Runs `body` once, after a delay, on the main actor.
    /// - Returns: a closure that cancels it.
    func schedule(
        after delay: Duration, _ body: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void
}
