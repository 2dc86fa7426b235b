package import OrielMedia

/// When a frame is to be shown, and to which stretch of time it belongs: all that time needs to know of a picture.
package struct FrameStamp: Hashable, Sendable {
    /// Media time since the start of the stream.
    package var time: Duration
    /// How long it is shown at speed 1; zero where the stream doesn't say.
    package var duration: Duration
    /// A seek begins a new one, and so does each repetition of a loop. Later ones have greater numbers.
    package var generation: Int

    package init(time: Duration, duration: Duration, generation: Int) {
        self.time = time
        self.duration = duration
        self.generation = generation
    }

    /// What time needs to know of a frame. Where a seek leads into the middle of it, only the rest of it is shown.
    package init(_ frame: VideoFrame) {
        self.init(
            time: frame.entry, duration: max(.zero, frame.duration - (frame.entry - frame.time)),
            generation: frame.generation)
    }

    /// When the next one is due.
    var end: Duration { time + max(duration, .zero) }
}
