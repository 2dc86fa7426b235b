/// Receives the changes between window and full screen, as macOS's `AVPlayerViewDelegate` does.
/// (`AVPlayerViewController` has *willBegin* and *willEnd* with a coordinator instead.) Every method is optional; all
/// run on the main actor.
///
/// Each *will* is followed by its *did* before any other callback, unless the view is closed first. The callbacks
/// follow the compositor's decision, for requests of the user and of the app alike: if it refuses full screen, no
/// callback comes. A full-screen view that enters Picture in Picture and returns to full screen causes no callbacks,
/// nor does a swap. If it returns in the other mode, the callbacks follow the controller's *didStop*.
@MainActor
public protocol PlayerViewDelegate: AnyObject {
    /// The window becomes full screen with its next frame.
    func playerViewWillEnterFullScreen(_ playerView: PlayerView)

    /// The first full-screen frame was presented.
    func playerViewDidEnterFullScreen(_ playerView: PlayerView)

    /// The full-screen window becomes an ordinary window with its next frame.
    func playerViewWillExitFullScreen(_ playerView: PlayerView)

    /// The window's first frame after full screen was presented.
    func playerViewDidExitFullScreen(_ playerView: PlayerView)
}

extension PlayerViewDelegate {
    /// Does nothing.
    public func playerViewWillEnterFullScreen(_ playerView: PlayerView) {}

    /// Does nothing.
    public func playerViewDidEnterFullScreen(_ playerView: PlayerView) {}

    /// Does nothing.
    public func playerViewWillExitFullScreen(_ playerView: PlayerView) {}

    /// Does nothing.
    public func playerViewDidExitFullScreen(_ playerView: PlayerView) {}
}
