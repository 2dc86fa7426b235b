import Observation
import OrielPlayer
import OrielWindows

/// Properties of AVKit's `AVPlayerViewController` and of its layer.
extension PlayerView {
    /// Scaling of the video: the gravity of the player's `pictureForm`, which also has shape and rotation.
    public var videoGravity: VideoGravity {
        get { observed(\.videoGravity, player.pictureForm.gravity) }
        set {
            player.pictureForm.gravity = newValue
            tellGlance()
        }
    }

    /// The window's title; nil takes the medium's own title, or else the file's name. It is not the name in the session
    /// (`Options.name`).
    public var title: String? {
        get { observed(\.title, scene.options.title) }
        set {
            guard newValue != scene.options.title else { return }
            mutate(\.title) { scene.options.title = newValue }
            scene.retitle()
            application.mediaControls?.noteChange()
        }
    }

    /// Whether skipping and scrubbing are refused, by controls, keys and commands; for advertisements and legal text.
    /// `PictureInPictureController.requiresLinearPlayback` requires it too, and either one is enough.
    public var requiresLinearPlayback: Bool {
        get { observed(\.requiresLinearPlayback, scene.options.requiresLinearPlayback) }
        set {
            guard newValue != scene.options.requiresLinearPlayback else { return }
            change(\.requiresLinearPlayback) { scene.options.requiresLinearPlayback = newValue }
            scene.refreshControls()
            application.mediaControls?.noteChange()
        }
    }

    /// Whether Picture in Picture starts automatically when the window of a playing view is no longer visible: the same
    /// property of the view's controller, present or later. False by default, as in AVKit; `enablePictureInPicture()`
    /// makes it true unless it was set before.
    public var canStartPictureInPictureAutomaticallyFromInline: Bool {
        get {
            access(\.canStartPictureInPictureAutomaticallyFromInline)
            return controller?.canStartPictureInPictureAutomaticallyFromInline ?? controllerHost.startsFromInline
                ?? false
        }
        set {
            change(\.canStartPictureInPictureAutomaticallyFromInline) {
                controllerHost.startsFromInline = newValue
                controller?.canStartPictureInPictureAutomaticallyFromInline = newValue
            }
        }
    }

    /// Whether media keys and the desktop's media panel may control the view (`Application.mediaControlsName`).
    public var updatesNowPlayingInfoCenter: Bool {
        get { observed(\.updatesNowPlayingInfoCenter, policies.updatesNowPlaying) }
        set {
            change(\.updatesNowPlayingInfoCenter) { policies.updatesNowPlaying = newValue }
            application.mediaControls?.noteChange()
        }
    }

    /// The controller of the view's Picture in Picture; nil until the app makes one or enables Picture in Picture.
    public var pictureInPictureController: PictureInPictureController? {
        observed(\.pictureInPictureController, controller)
    }
}
