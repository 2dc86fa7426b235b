public import OrielMedia

/// Scaling if the aspect ratios of video and surface differ: `AVLayerVideoGravity`.
public enum VideoGravity: String, Hashable, Sendable, CaseIterable {
    /// The whole video in its aspect ratio, with bars where the surface's differs.
    case resizeAspect = "fit"
    /// The whole surface in the video's aspect ratio; the parts outside are cut off.
    case resizeAspectFill = "fill"
    /// The whole video stretched to the whole surface.
    case resize = "stretch"
}

/// Scaling, aspect ratio and rotation of a player's video in its surfaces.
public struct PictureForm: Hashable, Sendable {
    /// Scaling if the aspect ratios of video and surface differ; also `PlayerView.videoGravity`.
    public var gravity = VideoGravity.resizeAspect
    /// Displayed width by height before `rotation`; nil for the medium's own.
    public var aspectRatio: Rational?
    /// Rotation in addition to the medium's own.
    public var rotation = SampleBuffer.Rotation.none

    /// Makes the default form: the medium's own, with bars.
    public init() {}

    /// Returns a frame in this form.
    func applied(to frame: VideoFrame) -> VideoFrame {
        guard aspectRatio != nil || rotation != .none else { return frame }
        return frame.shown(
            turnedBy: VideoFrame.Rotation(rawValue: rotation.rawValue) ?? .none, aspect: aspectRatio)
    }
}
