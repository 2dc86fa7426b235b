public import Observation
package import OrielPlayer
import OrielWindows

/// Observation of a view's properties. None is told with a frame.
extension PlayerView: Observable, ObservableFace {
    /// Tells observers of the properties that follow the window and the player, if they have changed.
    func tellGlance() {
        let old = glance
        // The window and the overlay have changed, too.
        application.mediaControls?.noteChange()
        glance = ViewGlance(
            isFullScreen: scene.isFullScreen, isReady: scene.player.currentFrame != nil, gravity: videoGravity)
        if glance.isFullScreen != old.isFullScreen { mutate(\.isFullScreen) {} }
        if glance.isReady != old.isReady { mutate(\.isReadyForDisplay) {} }
        if glance.gravity != old.gravity { mutate(\.videoGravity) {} }
    }
}

/// Properties of a view that follow its window and its player, in one moment.
struct ViewGlance: Hashable, Sendable {
    var isFullScreen = false
    var isReady = false
    var gravity = VideoGravity.resizeAspect
}

/// The app's decisions about a view.
@MainActor
struct ViewPolicies {
    /// Handlers of the app's own keys.
    var keyHandlers: [KeyChord: @MainActor () -> Void] = [:]
    var updatesNowPlaying = true
    var entersFullScreen = false
    var exitsFullScreen = false
    var close = PlayerView.ClosePolicy.stays
    var failure = PlayerView.FailurePolicy.stays
    var allowsPictureInPicture = true
    var background = PlayerView.AudiovisualBackgroundPlaybackPolicy.automatic
}
