public import OrielPictureInPicture
import OrielPlayer

/// Puts a player's picture into Picture in Picture and back, with the names and the order of AVKit's
/// `AVPictureInPictureController`.
///
/// Keep it strongly; it keeps its delegate weakly. When it goes, its picture goes, and nobody is told. Everything here
/// belongs to the main actor. Its delegate is called from the loop, never inside a call that the app makes; what is called inside a
/// delegate's method acts after that has returned.
@MainActor
public final class PictureInPictureController {
    /// Set by the runtime once it has asked the compositor.
    package static var supportProbe: @MainActor () -> Bool = { false }

    /// What is shown. Another one takes the present one's place, in Picture in Picture too: its picture comes in the same overlay as
    /// soon as there is one, under the name by which the session's commands know the one before, and a restore brings its window.
    /// Without a picture in time, and for nil, Picture in Picture ends (`StopReason.sourceLost`). While it begins or ends, that
    /// comes first. The view before goes on by itself, unseen where it had no window. A view that is closed or has another
    /// controller counts as nil.
    public var contentSource: ContentSource? {
        didSet { sourceChanged() }
    }
    private var engine: PictureInPictureEngine

    /// Whether this session's compositor has a surface for Picture in Picture. False before there is an `Application`, which asks it,
    /// and after its end. With one it is true: where there is no layer-shell there is a titled window. A view that refuses that one
    /// (`PictureInPictureOptions.allowsToplevel`) is told by the initializer, and later by `isPictureInPicturePossible`.
    public static func isPictureInPictureSupported() -> Bool { supportProbe() }

    /// Takes over from the controller that the view has, if any, with a picture that floats: that one keeps no source, and its delegate
    /// hears nothing more. An app may set its controller up again and again.
    /// - Returns: nil where the compositor has no surface that can float, or the user's setting refuses the one it has;
    ///   and for a view that is closed.
    public init?(contentSource: ContentSource) {
        guard contentSource.host.supportsPictureInPicture else { return nil }
        self.contentSource = contentSource
        var settings = PictureInPictureSession.Settings()
        settings.canRestore = false
        settings.isCall = contentSource.videoCallContent != nil
        if let former = contentSource.host.controller {
            engine = former.handOver()
            engine.begin(with: settings)
            contentSource.host.setRequiresLinearPlayback(false)
        } else {
            engine = PictureInPictureEngine(host: contentSource.host, settings: settings)
        }
        engine.controller = self
        contentSource.begin(with: self)
    }

    /// Lets another controller have its source and its session.
    private func handOver() -> PictureInPictureEngine {
        let handed = engine
        engine = PictureInPictureEngine(host: nil, settings: handed.session.settings)
        engine.controller = self
        engine.delegate = delegate
        contentSource = nil
        return handed
    }

    private func sourceChanged() {
        guard let host = contentSource?.host else { return engine.replaceHost(with: nil) }
        guard host.controller === self || host.controller == nil && host.supportsPictureInPicture else {
            return contentSource = nil
        }
        contentSource?.begin(with: self)
        let isCall = contentSource?.videoCallContent != nil
        engine.configure { $0.isCall = isCall }
        host.setRequiresLinearPlayback(requiresLinearPlayback)
        if host !== engine.nextHost { engine.replaceHost(with: host) }
    }

    /// The same picture is another view's, with all that it was in the middle of.
    func viewChanged(to view: PlayerView) {
        engine.moveHost(to: view)
        contentSource = ContentSource(playerView: view)
    }

    private var hasUserIntent: Bool { engine.host?.hasUserIntent ?? false }

    isolated deinit { engine.release() }

    /// Hears of what happens; kept weakly. Without one a restore counts as refused.
    public weak var delegate: (any PictureInPictureControllerDelegate)? {
        didSet {
            engine.delegate = delegate
            let hasDelegate = delegate != nil
            engine.configure { $0.canRestore = hasDelegate }
        }
    }

    // MARK: - Starting and stopping

    /// Starts Picture in Picture. *willStart*, then *didStart* or *failedToStart*, follow; where it is not possible only
    /// the latter. In full screen, with another picture in Picture in Picture that can be restored, the two change places.
    public func startPictureInPicture() {
        engine.host?.noteRequest()
        engine.send(.start(userIntent: hasUserIntent))
    }

    /// Waits until Picture in Picture is possible, then starts it; fails with *notPossible* after `bound`.
    public func startPictureInPictureWhenPossible(within bound: Duration) {
        engine.host?.noteRequest()
        engine.send(.startWhenPossible(within: bound.onClocks, userIntent: hasUserIntent))
    }

    /// Brings the picture back: restore, *willStop*, *didStop*. Before *didStart* it cancels the start. In the tv profile,
    /// while this controller is not active, it ends whichever is.
    public func stopPictureInPicture() { engine.send(.stop) }

    /// Ends Picture in Picture without a restore, and pauses.
    public func closePictureInPicture() { engine.send(.close) }

    /// Brings the picture back as its return button does; for an app in which the user opens the same title once more.
    public func returnFromPictureInPicture() { engine.send(.openedAgain) }

