import Logging
package import Observation
public import OrielPictureInPicture
public import OrielPlayer

/// Starts and stops Picture in Picture for a view, with the names and the order of AVKit's
/// `AVPictureInPictureController`.
///
/// The app keeps the controller strongly; the controller keeps its delegate weakly. When the controller is released,
/// its Picture in Picture ends without callbacks. Main actor only. The delegate is called from the loop, never inside a
/// call that the app makes; calls that the app makes inside a delegate's method take effect after the method has
/// returned.
@MainActor
public final class PictureInPictureController {
    /// The source that is shown in Picture in Picture.
    ///
    /// A new source replaces the present one, also during Picture in Picture: its video appears in the same overlay as
    /// soon as it has a frame, under the present source's name in the session, and a restore shows the new source's
    /// window. If it has no frame in time, or for nil, Picture in Picture ends (`StopReason.sourceLost`). A start or an
    /// end in progress is completed first. The former source's view continues to play, hidden if it had no window. A
    /// view that is closed or has another controller counts as nil.
    public var contentSource: ContentSource? {
        get { observed(\.contentSource, source) }
        set {
            mutate(\.contentSource) { source = newValue }
            sourceChanged()
        }
    }
    private var source: ContentSource?
    private var engine: PictureInPictureEngine
    /// Observers of the properties (`Observable`).
    package let registrar = ObservationRegistrar()

    /// Whether the compositor has a surface for Picture in Picture.
    ///
    /// False before there is an `Application` and after its end; true with one, since without layer-shell a titled
    /// window takes the overlay's place. If a view's options refuse that window
    /// (`PictureInPictureOptions.allowsToplevel`), the initializer returns nil, and `isPictureInPicturePossible` is
    /// false later.
    public static func isPictureInPictureSupported() -> Bool { Application.openCount > 0 }

    /// Makes a controller for a source. It takes over from the controller that the source's view has, also during
    /// Picture in Picture: the former controller loses its source, and its delegate receives no more callbacks. So an
    /// app may make its controller again at any time.
    /// - Returns: nil if the compositor has no surface for Picture in Picture, if the user's setting refuses the
    ///   surface it has, or if the view is closed.
    public convenience init?(contentSource: ContentSource) {
        do throws(StartError) { try self.init(showing: contentSource) } catch {
            Self.log.notice("no controller for Picture in Picture: \(error)")
            return nil
        }
    }

    private static let log = Logger(label: "oriel.pip")

    /// Makes a controller for a source, as `init(contentSource:)` does, and tells why it can't.
    /// - Throws: `StartError` if the compositor has no surface for Picture in Picture, if the view's options refuse the
    ///   surface it has, or if the view is closed.
    public init(showing contentSource: ContentSource) throws(StartError) {
        if let refusal = contentSource.host.refusal { throw refusal }
        source = contentSource
        var settings = PictureInPictureSession.Settings()
        settings.canRestore = false
        settings.isCall = contentSource.videoCallContent != nil
        if let former = contentSource.host.controller {
            engine = former.handOver()
            engine.begin(with: settings, for: contentSource)
            contentSource.host.setRequiresLinearPlayback(false)
        } else {
            engine = PictureInPictureEngine(source: contentSource, settings: settings)
        }
        engine.controller = self
        contentSource.begin(with: self)
        if let starts = contentSource.host.startsFromInline {
            canStartPictureInPictureAutomaticallyFromInline = starts
        }
    }

    /// Hands the source and the session to another controller.
    private func handOver() -> PictureInPictureEngine {
        let handed = engine
        engine = PictureInPictureEngine(source: nil, settings: handed.session.settings)
        engine.controller = self
        engine.delegate = delegate
        contentSource = nil
        tellObservers(from: handed.snapshot, to: engine.snapshot)
        return handed
    }

    private func sourceChanged() {
        guard let source else { return engine.replaceSource(with: nil) }
        let host = source.host
        guard host.controller === self || host.controller == nil && host.supportsPictureInPicture else {
            return contentSource = nil
        }
        source.begin(with: self)
        let isCall = source.videoCallContent != nil
        engine.configure { $0.isCall = isCall }
        host.setRequiresLinearPlayback(requiresLinearPlayback)
        engine.replaceSource(with: source)
    }

