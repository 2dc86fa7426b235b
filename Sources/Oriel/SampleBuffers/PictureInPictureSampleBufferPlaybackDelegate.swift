public import OrielGeometry

/// Plays, pauses and skips in what an app makes, and tells how it stands: AVKit's protocol of that name, unchanged in names and
/// meaning. Keys, controls and the `oriel` commands go through it, in Picture in Picture and in the view's window alike.
///
/// All run on the main actor, one after another with the controller's delegate, never inside one another. The controller
/// keeps it weakly; without one nothing can be played, paused or skipped.
@MainActor
public protocol PictureInPictureSampleBufferPlaybackDelegate: AnyObject {
    /// Play, or pause. What becomes of it is asked for afterwards (`pictureInPictureControllerIsPlaybackPaused`).
    func pictureInPictureController(_ pictureInPictureController: PictureInPictureController, setPlaying playing: Bool)

    /// What can be gone to. Asked when the controller begins, after `setPlaying` and `invalidatePlaybackState`.
    func pictureInPictureControllerTimeRangeForPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> PlaybackTimeRange

    /// Whether it is paused. Asked together with the time range.
    func pictureInPictureControllerIsPlaybackPaused(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool

    /// The picture in Picture in Picture has another size on the screen, in pixels, and has had it for a moment: a good one to draw in.
    /// Optional.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size)

    /// Skip by this much, back where it is negative, then call the handler: from any thread, once, within five seconds. Until then the
    /// controls say that it is being sought. The timebase is read afterwards.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void)

    /// Whether nothing may be heard of it while nobody sees it in Picture in Picture, for it is put away, or the compositor shows nothing of
    /// it: it is then paused, and played again when it is seen, for the sound is the app's own. Optional; false.
    func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool
}

extension PictureInPictureSampleBufferPlaybackDelegate {
    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size
    ) {}

    /// Allows it.
    public func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool { false }
}
