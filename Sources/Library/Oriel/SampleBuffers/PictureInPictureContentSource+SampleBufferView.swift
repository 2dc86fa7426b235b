public import OrielGeometry
public import OrielSurfaces

extension PictureInPictureController.ContentSource {
    /// The view of the app's own frames; nil for a `PlayerView`.
    public var sampleBufferView: SampleBufferView? { view as? SampleBufferView }

    /// Makes a source of frames that the app makes. The view's window is hidden during Picture in Picture and shown
    /// again after it.
    /// - Parameters:
    ///   - sampleBufferView: the view that shows the frames.
    ///   - playbackDelegate: plays, pauses and skips, and tells the playback's state; kept weakly.
    public init(
        sampleBufferView: SampleBufferView, playbackDelegate: any PictureInPictureSampleBufferPlaybackDelegate
    ) {
        self.init(host: sampleBufferView.controllerHost, view: sampleBufferView)
        sampleBufferPlaybackDelegate = playbackDelegate
        isDelegated = true
    }

    /// Makes a source of a call. Until the call ends, every other Picture in Picture is hidden and paused, and
    /// can't take its place.
    /// - Parameters:
    ///   - sourceView: the view that shows the call in the app. Its window is hidden during Picture in Picture and
    ///     shown again after it.
    ///   - frame: returns the call's rectangle within a window of the given size, in logical pixels. The overlay
    ///     moves from there if the window fills its output. It fades in if the rectangle lies outside, or if the
    ///     window doesn't fill its output, as compositors don't tell the window's position. nil for the whole video
    ///     of the view.
    ///   - content: the overlay's content. It may be empty before *willStart*, in which the app moves its layers to
    ///     it.
    public init(
        activeVideoCallSourceView sourceView: SampleBufferView, frame: ((Size) -> Rect)? = nil,
        content: VideoCallContent
    ) {
        self.init(host: sourceView.controllerHost, view: sourceView)
        videoCallContent = content
        sourceFrame = frame
    }
}