    /// Replaces the source by that of a view which has succeeded its view.
    func viewChanged(to source: ContentSource) {
        engine.moveSource(to: source)
        contentSource = source
    }

    private var hasUserIntent: Bool { engine.host?.hasUserIntent ?? false }

    isolated deinit { engine.release() }

    /// Receives the callbacks; kept weakly. Without a delegate, every restore counts as refused.
    public weak var delegate: (any PictureInPictureControllerDelegate)? {
        didSet {
            engine.delegate = delegate
            let hasDelegate = delegate != nil
            engine.configure { $0.canRestore = hasDelegate }
        }
    }

    // MARK: - Starting and stopping

    /// Starts Picture in Picture. The delegate receives *willStart*, then *didStart* or *failedToStart*; if Picture in
    /// Picture isn't possible, only *failedToStart*. In full screen, if another view is in Picture in Picture and can
    /// be restored, the two are swapped.
    public func startPictureInPicture() {
        engine.host?.noteRequest()
        engine.send(.start(userIntent: hasUserIntent))
    }

    /// Starts Picture in Picture as soon as it is possible; fails with *notPossible* after `bound`.
    public func startPictureInPictureWhenPossible(within bound: Duration) {
        engine.host?.noteRequest()
        engine.send(.startWhenPossible(within: bound.onClocks, userIntent: hasUserIntent))
    }

    /// Stops Picture in Picture and restores the window: *restore*, *willStop*, *didStop*. Before *didStart* it cancels
    /// the start. In the tv profile, a controller that isn't active stops the one that is.
    public func stopPictureInPicture() { engine.send(.stop) }

    /// Ends Picture in Picture without a restore, and pauses playback.
    public func closePictureInPicture() { engine.send(.close) }

    /// Returns from Picture in Picture as its return button does, for an app in which the user opens the same title
    /// again.
    public func returnFromPictureInPicture() { engine.send(.openedAgain) }

    /// Swaps this view with another app's: the one in a window enters Picture in Picture, and the other returns to a
    /// window.
    ///
    /// Each side's delegate receives the same callbacks as for a start, or for a stop with a restore. Does nothing if
    /// there is no view to swap with.
    public func swapPictureInPicture() { engine.host?.requestSwap { _ in } }

    /// Notes that the playback delegate's answers have changed. It is asked again once, in the next turn of the loop.
    public func invalidatePlaybackState() { engine.host?.invalidatePlaybackState() }

    // MARK: - Observing

    /// Whether a start would succeed now: supported, broker reachable, a frame to show, session unlocked, no transition
    /// in progress, slot free or displaceable.
    public var isPictureInPicturePossible: Bool { observed(\.isPictureInPicturePossible, engine.snapshot.isPossible) }
    /// Whether Picture in Picture is active: from just before *didStart* to just before *didStop*.
    public var isPictureInPictureActive: Bool { observed(\.isPictureInPictureActive, engine.snapshot.isActive) }
    /// Whether Picture in Picture is active but hidden and paused, by a call or by the session's lock.
    public var isPictureInPictureSuspended: Bool {
        observed(\.isPictureInPictureSuspended, engine.snapshot.isSuspended)
    }
    /// Whether the user has stashed the overlay at an edge of the screen.
    public var isPictureInPictureStashed: Bool { observed(\.isPictureInPictureStashed, engine.snapshot.isStashed) }
    /// Whether any app is in Picture in Picture and can be stopped. If so, an app offers *swap* and *stop*, otherwise
    /// *start*.
    public var canStopPictureInPicture: Bool { observed(\.canStopPictureInPicture, engine.snapshot.canStop) }
    /// Whether Picture in Picture started automatically, when the app went to the background.
    public var wasStartedAutomatically: Bool { observed(\.wasStartedAutomatically, engine.snapshot.isAutomatic) }
    /// State of the transition into or out of Picture in Picture.
    public var transitionState: PictureInPictureTransitionState { observed(\.transitionState, engine.snapshot.state) }
    /// All observable properties at one moment, with a revision number that grows with each change.
    public var snapshot: PictureInPictureSnapshot { observed(\.snapshot, engine.snapshot) }

