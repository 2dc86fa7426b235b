public import OrielMedia

/// How a picture sits in what shows it.
public struct PictureForm: Hashable, Sendable {
    /// As AVKit's `AVLayerVideoGravity`.
    public enum Gravity: String, Hashable, Sendable, CaseIterable {
        /// All of it, in its own shape, between bars where the surface has another one.
        case fit
        /// All of the surface, in its own shape; what stands over is cut off.
        case fill
        /// All of it on all of the surface.
        case stretch
    }

    /// How it sits where the shapes differ.
    public var gravity = Gravity.fit
    /// Width by height as it is seen before `rotation`; nil for the medium's own word.
    public var aspectRatio: Rational?
    /// Clockwise, beyond the medium's own.
    public var rotation = SampleBuffer.Rotation.none

    /// As the medium has it, between bars.
    public init() {}

    /// A frame in this form.
    func applied(to frame: VideoFrame) -> VideoFrame {
        guard aspectRatio != nil || rotation != .none else { return frame }
        return frame.shown(
            turnedBy: VideoFrame.Rotation(rawValue: rotation.rawValue) ?? .none, aspect: aspectRatio)
    }
}
