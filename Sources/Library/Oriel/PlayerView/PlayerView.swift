package import Observation
import OrielPictureInPicture
public import OrielPlayer
package import OrielRemoteControl
import OrielSceneHandoff
public import OrielSurfaces
import OrielWayland
public import OrielWindows

/// View that shows a player in a window or full screen, and answers its user's keys and mouse.
///
/// A `PictureInPictureController` moves the view's video to Picture in Picture and back. Main actor only.
///
/// The view is registered with the session when it is made: the `oriel` commands find it by its name, and its video can
/// be swapped with that of other programs. The application keeps the view until it is closed. A view has one
/// controller, and a player one view: a view made for a player that another view shows takes over that view's window or
/// overlay, its controller and its name. The former view counts as closed; its `onClose` isn't called.
///
/// A view is `Observable`: its properties are, except `videoBounds`.
@MainActor
public class PlayerView {
    /// The player that the view shows; closed with the view.
    ///
    /// A new player replaces the present one in the same window or overlay, and keeps the name in the session. The last
    /// frame of the former player stays until the new one has a frame; then the former player is closed. If the new
    /// player has no frame in time, Picture in Picture ends (`StopReason.sourceLost`). A start or an end of Picture in
    /// Picture is completed first. A player that another view shows is refused.
    public var player: Player {
        get { observed(\.player, scene.player) }
        set {
            state.wantedPlayer = newValue
            takeUpPlayer()
        }
    }
    /// The application that the view belongs to; it keeps the view until the view is closed.
    public let application: Application
    /// Called once, from the loop, after the view has closed: by its user, the program or a command, or because its
    /// medium can't be played (see `failurePolicy`). Nothing of the view is on the screen then.
    public var onClose: () -> Void = {}
    /// Receives changes of full screen; kept weakly.
    public weak var delegate: (any PlayerViewDelegate)?
    /// Whether the view was closed, or was succeeded by another view of the same player.
    public internal(set) var isClosed: Bool {
        get { observed(\.isClosed, hasClosed) }
        set { change(\.isClosed) { hasClosed = newValue } }
    }
    private var hasClosed = false
    /// Whether the window becomes full screen when playback begins or resumes.
    public var entersFullScreenWhenPlaybackBegins: Bool {
        get { observed(\.entersFullScreenWhenPlaybackBegins, policies.entersFullScreen) }
        set { change(\.entersFullScreenWhenPlaybackBegins) { policies.entersFullScreen = newValue } }
    }
    /// Whether a full-screen view returns to a window when playback ends.
    public var exitsFullScreenWhenPlaybackEnds: Bool {
        get { observed(\.exitsFullScreenWhenPlaybackEnds, policies.exitsFullScreen) }
        set { change(\.exitsFullScreenWhenPlaybackEnds) { policies.exitsFullScreen = newValue } }
    }

    /// Whether the view closes when its user closes Picture in Picture; by default it stays.
    public var pictureInPictureClosePolicy: ClosePolicy {
        get { observed(\.pictureInPictureClosePolicy, policies.close) }
        set { change(\.pictureInPictureClosePolicy) { policies.close = newValue } }
    }

    /// Whether the view closes when its medium can't be played; by default it stays, with a message on the picture.
    public var failurePolicy: FailurePolicy {
        get { observed(\.failurePolicy, policies.failure) }
        set { change(\.failurePolicy) { policies.failure = newValue } }
    }

    /// Whether Oriel's controls appear in the view's window when a pointer moves on it or a finger taps it, and its
    /// menu at a right click. The overlay always has both, as with AVKit, unless
    /// `PictureInPictureOptions.showsControls` is false.
    public var showsPlaybackControls: Bool {
        get { observed(\.showsPlaybackControls, scene.options.showsPlaybackControls) }
        set { change(\.showsPlaybackControls) { scene.windowScene.showControls(newValue) } }
    }

    /// Whether the view may enter Picture in Picture: `AVPlayerViewController.allowsPictureInPicturePlayback`.
    ///
    /// False removes the button, refuses starts (`PictureInPictureError.notSupported`) and prevents automatic starts. A
    /// view that is in Picture in Picture returns as by `stopPictureInPicture()`. AVKit doesn't define that case; the
    /// web does the same (`disablePictureInPicture`).
    public var allowsPictureInPicturePlayback: Bool {
        get { observed(\.allowsPictureInPicturePlayback, policies.allowsPictureInPicture) }
        set {
            guard newValue != policies.allowsPictureInPicture else { return }
            change(\.allowsPictureInPicturePlayback) { policies.allowsPictureInPicture = newValue }
            controllerHost.allowanceChanged()
        }
    }