    /// Returns a stream of the present snapshot and each later one. Whether a snapshot or the delegate's method about
    /// the same change comes first is undefined.
    ///
    /// The stream does not keep the controller, and ends when it is released or its view is closed. A task that names
    /// the controller keeps it, so the stream is made before the task. A reader that falls more than 64 snapshots
    /// behind loses the oldest, as the revision numbers show.
    public func snapshots() -> AsyncStream<PictureInPictureSnapshot> { engine.snapshots() }

    // MARK: - Settings

    /// Whether skipping and scrubbing are refused, by controls, keys and commands; for advertisements and legal text.
    public var requiresLinearPlayback: Bool {
        get { observed(\.requiresLinearPlayback, isLinear) }
        set {
            guard isLinear != newValue else { return }
            change(\.requiresLinearPlayback) { isLinear = newValue }
            engine.host?.setRequiresLinearPlayback(newValue)
        }
    }
    private var isLinear = false

    /// Whether Picture in Picture starts automatically when the window of a playing view is no longer visible: on
    /// another workspace, minimised or wholly covered, as the compositor tells or as missing frame callbacks show.
    ///
    /// A full-screen view starts automatically without this. The window stays, with a placeholder, and showing it ends
    /// Picture in Picture.
    public var canStartPictureInPictureAutomaticallyFromInline: Bool {
        get {
            observed(
                \.canStartPictureInPictureAutomaticallyFromInline,
                engine.session.settings.startsAutomaticallyFromInline)
        }
        set {
            change(\.canStartPictureInPictureAutomaticallyFromInline) {
                engine.configure { $0.startsAutomaticallyFromInline = newValue }
            }
            engine.host?.automaticStartChanged()
        }
    }

    /// The user's setting; false refuses every automatic start.
    public var allowsAutomaticStart: Bool {
        get { observed(\.allowsAutomaticStart, engine.session.settings.allowsAutomaticStart) }
        set {
            change(\.allowsAutomaticStart) { engine.configure { $0.allowsAutomaticStart = newValue } }
            engine.host?.automaticStartChanged()
        }
    }

    /// Whether playback in a window pauses while the session is locked or every output is off, and resumes afterwards.
    /// Playback in Picture in Picture always does.
    public var pausesWhenSessionIsHidden: Bool {
        get { observed(\.pausesWhenSessionIsHidden, engine.session.settings.pausesWhenLocked) }
        set { change(\.pausesWhenSessionIsHidden) { engine.configure { $0.pausesWhenLocked = newValue } } }
    }

    func startsAutomatically(fromFullScreen: Bool) -> Bool {
        allowsAutomaticStart && (fromFullScreen || canStartPictureInPictureAutomaticallyFromInline)
    }

    /// Whether Picture in Picture ends when the media ends.
    public var stopsWhenMediaEnds: Bool {
        get { observed(\.stopsWhenMediaEnds, engine.session.settings.stopsWhenMediaEnds) }
        set { change(\.stopsWhenMediaEnds) { engine.configure { $0.stopsWhenMediaEnds = newValue } } }
    }

    /// Profile that `stopPictureInPicture()` follows.
    public var profile: PictureInPictureProfile {
        get { observed(\.profile, engine.session.settings.profile) }
        set { change(\.profile) { engine.configure { $0.profile = newValue } } }
    }

    /// Whether the delegate can restore its user interface. If not, another player that starts replaces this one
    /// instead of swapping with it. True with a delegate, until the delegate turns out to have no restore method.
    public var restoresUserInterface: Bool {
        get { observed(\.restoresUserInterface, engine.session.settings.canRestore) }
        set { change(\.restoresUserInterface) { engine.configure { $0.canRestore = newValue } } }
    }

    func restoreIsMissing() { restoresUserInterface = false }

    var currentRestore: PictureInPictureSession.RestoreToken? { engine.currentRestore }
    var runner: PictureInPictureEngine { engine }
}
