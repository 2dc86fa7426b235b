package import OrielMedia
package import OrielPlatform
package import OrielPlayback

/// A decoded medium as a player's source.
package final class MediaFrameSource: VideoFrameSource {
    package let location: MediaLocation
    /// The pipeline, for what it knows of the medium and its counters.
    package let pipeline: MediaPipeline
    /// Signalled when there is news of the medium, or a frame for one who waits.
    package let wakeup: Wakeup

    /// Starts to open `location`.
    package init(_ location: MediaLocation, options: MediaPipeline.Options) throws(PlatformError) {
        self.location = location
        wakeup = try Wakeup()
        pipeline = try MediaPipeline(location: location, options: options, wakeup: wakeup)
    }

    package func upcomingFrames(_ limit: Int) -> [VideoFrame] { pipeline.peekFrames(limit) }

    package func takeFrames(_ count: Int) { for _ in 0..<count { _ = pipeline.takeFrame() } }

    package var isAtEnd: Bool { pipeline.snapshot.phase == .ended && pipeline.peekFrames(1).isEmpty }

    package func seek(to time: Duration, exact: Bool) -> Bool {
        pipeline.seek(to: time, mode: exact ? .exact : .keyframe) != nil
    }
}
