import CFFmpeg
import OrielGeometry
import OrielMedia
import OrielRaster

/// A benchmark: frames of one size drawn at another.
struct Reduction: CustomStringConvertible {
    var from: Size
    var to: Size

    static let all = [
        Reduction(from: Size(width: 1920, height: 1080), to: Size(width: 480, height: 270)),
        Reduction(from: Size(width: 1920, height: 1080), to: Size(width: 500, height: 281)),
        Reduction(from: Size(width: 1920, height: 1080), to: Size(width: 1280, height: 720)),
        Reduction(from: Size(width: 1920, height: 1080), to: Size(width: 1920, height: 1080)),
        Reduction(from: Size(width: 3840, height: 2160), to: Size(width: 1280, height: 720)),
    ]

    private static let highRange = ColorDescription(matrix: .bt2020, transfer: .pq, primaries: .bt2020)

    var description: String { "\(from)-\(to)" }
    /// Size of a frame in bytes, as yuv420p.
    var bytesPerFrame: Int { from.width * from.height * 3 / 2 }

    /// Returns frames in consecutive memory that together exceed the CPU cache, as a decoder's do.
    func frames(_ color: ColorDescription = ColorDescription()) -> [VideoFrame] {
        (0..<max(4, 80_000_000 / bytesPerFrame)).map { index in
            let memory = Memory(count: bytesPerFrame)
            var state = UInt32(truncatingIfNeeded: index &+ 1)
            for offset in stride(from: 0, to: bytesPerFrame - 3, by: 4) {
                state = state &* 1_664_525 &+ 1_013_904_223
                memory.bytes.storeBytes(of: state, toByteOffset: offset, as: UInt32.self)
            }
            let (width, height) = (from.width, from.height)
            let planes = [
                (0, width, height), (width * height, width / 2, height / 2),
                (width * height * 5 / 4, width / 2, height / 2),
            ]
            return VideoFrame(
                format: .yuv420p, width: width, height: height,
                planes: planes.map {
                    VideoFrame.Plane(
                        base: UnsafeRawPointer(memory.bytes) + $0.0, bytesPerRow: $0.1, width: $0.1, height: $0.2)
                }, color: color, storage: memory)
        }
    }

    /// Returns a function that draws the next frame into the same buffer; nil for an unknown name.
    func drawer(named name: String) -> ((Int) -> Void)? {
        let frames = frames(name == "light" ? Self.highRange : ColorDescription())
        let output = Memory(count: to.width * to.height * 4)
        switch name {
        case "raster", "portable", "light":
            let raster = Raster(workers: RasterWorkers(threads: 0), usesVectors: name != "portable")
            let buffer = RasterBuffer(base: output.bytes, size: to, bytesPerRow: to.width * 4)
            return { index in
                do {
                    try raster.draw(
                        frames[index % frames.count], into: buffer, at: Rect(origin: .zero, size: buffer.size), bands: 1
                    )
                } catch { fatalError("the benchmark draws what it made itself: \(error)") }
                withExtendedLifetime(output) {}
            }
        case "plan":
            // The work before the first frame of a size.
            let key = RasterPlan.Key(frames[0], size: to)
            return { _ in withExtendedLifetime(RasterPlan(key)) {} }
        case "libswscale": return libswscale(frames, output)
        case "read":
            // The lower limit: each byte read once.
            return { index in
                let frame = frames[index % frames.count]
                var sum = SIMD32<UInt8>.zero
                let base = frame.planes[0].base
                for offset in stride(from: 0, to: bytesPerFrame, by: 32) {
                    sum &+= base.loadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self)
                }
                output.bytes.storeBytes(of: sum.wrappedSum(), as: UInt8.self)
            }
        default: return nil
        }
    }

    /// Scaled to planes, which libswscale vectorises, and interleaved afterwards.
    private func libswscale(_ frames: [VideoFrame], _ output: Memory) -> (Int) -> Void {
        let context = sws_getContext(
            CInt(from.width), CInt(from.height), AV_PIX_FMT_YUV420P, CInt(to.width), CInt(to.height), AV_PIX_FMT_GBRP,
            CInt(SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT), nil, nil, nil)
        let stride = (to.width + 63) / 64 * 64 + 64
        let planes = Memory(count: stride * to.height * 3)
        let size = to
        return { index in
            let frame = frames[index % frames.count]
            let inputs = frame.planes.map { UnsafePointer?($0.base.assumingMemoryBound(to: UInt8.self)) } + [nil]
            let inputStrides = frame.planes.map { CInt($0.bytesPerRow) } + [0]
            let green = planes.bytes.assumingMemoryBound(to: UInt8.self)
            let (blue, red) = (green + stride * size.height, green + 2 * stride * size.height)
            let strides = [CInt(stride), CInt(stride), CInt(stride), 0]
            sws_scale(context, inputs, inputStrides, 0, CInt(frame.height), [green, blue, red, nil], strides)
            for y in 0..<size.height {
                let row = (output.bytes + y * size.width * 4).assumingMemoryBound(to: UInt32.self)
                let (blues, greens, reds) = (blue + y * stride, green + y * stride, red + y * stride)
                for x in 0..<size.width {
                    row[x] = UInt32(blues[x]) | UInt32(greens[x]) &<< 8 | UInt32(reds[x]) &<< 16 | 0xFF00_0000
                }
            }
        }
    }
}

/// Memory freed with its last owner.
final class Memory: @unchecked Sendable {  // Written before frames are made of it, or by one thread.
    let bytes: UnsafeMutableRawPointer

    init(count: Int) {
        bytes = .allocate(byteCount: count + 64, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count + 64)
    }

    deinit { bytes.deallocate() }
}
