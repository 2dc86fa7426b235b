public import OrielMedia
import OrielPlatform
public import OrielPlayback

/// A decoded medium as a player's source.
public final class MediaFrameSource: VideoFrameSource {
    /// The pipeline, for what it knows of the medium and its counters.
    public let pipeline: MediaPipeline

    public init(_ pipeline: MediaPipeline) { self.pipeline = pipeline }

    public func upcomingFrames(_ limit: Int) -> [VideoFrame] { pipeline.peekFrames(limit) }

    public func takeFrames(_ count: Int) { for _ in 0..<count { _ = pipeline.takeFrame() } }

    public var isAtEnd: Bool { pipeline.snapshot.phase == .ended && pipeline.peekFrames(1).isEmpty }

    public func seek(to time: Duration, exact: Bool) -> Bool {
        pipeline.seek(to: time, mode: exact ? .exact : .keyframe) != nil
    }
}
