package import OrielGeometry
package import OrielPictureInPicture

/// The world around one `PictureInPictureController`: its surfaces, its link to the broker, its player, its clock.
///
/// The player view is one, a test's fake another. Each effect of the session arrives here; what comes of it goes back
/// through the closure given to `connect`. Events that arrive while a delegate is called wait for the call's end.
@MainActor
package protocol PictureInPictureHost: AnyObject {
    /// The player view that shows it; nil for a test's host.
    var view: PlayerView? { get }
    /// Whether a surface of this compositor can float; asked once, when the controller is made.
    var supportsPictureInPicture: Bool { get }
    /// The controller that shows it; kept weakly.
    var controller: PictureInPictureController? { get set }
    /// Whether what is being handled now was the user's doing (a key, a button, a command).
    var hasUserIntent: Bool { get }

    /// Where the picture stands in a window whose place on the screen is known, and that window's size; asked before each start.
    var source: (rect: Rect, surface: Size)? { get }

    /// Whether its window stays while its picture floats; asked before each start.
    var keepsWindow: Bool { get }
    /// Whether the compositor has shown nothing of its window for a while; asked before each start.
    var isUnseen: Bool { get }

    /// Called once, when the controller is made or gets this source: from now on events go to `send`. The host tells at once
    /// what it knows (`.broker(.status)`, `.sourceReady`, `.playing`, `.windowMode`), and each change later.
    /// - Parameter other: which the controller had before, idle or with its picture afloat. What it has in the session and on the
    ///   screen becomes this one's, and `.sourceReplaced` takes the place of `.sourceReady`.
    func connect(
        _ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void,
        inPlaceOf other: (any PictureInPictureHost)?)
    /// The controller is gone, or has another source; its last effects have been performed. Events sent later go nowhere.
    func disconnect()

    func perform(_ action: PictureInPictureSession.SurfaceAction)
    func perform(_ action: PictureInPictureSession.PlaybackAction)
    func send(_ request: BrokerRequest)
    /// Asks for a swap that this player is a side of. The completion gets nil once both are where they shall be.
    func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void)
    /// What a new broker, or the present one, should know of this session; called after each change.
    func report(_ report: PictureInPictureSession.Report)
    /// Runs `body` in a turn of the loop with nothing of the app's on the stack, after all that was given before.
    func callLater(_ body: @escaping @MainActor () -> Void)
    /// The delegate is about to be called; for what else of the app's hears of it.
    func tell(_ callback: PictureInPictureSession.Callback)
    /// A callback is about to be delivered; for `oriel watch` and logs, which number it.
    func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?)
    /// The restore of this transaction was answered; for `oriel watch`.
    func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?)
    /// The observable properties have changed; for `oriel watch`.
    func note(_ snapshot: PictureInPictureSnapshot)
    /// Hides and refuses skipping and scrubbing, or offers them again.
    func setRequiresLinearPlayback(_ isRequired: Bool)

    /// Whether the controller starts by itself when the window can't be seen has changed.
    func automaticStartChanged()

    /// The app asks for a start now, from when on `oriel watch` counts.
    func noteRequest()

    /// What the app tells of the playback may have changed.
    func invalidatePlaybackState()

    /// Runs `body` once, after this long, on the main actor.
    /// - Returns: what calls it off.
    func schedule(
        after delay: Duration, _ body: @escaping @MainActor () -> Void
    ) -> @MainActor () -> Void
}

extension PictureInPictureHost {
    /// Most have nothing else to tell.
    package func tell(_ callback: PictureInPictureSession.Callback) {}
    /// Most count nothing.
    package func noteRequest() {}
    /// Most know by themselves.
    package func invalidatePlaybackState() {}
    /// Most can be seen, as far as they know.
    package var isUnseen: Bool { false }
    /// Most windows go.
    package var keepsWindow: Bool { false }
    /// Few know.
    package var source: (rect: Rect, surface: Size)? { nil }
}
