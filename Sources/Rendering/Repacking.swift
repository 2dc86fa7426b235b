import OrielMedia

/// Conversion of samples before they become textures, for rasterisers on the CPU.
///
/// There, each texture read costs several nanoseconds per pixel, regardless of its content, and a pass over memory a
/// fraction of one. docs/proof/rendering.md has the measurements.
enum Repacking {
    /// Converts the ten highest bits of each component to the half float 1024 + bits (`SampleEncoding.biasedHalf`).
    ///
    /// - Parameters:
    ///   - count: number of components in a row.
    ///   - output: rows without padding; may be the plane's own memory.
    static func half(
        _ plane: VideoFrame.Plane, count: Int, height: Int, format: PixelFormat,
        into output: UnsafeMutablePointer<UInt16>
    ) {
        let shift = UInt16(format.isHighAligned ? 6 : max(format.bitDepth - 10, 0))
        for y in 0..<height {
            let input = plane.base + y * plane.bytesPerRow
            let row = output + y * count
            for x in 0..<count {
                let word = UInt16(littleEndian: input.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self))
                row[x] = 0x6400 | ((word &>> shift) & 0x3FF)
            }
        }
    }

    /// Interleaves two planes of one component each.
    ///
    /// - Parameter output: `width` × `height` × 2 components, rows without padding.
    static func interleave<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ first: VideoFrame.Plane, _ second: VideoFrame.Plane, width: Int, height: Int,
        into output: UnsafeMutablePointer<Sample>
    ) {
        for y in 0..<height {
            let a = first.base + y * first.bytesPerRow
            let b = second.base + y * second.bytesPerRow
            let size = MemoryLayout<Sample>.size
            let row = output + y * width * 2
            for x in 0..<width {
                row[2 * x] = a.loadUnaligned(fromByteOffset: size &* x, as: Sample.self)
                row[2 * x + 1] = b.loadUnaligned(fromByteOffset: size &* x, as: Sample.self)
            }
        }
    }

    /// Halves a 4:2:0 frame to one plane of Y, Cb, Cr and filler, eight bits each. Luma is the mean of two by two
    /// samples, beside the chroma there.
    ///
    /// - Parameter output: as many texels as a chroma plane has samples, rows without padding.
    static func halve(_ frame: VideoFrame, width: Int, height: Int, into output: UnsafeMutablePointer<UInt32>) {
        let format = frame.format
        let isInterleaved = format.layout == .semiPlanarYUV
        // Chroma samples left of their block's middle are moved there.
        let moves = frame.color.chromaLocation == .left
        for y in 0..<height {
            let rows = Rows(
                upper: frame.planes[0].row(2 * y),
                lower: frame.planes[0].row(min(2 * y + 1, frame.height - 1)),
                cb: frame.planes[1].row(y),
                cr: isInterleaved
                    ? frame.planes[1].row(y) + format.bytesPerComponent : frame.planes[2].row(y),
                width: width, hasOddEnd: frame.width % 2 == 1, output: output + y * width)
            // Constant arguments let the compiler vectorise each loop.
            switch (format.bytesPerComponent, isInterleaved, moves) {
            case (1, false, false): rows.halve(UInt8.self, UInt16.self, excess: 0, stride: 1, next: 0)
            case (1, false, true): rows.halve(UInt8.self, UInt16.self, excess: 0, stride: 1, next: 1)
            case (1, true, false): rows.halve(UInt8.self, UInt16.self, excess: 0, stride: 2, next: 0)
            case (1, true, true): rows.halve(UInt8.self, UInt16.self, excess: 0, stride: 2, next: 2)
            default:
                let excess = UInt32(format.isHighAligned ? 8 : format.bitDepth - 8)
                rows.halve(
                    UInt16.self, UInt32.self, excess: excess, stride: isInterleaved ? 2 : 1,
                    next: moves ? isInterleaved ? 2 : 1 : 0)
            }
        }
    }

    /// Two rows of luma and the chroma between them.
    private struct Rows {
        var upper: UnsafeRawPointer
        var lower: UnsafeRawPointer
        var cb: UnsafeRawPointer
        var cr: UnsafeRawPointer
        /// Number of texels to make.
        var width: Int
        /// Whether half of the last texel's luma is missing.
        var hasOddEnd: Bool
        var output: UnsafeMutablePointer<UInt32>

        /// Makes one row of texels.
        /// - Parameters:
        ///   - excess: bits of a component beyond eight.
        ///   - stride: distance between samples of a chroma component.
        ///   - next: distance from a chroma sample to the one it is mixed with.
        @inline(__always)
        func halve<Sample, Pair>(_: Sample.Type, _: Pair.Type, excess: Pair, stride: Int, next: Int)
        where
            Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable,
            Pair: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
        {
            let size = MemoryLayout<Sample>.size
            let bits = Pair(truncatingIfNeeded: Sample.bitWidth)
            let mask = Pair(Sample.max)
            let rounding: Pair = 2 &<< excess
            let shift = excess &+ 2
            func chroma(_ base: UnsafeRawPointer, _ index: Int) -> Pair {
                Pair(truncatingIfNeeded: base.loadUnaligned(fromByteOffset: size &* index, as: Sample.self))
            }
            func texel(_ luma: Pair, _ blue: Pair, _ red: Pair) -> UInt32 {
                let y = UInt32(truncatingIfNeeded: min((luma &+ rounding) &>> shift, 255))
                let cb = UInt32(truncatingIfNeeded: min((blue &+ rounding) &>> shift, 255))
                let cr = UInt32(truncatingIfNeeded: min((red &+ rounding) &>> shift, 255))
                return (y | cb &<< 8 | cr &<< 16 | 0xFF00_0000).littleEndian
            }
            // The last column has no chroma to its right.
            let last = width - 1
            for x in 0..<last {
                // A pair of samples is read as one word, so that shifts suffice.
                let above = Pair(littleEndian: upper.loadUnaligned(fromByteOffset: 2 &* size &* x, as: Pair.self))
                let below = Pair(littleEndian: lower.loadUnaligned(fromByteOffset: 2 &* size &* x, as: Pair.self))
                output[x] = texel(
                    (above & mask) &+ (above &>> bits) &+ (below & mask) &+ (below &>> bits),
                    chroma(cb, x &* stride) &* 3 &+ chroma(cb, x &* stride &+ next),
                    chroma(cr, x &* stride) &* 3 &+ chroma(cr, x &* stride &+ next))
            }
            let right = hasOddEnd ? 2 * last : 2 * last + 1
            output[last] = texel(
                chroma(upper, 2 * last) + chroma(upper, right) + chroma(lower, 2 * last) + chroma(lower, right),
                chroma(cb, last * stride) * 4, chroma(cr, last * stride) * 4)
        }
    }
}

extension VideoFrame.Plane {
    fileprivate func row(_ y: Int) -> UnsafeRawPointer { base + y * bytesPerRow }
}
