import OrielMedia
import OrielTestPictures

/// Reproducible pseudo-random numbers.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 2 &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }

    /// Returns a number below `limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }
}

extension VideoFrame {
    /// Returns the same frame with each plane in its own memory, adjacent to a guard page.
    func guarded(at end: GuardedMemory.End) -> VideoFrame {
        var memories: [GuardedMemory] = []
        let planes = planes.enumerated().map { index, plane in
            let samples =
                format.layout == .rgba || format.layout == .bgra
                ? 4
                : format.layout == .semiPlanarYUV && index == 1 ? 2 : 1
            let isPacked = format.layout == .yuyv || format.layout == .uyvy
            let row = isPacked ? (plane.width + 1) / 2 * 4 : plane.width * samples * format.bytesPerComponent
            let memory = GuardedMemory(count: plane.bytesPerRow * (plane.height - 1) + row, at: end)
            memory.bytes.copyMemory(from: plane.base, byteCount: memory.count)
            memories.append(memory)
            return Plane(
                base: UnsafeRawPointer(memory.bytes), bytesPerRow: plane.bytesPerRow, width: plane.width,
                height: plane.height)
        }
        return VideoFrame(
            format: format, width: width, height: height, planes: planes, color: color, rotation: rotation,
            isFlipped: isFlipped, storage: Memories(memories))
    }

    private final class Memories: Sendable {
        let all: [GuardedMemory]
        init(_ all: [GuardedMemory]) { self.all = all }
    }
}

extension FrameFactory {
    /// Returns a frame of random codes, by a seed.
    func noise(seed: Int) -> VideoFrame {
        var noise = Noise(seed: seed)
        return frame { _, _, _ in noise.below(1 << format.bitDepth) }
    }
}
