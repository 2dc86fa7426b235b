import OrielPictureInPicture
import OrielPlatform
import OrielWindows

/// What becomes of Picture in Picture when the window, or the whole session, can be seen no longer.
extension PlayerView {
    /// For so long after a key, a button or a command a start counts as the user's wish, as pages on the web have it.
    private static let intent = Duration.seconds(5)

    /// The user did something to this view now.
    func noteUserAction() { state.standing.lastUserAction = MonotonicClock.now }

    package var hasUserIntent: Bool {
        state.standing.lastUserAction.map { MonotonicClock.now - $0 <= Self.intent } ?? false
    }

    package var isUnseen: Bool { scene.windowScene.watch?.isUnseen ?? false }

    package func windowVisibilityChanged(_ visibility: SurfaceVisibility.State) {
        switch visibility {
        case .hidden:
            state.standing.isHidden = true
            // Which window of several is in front is the app's own business.
            send(
                .backgrounded(
                    application.views.contains { $0 !== self && $0.state.standing.isFocused } ? .ownWindow : .leftByUser
                ))
            send(.windowVisible(false))
            followBackground()
        case .visible: windowCameToFront()
        // It concerns every view: `sessionChanged` tells.
        case .unlit: break
        }
    }

    /// A window of this view is in front, as far as the compositor says.
    private func windowCameToFront() {
        guard state.standing.isHidden else { return }
        state.standing.isHidden = false
        send(.windowVisible(true))
        send(.foregrounded)
        followBackground()
    }

    /// The session can be seen no longer, or again.
    func sessionChanged() {
        send(.locked(application.desktop.session.isHidden))
        scene.updateInhibitor()
    }

    /// Whether silence of the compositor is to be heard: only where Picture in Picture, or a pause, would come of it.
    func listenForSilence() {
        let lifts = (controller?.startsAutomatically(fromFullScreen: isFullScreen) ?? false) && isSupported
        scene.windowScene.hearsSilence = (lifts || audiovisualBackgroundPlaybackPolicy == .pauses) && !isPaused
    }
}
