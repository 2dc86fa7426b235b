/// Hears of a view's full screen: the methods of that name of macOS's `AVPlayerViewDelegate`, for which `AVPlayerViewController` has
/// *willBegin* and *willEnd* with a coordinator. Every method is optional; all run on the main actor.
///
/// Each *will* is followed by its *did* before anything else comes, unless the view is closed first. Whoever asked, it is told once the
/// compositor has decided: a window that isn't let into full screen tells nothing. A picture that goes into Picture in Picture from full
/// screen comes back there, and nothing is told of that, in a swap as well. Where another mode comes back, it is told after the
/// controller's *didStop*.
@MainActor
public protocol PlayerViewDelegate: AnyObject {
    /// The window becomes full screen: its next picture fills the output.
    func playerViewWillEnterFullScreen(_ playerView: PlayerView)

    /// That picture was seen.
    func playerViewDidEnterFullScreen(_ playerView: PlayerView)

    /// The full screen becomes a window with its next picture.
    func playerViewWillExitFullScreen(_ playerView: PlayerView)

    /// That picture was seen.
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
