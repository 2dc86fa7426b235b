import Glibc

/// Gain that changes to another value over some frames, defined for each frame of a stream. Value code, so that
/// rewritten frames get the same gains until another one is wanted.
package struct GainRamp: Hashable, Sendable {
    private var from: Float
    /// Gain after the change.
    package private(set) var target: Float
    private var start = 0
    private var length = 0

    /// Makes a constant gain.
    package init(_ gain: Float) {
        from = gain
        target = gain
    }

    package func gain(at frame: Int) -> Float {
        if frame >= start + length { return target }
        if frame <= start { return from }
        // Constant power: when one sound replaces another, both together are as loud as either.
        let passed = (1 - cosf(.pi * Float(frame - start) / Float(length))) / 2
        return (from * from + (target * target - from * from) * passed).squareRoot()
    }

    /// Changes to `gain` over `length` frames, from `frame` on.
    package mutating func set(_ gain: Float, at frame: Int, within length: Int) {
        from = self.gain(at: frame)
        target = gain
        start = frame
        self.length = max(0, length)
    }

    /// Rises from silence to the present gain over `length` frames, from `frame` on.
    package mutating func rise(at frame: Int, within length: Int) {
        from = 0
        start = frame
        self.length = max(0, length)
    }

    /// Multiplies interleaved samples by the gain; the first one belongs to `frame`.
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
