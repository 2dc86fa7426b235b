import OrielPictureInPicture
import OrielWindows

/// Support of Picture in Picture, and the visibility of the window and the session.
extension ControllerHost {
    /// Whether the compositor has a surface for Picture in Picture and the app allows it.
    var isSupported: Bool { view.hostPolicies.allowsPictureInPicture && canFloat }

    var canFloat: Bool { application.desktop.canFloat(scene.options.pictureInPicture) }

    /// Applies a change of the view's `allowsPictureInPicturePlayback`; if it is now false, ends Picture in Picture.
    func allowanceChanged() {
        // In the tv profile, a stop by an inactive controller would end Picture in Picture of another app.
        if !view.hostPolicies.allowsPictureInPicture, transitionState != .idle { send(.stop) }
        tellSupport()
        listenForSilence()
        scene.refreshControls()
    }

    /// Tells the controller when support has changed. If the app disabled it, the controller is told once Picture in
    /// Picture has ended.
    func tellSupport() {
        let isSupported = isSupported
        guard isSupported != toldSupport else { return }
        guard isSupported || !canFloat || transitionState == .idle else { return }
        toldSupport = isSupported
        send(.supportChanged(isSupported))
    }

    func windowVisibilityChanged(_ visibility: SurfaceVisibility.State) {
        switch visibility {
        case .hidden:
            isHidden = true
            // The front window among an app's own is the app's business.
            let isOwn = application.views.contains { $0 !== view && $0.isFocused }
            send(.backgrounded(isOwn ? .ownWindow : .leftByUser))
            send(.windowVisible(false))
            followBackground()
        case .visible: windowCameToFront()
        // Outputs that are off concern every view: see `sessionChanged`.
        case .unlit: break
        }
    }

    /// Handles that the view's window is visible again, as far as the compositor says.
    private func windowCameToFront() {
        guard isHidden else { return }
        isHidden = false
        send(.windowVisible(true))
        send(.foregrounded)
        followBackground()
    }

    /// Handles that the session was locked or unlocked, or its outputs were turned off or on.
    func sessionChanged() {
        let isHidden = application.desktop.session.isHidden
        view.playback.followSleep()
        send(.locked(isHidden))
        captures.set(.hidden, isHidden)
        scene.updateInhibitor()
    }

    /// Watches for missing frame callbacks of a hidden window only while they would cause Picture in Picture or a
    /// pause.
    func listenForSilence() {
        let lifts = (controller?.startsAutomatically(fromFullScreen: scene.isFullScreen) ?? false) && isSupported
        scene.windowScene.hearsSilence = (lifts || view.hostPolicies.pausesInBackground) && !view.playback.isPaused
    }

    /// Pauses or resumes playback after a change of visibility.
    func followBackground() {
        view.playback.follow(
            isInBackground: isHidden && transitionState == .idle, pauses: view.hostPolicies.pausesInBackground)
    }
}
