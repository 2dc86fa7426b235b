import OrielCompositors
import OrielPlatform

/// A small random number generator with a reproducible sequence (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Lets a random time pass, as `pause(_:because:)`.
package func pause(_ range: Range<Duration>, by dice: inout SeededGenerator, because reason: StaticString) {
    let microseconds = range.lowerBound.nanoseconds / 1000..<range.upperBound.nanoseconds / 1000
    pause(.microseconds(Int64.random(in: microseconds, using: &dice)), because: reason)
}
