import Logging
package import OrielGeometry
package import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import OrielSurfaces
import OrielWayland
import OrielWindows

/// The view as a controller's host.
extension PlayerView: PictureInPictureHost {
    package var supportsPictureInPicture: Bool { !isClosed && canFloat }

    package var refusal: StartError? {
        if isClosed { return StartError("the view is closed") }
        if canFloat { return nil }
        return StartError(
            "the compositor has neither layer-shell nor Picture-in-Picture windows, "
                + "and the view's options refuse a titled window",
            advice: "set PictureInPictureOptions.allowsToplevel")
    }

    package var isSiblingMoving: Bool {
        application.views.contains { $0 !== self && $0.session.isMoving }
    }

    package var presentationObstacle: String? {
        scene.windowScene.inline?.isAwaitingCommit == true ? InlinePicture.missingCommit : nil
    }

    package var source: (rect: Rect, surface: Size)? { scene.windowScene.source }

    package func connect(
        _ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void,
        inPlaceOf other: (any PictureInPictureHost)?
    ) {
        if let other = other?.view { takePlace(of: other) }
        state.standing.send = send
        state.standing.isSupported = isSupported
        send(.supportChanged(isSupported))
        send(.playing(!isPaused))
        send(.windowMode(scene.windowScene.windowMode))
        send(.windowVisible(!state.standing.isHidden))
        send(other == nil ? .sourceReady(state.standing.isReady) : .sourceReplaced(isReady: state.standing.isReady))
        send(.locked(application.desktop.session.isHidden))
        send(.connected(application.desktop.isConnected))
        send(.broker(session.slot.map { .status($0) } ?? .lost))
    }

    package func disconnect() {
        (state.standing.send, state.standing.answer) = ({ _ in }, { _ in })
        controller = nil
        playback.endDelegation()
        state.standing.report = nil
        followBackground()
        session.reportChanged()
    }

    package func perform(_ action: PictureInPictureSession.SurfaceAction) {
        guard !isClosed else { return performClosed(action) }
        switch action {
        case .showWindow(let generation, _): state.standing.window = generation
        case .createOverlay(let request): state.standing.overlay = request.generation
        case .prepareExchange(let generation, _): state.standing.overlay = generation
        default: break
        }
        if isDismissed, performUnseen(action) { return }
        scene.perform(action)
    }

    /// Answers the actions of a stop that goes on after the view was closed.
    private func performClosed(_ action: PictureInPictureSession.SurfaceAction) {
        switch action {
        case .showWindow(let generation, _): state.standing.answer(.surface(.windowPresented(generation: generation)))
        case .removeOverlay(let generation, animated: true):
            state.standing.answer(.surface(.overlayRemoved(generation: generation)))
        default: break
        }
    }

    package func perform(_ action: PictureInPictureSession.PlaybackAction) {
        switch action {
        case .pause, .pauseBySuspension: playback.setPlaying(false)
        case .resume: playback.setPlaying(true)
        }
    }

    package func send(_ request: BrokerRequest) {
        guard request == .leave else { return session.send(request) }
        // Leaving the session releases its slot. The view registers again, for commands and its next controller.
        guard let report = state.standing.report, report.state != .idle || report.transaction != nil else { return }
        state.standing.report = nil
        session.registerAnew()
    }

    package func report(_ report: PictureInPictureSession.Report) {
        let hasMoved = report.state != state.standing.report?.state ?? .idle
        state.standing.report = report
        if hasMoved { fullScreenFollowsTransition() }
        tellGlance()
        followBackground()
        listenForSilence()
        session.reportChanged()
        tellSupport()
        takeUpPlayer()
    }

    package func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void) {
        session.noteRequest()
        session.requestSwap { completion($0.map(PictureInPictureError.init)) }
    }

    package var view: PlayerView? { self }

    package func automaticStartChanged() { listenForSilence() }

    package func noteRequest() { session.noteRequest() }

    package func invalidatePlaybackState() { playback.delegated?.invalidate() }

    package func setRequiresLinearPlayback(_ isRequired: Bool) {
        playback.setRequiresLinearPlayback(isRequired)
    }

    package func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let loop = application.loop
        let token = loop.after(delay, body)
        return { loop.remove(token) }
    }

    package func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?) {
        // A restored view is shown, even if no other view was made for its player.
        if answer { isDismissed = false }
        session.publish(.restore, [.init("answer", .bool(answer))], transaction: transaction)
    }

    package func note(_ snapshot: PictureInPictureSnapshot) { session.publish(isPossible: snapshot.isPossible) }

    package func callLater(_ body: @escaping @MainActor () -> Void) { application.desktop.calls.add(body) }

    package func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?) {
        session.publish(callback, transaction)
        complete(callback)
        followCapture(callback)
        switch callback {
        case .willStart: scene.overlay.callContent?.begin()
        case .failedToStart, .didStop: scene.overlay.callContent?.returnLayers()
        default: break
        }
        // A controller may outlive its view, and fail to start.
        guard !isClosed else { return }
        switch callback {
        case .failedToStart(let error):
            scene.log.warning("\(scene.identifier): Picture in Picture did not start: \(error)")
            display.sayFailure("No Picture in Picture: \(error)")
            // A view that was to begin in Picture in Picture has no window yet.
            if state.standing.isReady, !scene.windowScene.isWindowWanted, !scene.windowScene.hasAppWindow {
                makeWindow(scene.windowScene.wasFullscreen ? .fullScreen : .window)
            }
        case .didStart: playback.delegated?.renderSizeChanged()
        case .stashedChanged(let isStashed): playback.delegated?.setAway(.stashed, isStashed)
        case .didStop(let reason):
            playback.delegated?.renderSizeChanged()
            playback.delegated?.cameBack()
            if reason == .userClosed { closedByUser() }
        default: break
        }
    }
}
