public import Observation
import OrielWindows

/// Observation of a view's properties. None is told with a frame.
extension PlayerView: Observable {
    /// Notes a read of a property for observers, and returns its value.
    func observed<Value>(_ property: KeyPath<PlayerView, Value>, _ value: @autoclosure () -> Value) -> Value {
        registrar.access(self, keyPath: property)
        return value()
    }

    /// Tells observers of a property, around its change.
    func mutate<Value>(_ property: KeyPath<PlayerView, Value>, _ change: () -> Void) {
        registrar.withMutation(of: self, keyPath: property, change)
    }

    /// Makes a change, and tells observers of a property if its value differs afterwards.
    func change<Value: Equatable>(_ property: KeyPath<PlayerView, Value>, _ change: () -> Void) {
        let before = self[keyPath: property]
        change()
        if self[keyPath: property] != before { mutate(property) {} }
    }

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
    var entersFullScreen = false
    var exitsFullScreen = false
    var close = PlayerView.ClosePolicy.stays
    var failure = PlayerView.FailurePolicy.stays
    var allowsPictureInPicture = true
    var background = PlayerView.AudiovisualBackgroundPlaybackPolicy.automatic
}
