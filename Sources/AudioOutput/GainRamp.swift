import Glibc

/// A gain that goes from one value to another within some frames, for each frame of a stream. Value code, so that a stretch that
/// is played anew gets the gains it had, up to where another one is wanted.
package struct GainRamp: Hashable, Sendable {
    private var from: Float
    /// Where it leads.
    package private(set) var target: Float
    private var start = 0
    private var length = 0

    package init(_ gain: Float) {
        from = gain
        target = gain
    }

    /// A frame's gain.
    package func gain(at frame: Int) -> Float {
        if frame >= start + length { return target }
        if frame <= start { return from }
        // Of equal power: where one sound takes another's place, both together are as loud as either.
        let passed = (1 - cosf(.pi * Float(frame - start) / Float(length))) / 2
        return (from * from + (target * target - from * from) * passed).squareRoot()
    }

    /// From this frame on, within `length` frames, to `gain`.
    package mutating func set(_ gain: Float, at frame: Int, within length: Int) {
        from = self.gain(at: frame)
        target = gain
        start = frame
        self.length = max(0, length)
    }

    /// From silence at this frame, within `length` frames, to what it is.
    package mutating func rise(at frame: Int, within length: Int) {
        from = 0
        start = frame
        self.length = max(0, length)
    }

    /// Applies it to interleaved samples, of which the first is of `frame`.
    package func apply(to samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int, from frame: Int) {
        var index = 0
        let changing = min(frames, max(0, start + length - frame))
        while index < changing {
            let gain = gain(at: frame + index)
            for channel in 0..<channels { samples[index * channels + channel] *= gain }
            index += 1
        }
        guard target != 1 else { return }
        for sample in index * channels..<max(index, frames) * channels { samples[sample] *= target }
    }
}
