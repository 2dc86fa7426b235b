import OrielLibav
package import OrielMedia

/// Stretches one continuous piece of audio to a speed, with its pitch kept and an exact number of samples. Gives
/// silence of that length if no filter is available, so that time goes on in step.
package struct AudioStretch {
    private let speed: Double
    private let format: AudioFormat
    /// Stamp of the first frame that is taken.
    private let start: AudioStamp
    private let filter: TempoFilter?
    /// Duration added to the stamp that counting the output's frames gives.
    private let lead: Duration
    /// Numbers of frames taken and given.
    private var taken = 0
    private var given = 0

    /// Starts a piece.
    /// - Parameter start: media time, generation and epoch of its first frame.
    package init(speed: Double, format: AudioFormat, start: AudioStamp) {
        self.speed = speed
        self.format = format
        self.start = start
        filter =
            TempoFilter.speeds.contains(speed)
                && FFmpegLibraries.openFilters(orLog: "sound is silent at speeds other than 1")
            ? TempoFilter(speed: speed, format: format) : nil
        lead = filter == nil ? .zero : TempoFilter.lead(at: speed, format: format)
    }

    /// Media time of the next frame to take.
    package var end: Duration { start.time + format.duration(of: taken) }

    /// Whether a buffer continues the piece.
    package func isFollowed(by buffer: AudioBuffer) -> Bool {
        let distance = buffer.stamp.time - end
        return buffer.stamp.generation == start.generation && buffer.stamp.epoch == start.epoch
            && distance < .milliseconds(1) && distance > .milliseconds(-1)
    }

    /// Takes the next buffer and returns the output that is ready; nil if none is.
    package mutating func take(_ buffer: AudioBuffer) -> AudioBuffer? {
        taken += buffer.frames
        guard let filter else { return give([Float](repeating: 0, count: max(0, due - given) * format.channels)) }
        return give(filter.push(buffer.samples))
    }

    /// Returns the rest of the output, so that all of it has exactly the input's duration at the speed. Nil if nothing
    /// is left.
    package mutating func finish() -> AudioBuffer? {
        var samples = filter?.finish() ?? []
        let wanted = max(0, due - given) * format.channels
        if samples.count > wanted { samples.removeLast(samples.count - wanted) }
        samples.append(contentsOf: repeatElement(0, count: wanted - samples.count))
        return give(samples)
    }

    /// Number of output frames for the frames taken so far.
    private var due: Int { Int((Double(taken) / speed).rounded()) }

    private mutating func give(_ samples: [Float]) -> AudioBuffer? {
        guard !samples.isEmpty else { return nil }
        var stamp = start
        stamp.time += format.duration(of: given) * speed + lead
        stamp.speed = speed
        given += samples.count / format.channels
        return AudioBuffer(samples: samples, format: format, stamp: stamp)
    }
}
