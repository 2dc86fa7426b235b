import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielSurfaces
import OrielWayland
import OrielWindows

/// Events from the compositor and the player.
extension PlayerView {
    package func surfaceEvent(_ event: PictureInPictureSession.SurfaceEvent) {
        switch event {
        case .overlayPresented, .windowPresented: session.publishPresentation()
        default: break
        }
        send(.surface(event))
    }

    func keyboardFocusMoved(to surface: Surface?) {
        focusChanged()
        scene.overlay.keyboardMoved(toOverlay: surface != nil && scene.floating?.picture.surface === surface)
        // The app reports its own window's focus; that window is on another connection.
        guard !scene.windowScene.hasAppWindow else { return }
        session.noteFocus(surface != nil && scene.window?.picture.surface === surface)
    }

    package func windowStateChanged() {
        if scene.window?.picture.isShowing == true { send(.windowMode(scene.windowScene.windowMode)) }
        application.mediaControls?.noteChange()
        controllerHost.listenForSilence()
        session.reportChanged()
        followFullScreen()
    }

    package func playerChanged(_ change: Player.Change) {
        defer { tellMediaControls(change) }
        switch change {
        case .opened:
            session.reportChanged()
            mediaOpened()
        case .failed: mediumFailed()
        case .paused: if playback.delegated == nil { pauseChanged() }
        case .seeked: session.publish(.seeked, [.init("position", .number(player.position.seconds))])
        case .landed:
            tellGlance()
            if application.accessibility?.noteSeek(of: self) != true { display.announcePosition() }
            requests.continueScrubbing()
            requests.completeSeeks()
        case .ended:
            session.reportChanged()
            session.publish(.ended)
            if exitsFullScreenWhenPlaybackEnds, scene.window?.isFullscreen == true { show(.window) }
            send(.mediaEnded)
        case .looped, .sound: session.reportChanged()
        case .item: itemChanged()
        case .skipped(let item): itemSkipped(item)
        case .frames: scene.overlay.fitToPicture()
        case .form:
            tellGlance()
            scene.reform()
        case .buffering:
            session.reportChanged()
            display.bufferingChanged()
        case .speed, .subtitles, .interstitial, .marks: break
        }
    }

    package func factsChanged() {
        session.reportChanged()
        application.mediaControls?.noteChange()
    }

    func pauseChanged() {
        application.mediaControls?.noteChange()
        session.reportChanged()
        display.announcePause()
        send(.playing(!isPaused))
        if entersFullScreenWhenPlaybackBegins, !isPaused, scene.window?.isFullscreen == false,
            controller?.transitionState ?? .idle == .idle
        {
            show(.fullScreen)
        }
        controllerHost.listenForSilence()
        session.publish(.paused, [.init("paused", .bool(isPaused))])
    }

    private func mediaOpened() {
        StartTrace.mark("the medium is open")
        scene.retitle()
        if let wanted = state.wantedMode {
            makeWindow(entersFullScreenWhenPlaybackBegins && !isPaused ? .fullScreen : wanted)
        }
        state.wantedMode = nil
        controllerHost.setReady(!player.isEmpty)
    }

    /// Ends the surfaces, and suspends Picture in Picture.
    /// - Parameter pauses: whether playback pauses until the surfaces return.
    func connectionLost(pauses: Bool) {
        scene.connectionLost()
        send(.connected(false))
        if pauses { playback.follow(isLost: true) }
        session.reportChanged()
    }

    /// Makes the surfaces again, and ends the suspension.
    func connectionRestored() {
        scene.connectionRestored()
        send(.connected(true))
        playback.follow(isLost: false)
        controllerHost.tellSupport()
        controllerHost.listenForSilence()
        session.reportChanged()
    }

    /// Passes a change of the player on to the desktop.
    func tellMediaControls(_ change: Player.Change) {
        guard let controls = application.mediaControls else { return }
        switch change {
        case .frames, .seeked, .subtitles, .form, .interstitial, .marks: break
        case .landed, .looped: controls.noteSeek(of: self)
        case .opened, .failed, .skipped, .paused, .speed, .buffering, .ended, .item, .sound: controls.noteChange()
        }
    }
}