    /// This picture and another app's change places: from its window into Picture in Picture and the one that is there
    /// into its window, or the other way round where this is the one. Each side's delegate hears the same as for a start
    /// and a stop with a restore. Where there is nothing to change places with, nothing happens.
    public func swapPictureInPicture() { engine.host?.requestSwap { _ in } }

    /// What the playback delegate of frames that the app makes tells has changed: it is asked anew, once in a turn of the loop.
    public func invalidatePlaybackState() { engine.host?.invalidatePlaybackState() }

    // MARK: - Observing

    /// Whether a start would be granted now: supported, broker reachable, a picture to show, session unlocked, no
    /// transition under way, slot free or displaceable.
    public var isPictureInPicturePossible: Bool { engine.snapshot.isPossible }
    /// True from just before *didStart* to just before *didStop*.
    public var isPictureInPictureActive: Bool { engine.snapshot.isActive }
    /// Active, but hidden and paused: by a call that took the slot, or by the session's lock.
    public var isPictureInPictureSuspended: Bool { engine.snapshot.isSuspended }
    /// Pushed past the edge by the user.
    public var isPictureInPictureStashed: Bool { engine.snapshot.isStashed }
    /// Whether any app's picture is in Picture in Picture and can be stopped: offer *swap* and *stop*, else *start*.
    public var canStopPictureInPicture: Bool { engine.snapshot.canStop }
    /// Whether the session began by the app going to the background.
    public var wasStartedAutomatically: Bool { engine.snapshot.isAutomatic }
    /// Where its session stands.
    public var transitionState: PictureInPictureTransitionState { engine.snapshot.state }
    /// All of them at one moment, with a number that grows with each change.
    public var snapshot: PictureInPictureSnapshot { engine.snapshot }

    /// The present snapshot, then each later one. Each call makes a stream of its own, which ends with the controller; a
    /// reader that falls far behind loses the oldest, which the revisions show.
    public func snapshots() -> AsyncStream<PictureInPictureSnapshot> { engine.snapshots() }

    // MARK: - Settings

    /// No skipping, no scrubbing, by controls, keys or commands; for advertisements and legal text.
    public var requiresLinearPlayback = false {
        didSet {
            guard requiresLinearPlayback != oldValue else { return }
            engine.host?.setRequiresLinearPlayback(requiresLinearPlayback)
        }
    }

    /// Start by itself when the window of a playing picture can be seen no longer: on another workspace, minimised or wholly
    /// covered, as compositors tell it or, by withholding frame callbacks, let it be known. A full-screen picture does so
    /// without this. The window stays where it is, with a placeholder, and showing it brings the picture back.
    public var canStartPictureInPictureAutomaticallyFromInline: Bool {
        get { engine.session.settings.startsAutomaticallyFromInline }
        set {
            engine.configure { $0.startsAutomaticallyFromInline = newValue }
            engine.host?.automaticStartChanged()
        }
    }

    /// The user's own setting; false refuses every automatic start.
    public var allowsAutomaticStart: Bool {
        get { engine.session.settings.allowsAutomaticStart }
        set {
            engine.configure { $0.allowsAutomaticStart = newValue }
            engine.host?.automaticStartChanged()
        }
    }

    /// What plays in its window pauses while the session is locked or every output is off, and goes on afterwards; in Picture
    /// in Picture it always does.
    public var pausesWhenSessionIsHidden: Bool {
        get { engine.session.settings.pausesWhenLocked }
        set { engine.configure { $0.pausesWhenLocked = newValue } }
    }

    func startsAutomatically(fromFullScreen: Bool) -> Bool {
        allowsAutomaticStart && (fromFullScreen || canStartPictureInPictureAutomaticallyFromInline)
    }

    /// End Picture in Picture when the media ends.
    public var stopsWhenMediaEnds: Bool {
        get { engine.session.settings.stopsWhenMediaEnds }
        set { engine.configure { $0.stopsWhenMediaEnds = newValue } }
    }

    /// Whose rules `stopPictureInPicture()` follows.
    public var profile: PictureInPictureProfile {
        get { engine.session.settings.profile }
        set { engine.configure { $0.profile = newValue } }
    }

    /// Whether the delegate can bring its user interface back. Where it cannot, a player that starts elsewhere replaces
    /// this one instead of changing places. True with a delegate, until one turns out to have no restore method.
    public var restoresUserInterface: Bool {
        get { engine.session.settings.canRestore }
        set { engine.configure { $0.canRestore = newValue } }
    }

    /// How long each step may take.
    package var timings: PictureInPictureTimings {
        get { engine.session.settings.timings }
        set { engine.configure { $0.timings = newValue } }
    }

    func restoreIsMissing() { restoresUserInterface = false }

    var currentRestore: PictureInPictureSession.RestoreToken? { engine.currentRestore }
    var runner: PictureInPictureEngine { engine }

    /// Whether nothing of a controller remains is what a test asks.
    package var runnerForTests: AnyObject { engine }
}
