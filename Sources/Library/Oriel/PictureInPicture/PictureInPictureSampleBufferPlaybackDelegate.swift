public import OrielGeometry

/// Plays, pauses and skips frames that an app makes, and tells their state: AVKit's protocol of the same name,
/// unchanged in names and meaning. Keys, controls and the `oriel` commands use it, in Picture in Picture and in the
/// view's window.
///
/// All methods run on the main actor, one after another with the controller's delegate, never inside one another. The
/// controller keeps the delegate weakly; without one, nothing can be played, paused or skipped.
@MainActor
public protocol PictureInPictureSampleBufferPlaybackDelegate: AnyObject {
    /// Plays or pauses. The result is read afterwards (`pictureInPictureControllerIsPlaybackPaused`).
    func pictureInPictureController(_ pictureInPictureController: PictureInPictureController, setPlaying playing: Bool)

    /// Returns the time range that can be skipped in. Called when the controller begins, and after `setPlaying` and
    /// `invalidatePlaybackState`.
    func pictureInPictureControllerTimeRangeForPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> PlaybackTimeRange

    /// Returns whether playback is paused. Called together with the time range.
    func pictureInPictureControllerIsPlaybackPaused(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool

    /// The overlay has had another size for a moment, in pixels: a good size to render at. Optional.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size)

    /// Skips by an interval, backward if it is negative, then calls the handler: once, from any thread, within five
    /// seconds. Until then the controls show that a seek is in progress. The timebase is read afterwards.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, skipByInterval skipInterval: Duration,
        completion completionHandler: @escaping @Sendable () -> Void)

    /// Returns whether playback must be silent while the overlay isn't visible, because it is stashed or the compositor
    /// doesn't show it. If so, the delegate is told to pause then, and to play when the overlay is visible again, since
    /// the app makes the sound itself. Optional; false by default.
    func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool
}

extension PictureInPictureSampleBufferPlaybackDelegate {
    /// Does nothing.
    public func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didTransitionToRenderSize newRenderSize: Size
    ) {}

    /// Returns false: background audio is allowed.
    public func pictureInPictureControllerShouldProhibitBackgroundAudioPlayback(
        _ pictureInPictureController: PictureInPictureController
    ) -> Bool { false }
}
