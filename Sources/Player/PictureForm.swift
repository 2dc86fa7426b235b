public import OrielMedia

/// Scaling, aspect ratio and rotation of a player's video in its surfaces.
public struct PictureForm: Hashable, Sendable {
    /// Scaling, as AVFoundation's `AVLayerVideoGravity`.
    public enum Gravity: String, Hashable, Sendable, CaseIterable {
        /// The whole video in its aspect ratio, with bars where the surface's differs.
        case fit
        /// The whole surface in the video's aspect ratio; the parts outside are cut off.
        case fill
        /// The whole video stretched to the whole surface.
        case stretch
    }

    /// Scaling if the aspect ratios of video and surface differ.
    public var gravity = Gravity.fit
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
