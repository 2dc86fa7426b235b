/// A stretch of decoded sound.
package struct AudioBuffer: Hashable, Sendable {
    /// Interleaved: frame after frame, within it channel after channel.
    package var samples: [Float]
    package var format: AudioFormat
    package var stamp: AudioStamp

    package init(samples: [Float], format: AudioFormat, stamp: AudioStamp) {
        self.samples = samples
        self.format = format
        self.stamp = stamp
    }

    package var frames: Int { samples.count / max(1, format.channels) }

    /// The media time at which it is over.
    package var end: Duration { stamp.time + format.duration(of: frames) * stamp.speed }

    /// Without its first frames.
    package func dropFirst(_ frames: Int) -> AudioBuffer {
        var rest = self
        rest.samples.removeFirst(min(samples.count, max(0, frames) * format.channels))
        rest.stamp.time += format.duration(of: frames) * stamp.speed
        return rest
    }
}

/// Where a frame of sound belongs.
package struct AudioStamp: Hashable, Sendable {
    /// Media time since the start of the stream.
    package var time: Duration
    /// Media seconds per second of sound.
    package var speed: Double
    /// The generation of the pictures that it belongs to.
    package var generation: Int
    /// What is flushed goes by this: all that is of an older epoch. Generations that follow on each other without a gap share
    /// one.
    package var epoch: Int

    package init(time: Duration, speed: Double = 1, generation: Int = 0, epoch: Int = 0) {
        self.time = time
        self.speed = speed
        self.generation = generation
        self.epoch = epoch
    }
}
