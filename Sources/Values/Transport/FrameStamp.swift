package import OrielMedia

/// Time of a frame and the stretch of time it belongs to: the only data of a frame that the transport uses.
package struct FrameStamp: Hashable, Sendable {
    /// Media time since the start of the stream.
    package var time: Duration
    /// Duration at speed 1; zero if the stream states none.
    package var duration: Duration
    /// Number of the stretch of time. Each seek and each repetition of a loop begins one with a greater number.
    package var generation: Int

    package init(time: Duration, duration: Duration, generation: Int) {
        self.time = time
        self.duration = duration
        self.generation = generation
    }

    /// Takes the stamp of a frame. If a seek leads into the middle of the frame, only the rest of it is shown.
    package init(_ frame: VideoFrame) {
        self.init(
            time: frame.entry, duration: max(.zero, frame.duration - (frame.entry - frame.time)),
            generation: frame.generation)
    }

    /// Time at which the next frame is due.
    var end: Duration { time + max(duration, .zero) }
}
