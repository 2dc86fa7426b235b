import OrielPictureInPicture
import OrielPlatform
import OrielWindows

/// Effects of the window's and the session's visibility on Picture in Picture.
extension PlayerView {
    /// Time after a key, a button or a command for which a start counts as the user's intent, like a web page's user
    /// activation.
    private static let intent = Duration.seconds(5)

    /// Says that the user has just acted on the app's own controls for this view: a button, a menu, a key.
    ///
    /// A start within 5 seconds counts as the user's, as after Oriel's own controls, keys and commands: it isn't
    /// refused as `notForeground` while the app's window can't be seen.
    public func noteUserAction() { state.standing.lastUserAction = MonotonicClock.now }

    package var hasUserIntent: Bool {
        state.standing.lastUserAction.map { MonotonicClock.now - $0 <= Self.intent } ?? false
    }

    package var isUnseen: Bool { scene.windowScene.watch?.isUnseen ?? false }

    package func windowVisibilityChanged(_ visibility: SurfaceVisibility.State) {
        switch visibility {
        case .hidden:
            state.standing.isHidden = true
            // The front window among an app's own is the app's business.
            send(
                .backgrounded(
                    application.views.contains { $0 !== self && $0.session.isFocused } ? .ownWindow : .leftByUser
                ))
            send(.windowVisible(false))
            followBackground()
        case .visible: windowCameToFront()
        // Outputs that are off concern every view: see `sessionChanged`.
        case .unlit: break
        }
    }

    /// Handles that the view's window is visible again, as far as the compositor says.
    private func windowCameToFront() {
        guard state.standing.isHidden else { return }
        state.standing.isHidden = false
        send(.windowVisible(true))
        send(.foregrounded)
        followBackground()
    }

    /// Handles that the session was locked or unlocked, or its outputs were turned off or on.
    func sessionChanged() {
        playback.followSleep()
        send(.locked(application.desktop.session.isHidden))
        state.captures.set(.hidden, application.desktop.session.isHidden)
        scene.updateInhibitor()
    }

    /// Watches for missing frame callbacks of a hidden window only while they would cause Picture in Picture or a
    /// pause.
    func listenForSilence() {
        let lifts = (controller?.startsAutomatically(fromFullScreen: isFullScreen) ?? false) && isSupported
        scene.windowScene.hearsSilence = (lifts || audiovisualBackgroundPlaybackPolicy == .pauses) && !isPaused
    }
}