    /// Whether playback continues while neither the window nor an overlay of the view is visible:
    /// `AVPlayer.audiovisualBackgroundPlaybackPolicy`. It is a property of the view, because the view knows whether it
    /// is visible. For a locked session and outputs that are off, see
    /// `PictureInPictureController.pausesWhenSessionIsHidden`.
    public var audiovisualBackgroundPlaybackPolicy: AudiovisualBackgroundPlaybackPolicy {
        get { observed(\.audiovisualBackgroundPlaybackPolicy, policies.background) }
        set {
            change(\.audiovisualBackgroundPlaybackPolicy) { policies.background = newValue }
            controllerHost.listenForSilence()
        }
    }

    /// Returns the time to seek to when the user seeks by key, control or command; for example an interstitial that
    /// would be skipped (`Player.interstitialTimeRanges`). Corresponds to AVKit's delegate method
    /// `timeToSeekAfterUserNavigatedFrom:to:`. For a scrub on the progress bar, it is called at its end. nil seeks to
    /// the user's time.
    public var timeToSeekAfterUserNavigated: ((_ oldTime: Duration, _ targetTime: Duration) -> Duration)?

    /// Layers that the app draws over the video, from the lowest to the highest:
    /// `AVPlayerViewController.contentOverlayView`. They are in the view's window, or in Picture in Picture
    /// (`ContentOverlay.placement`). The first 64 are shown; the log says once that later ones are left out.
    public var contentOverlays: [ContentOverlay] {
        get { observed(\.contentOverlays, scene.windowScene.contentOverlays) }
        set { mutate(\.contentOverlays) { scene.windowScene.contentOverlays = newValue } }
    }

    /// Facts for the desktop's media controls (see `Application.mediaControlsName`); nil to take all from the
    /// medium.
    public var nowPlayingInfo: NowPlayingInfo? {
        didSet { application.mediaControls?.noteChange() }
    }

    /// Store of the overlays' last placements; nil by default. Without one, an overlay begins where the options
    /// say, else at the bottom right.
    public var overlayMemory: (any OverlayMemory)? {
        get { scene.overlay.memory }
        set { scene.overlay.memory = newValue }
    }

    /// The app's decisions about full screen, the background and Picture in Picture.
    var policies = ViewPolicies()
    var appRows = AppRows()
    /// The values that observers were told last.
    var glance = ViewGlance()
    /// Observers of the properties (`Observable`).
    package let registrar = ObservationRegistrar()
    let scene: PlayerScene
    private(set) lazy var display = OnScreenDisplay(self)
    /// The view's place in the session; it moves to a view that succeeds this one.
    lazy var session = SessionPlayer(self)
    /// Playback, by the player or the app's delegate; moves too.
    lazy var playback = ViewPlayback(self)
    /// The user's requests; move too.
    lazy var requests = ViewRequests(self)
    /// The panels in the picture; move too.
    lazy var panels = ViewPanels(requests)
    /// The host of the view's controller; moves too.
    lazy var controllerHost = ControllerHost(self)
    package var controller: PictureInPictureController? { controllerHost.controller }
    /// The state that moves to a view which succeeds this one.
    var state = ViewState()

    /// Whether the frames are the app's, whose memory is given back when the view closes.
    var showsFramesOfApp: Bool { false }

