/// A piece of decoded audio.
package struct AudioBuffer: Hashable, Sendable {
    /// Interleaved samples: frame after frame, channel after channel within a frame.
    package var samples: [Float]
    package var format: AudioFormat
    package var stamp: AudioStamp

    package init(samples: [Float], format: AudioFormat, stamp: AudioStamp) {
        self.samples = samples
        self.format = format
        self.stamp = stamp
    }

    package var frames: Int { samples.count / max(1, format.channels) }

    /// Media time at which the buffer ends.
    package var end: Duration { stamp.time + format.duration(of: frames) * stamp.speed }

    /// Returns the buffer without its first `frames` frames.
    package func dropFirst(_ frames: Int) -> AudioBuffer {
        var rest = self
        rest.samples.removeFirst(min(samples.count, max(0, frames) * format.channels))
        rest.stamp.time += format.duration(of: frames) * stamp.speed
        return rest
    }
}

/// Position of an audio frame in time.
package struct AudioStamp: Hashable, Sendable {
    /// Media time since the start of the stream.
    package var time: Duration
    /// Media seconds per second of audio.
    package var speed: Double
    /// Generation of the video frames that the audio belongs to.
    package var generation: Int
    /// Epoch by which audio is flushed: all audio of older epochs is. Generations that follow each other without a gap
    /// share one.
    package var epoch: Int

    package init(time: Duration, speed: Double = 1, generation: Int = 0, epoch: Int = 0) {
        self.time = time
        self.speed = speed
        self.generation = generation
        self.epoch = epoch
    }
}