    /// Makes a view and registers it with the session. `show` displays it.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(
        player: Player, in application: Application, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, window: .own, options: options)
    }

    /// Makes a view whose player has no item yet, and registers it with the session. Its window appears with the first
    /// medium of this player or of another one.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(in application: Application, options: Options = Options()) throws(StartError) {
        try self.init(player: Player(), in: application, options: options)
    }

    /// Makes a view without a window of Oriel's, and registers it with the session. Oriel shows its video in Picture in
    /// Picture only; the app may show it in its own window.
    /// - Parameters:
    ///   - player: the player to show in Picture in Picture.
    ///   - application: keeps the view until it is closed.
    ///   - window: the app's window; kept weakly. Once it is gone, a restore ends without showing a window.
    ///   - options: the view's name and its other options; those of a window of Oriel's have no effect.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(
        player: Player, in application: Application, window: any AppWindow, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, window: .app(window), options: options)
    }

    init(
        player: Player, in application: Application, window: WindowChoice, options: Options
    ) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        self.application = application
        let predecessor = application.playerViews.first { $0.player === player }
        scene =
            predecessor?.scene
            ?? PlayerScene(
                player: player, identifier: options.name ?? player.source.description.name, options: options,
                window: window,
                desktop: application.desktop, exchanges: application.exchanges, log: application.log)
        scene.delegate = self
        guard predecessor == nil else {
            scene.takeUp(options, window)
            predecessor.map(succeed)
            return
        }
        do { try player.attach(to: application.loop) } catch { throw StartError(refused: error) }
        application.add(self)
        session.register()
    }

    // MARK: Showing

    /// Shows the view in a window of Oriel's: at once, or as soon as its medium is open.
    ///
    /// An existing window becomes full screen or a window again. A view in Picture in Picture returns as by its return
    /// button. Does nothing for a closed view, or if the window is the app's and there is no overlay.
    public func show(_ mode: Mode = .window) {
        guard !isClosed, !scene.windowScene.hasAppWindow || scene.floating != nil else { return }
        controllerHost.isDismissed = false
        if controller?.isPictureInPictureActive == true {
            send(.openedAgain)
        } else if let window = scene.window {
            if window.isFullscreen != (mode == .fullScreen) { window.setFullscreen(mode == .fullScreen) }
        } else if scene.floating != nil {
            send(.openedAgain)
        } else if controllerHost.isReady || player.isEmpty || player.hasFailed {
            // An empty player shows its hint at once, a failed one what has failed.
            makeWindow(mode)
        } else {
            state.wantedMode = mode
            scene.windowScene.wasFullscreen = mode == .fullScreen
        }
    }

    /// Whether the view's window is full screen, or will be full screen when it returns.
    public var isFullScreen: Bool { observed(\.isFullScreen, scene.isFullScreen) }

    /// Closes the view: ends its Picture in Picture as by `closePictureInPicture`, closes its window and its player,
    /// and leaves the session. `onClose` and delegates are called later, from the loop. Later calls do nothing.
    public func close() {
        guard !isClosed else { return }
        state.wantedPlayer = nil
        for reply in session.commands.takeAll() { reply(.ended(identifier)) }
        controllerHost.end()
        playback.endDelegation()
        controllerHost.captures.set(.closed, true)
        isClosed = true
        display.endStatistics()
        requests.closeDialogue()
        panels.finish()
        controllerHost.silence()
        scene.finish()
        session.unregister()
        player.close()
        // The app may use its frames' memory again.
        if showsFramesOfApp { player.removePicture() }
        application.remove(self)
        callLater {
            self.onClose()
            self.controllerHost.release()
            self.releaseClosures()
        }
    }

    /// Releases the app's closures, which may hold the app's objects and by them this view.
    private func releaseClosures() {
        onClose = {}
        scene.windowScene.contentOverlays = []
        scene.windowScene.inline?.onCommitNeeded = {}
        (display.filter, policies.keyHandlers, appRows) = (nil, [:], AppRows())
    }

    func makeWindow(_ mode: Mode) {
        scene.windowScene.wasFullscreen = mode == .fullScreen
        scene.windowScene.make(mode == .fullScreen ? .fullScreen(output: nil) : .window(nil))
        tellGlance()
        send(.windowMode(scene.windowScene.windowMode))
    }

    // MARK: Requests

    /// Does what a key with this action does in the view's window.
    public func perform(_ action: PlayerAction) { requests.perform(action.request, RequestContext()) }

    /// Opens the desktop's dialogue for a folder, and plays its media (`Options.opensFiles`).
    public func askForFolder() { requests.perform(.openFolder, RequestContext()) }

    /// Performs a command of another process; calls `reply` when its effect is complete.
    func perform(_ command: PlayerCommand, reply: @escaping PendingCommands.Reply) {
        requests.perform(.command(command), RequestContext(reply: reply))
    }

    func send(_ event: PictureInPictureSession.Event) { controllerHost.send(event) }

    var identifier: PlayerIdentifier { session.identifier }

    /// The player's status for `oriel status`.
    package var status: PlayerStatus { session.status }
}

extension PlayerView: SessionPlayerHost, ViewPlaybackHost, ViewRequestsHost {
    var isPaused: Bool { playback.isPaused }
    func delegateAnswered() { requests.continueScrubbing() }
    var transition: PictureInPictureSession.Report? { controllerHost.report }
    var snapshot: PictureInPictureSnapshot? { controller?.snapshot }
    var siblings: [ViewRequests] { application.playerViews.map(\.requests) }
}

extension PlayerView: ApplicationView {
    var isFocused: Bool { session.isFocused }
    var isMoving: Bool { session.isMoving }
    func outputRemoved(_ output: Output) { controllerHost.outputRemoved(output) }
    func layerShellChanged() { controllerHost.tellSupport() }
    func sessionChanged() { controllerHost.sessionChanged() }
    func sleepChanged() { playback.followSleep() }
}

extension Application {
    /// The application's views, each of which is a player view.
    var playerViews: [PlayerView] { views.compactMap { $0 as? PlayerView } }
}

extension PlayerView: ControllerHostView {
    var hostPolicies: HostPolicies {
        HostPolicies(
            closesByUser: policies.close == .closesView, allowsPictureInPicture: policies.allowsPictureInPicture,
            pausesInBackground: policies.background == .pauses)
    }

    func makeWindow() { makeWindow(scene.windowScene.wasFullscreen ? .fullScreen : .window) }

    func changeOverlay(_ command: PlayerCommand) -> Bool {
        var isDone = false
        requests.changeOverlay(command, RequestContext(announces: false) { isDone = $0 == nil })
        return isDone
    }

    func controllerChanged() { mutate(\.pictureInPictureController) {} }

    func transitionChanged(hasMoved: Bool) {
        if hasMoved { fullScreenFollowsTransition() }
        tellGlance()
        takeUpPlayer()
    }

    func callLater(_ body: @escaping @MainActor () -> Void) { application.desktop.calls.add(body) }
}
