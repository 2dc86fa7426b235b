package import OrielGeometry
package import OrielMedia

/// Form in which a frame's samples are copied to textures.
package enum FrameForm: Hashable, Sendable {
    /// As decoded: one texture per plane.
    case planes
    /// Both chroma planes in one texture of two components, so that one read gets both.
    case interleavedChroma
    /// Half the size and eight bits deep, with Y, Cb and Cr in one texture. One read gets all.
    case halved
    /// The drawn size as R'G'B', so that each pixel is one exact read (`Scaler`).
    case scaled(Size)

    /// Chooses the form that is cheapest to draw.
    ///
    /// - Parameters:
    ///   - ratio: source samples per target pixel, along the source's axes.
    ///   - isHalf: whether each pixel is exactly two by two samples.
    ///   - repacks: whether reads are expensive and passes over memory cheap, as with a rasteriser on the CPU.
    package init(
        format: PixelFormat, chromaLocation: ColorDescription.ChromaLocation, ratio: SIMD2<Double>, isHalf: Bool,
        repacks: Bool
    ) {
        self = .planes
        guard repacks, !format.isRGB, format.layout != .gray else { return }
        if format.layout == .planarYUV { self = .interleavedChroma }
        let is420 = format.chromaShiftX == 1 && format.chromaShiftY == 1
        // From three samples per pixel on, halving first is as good as reading all samples; below that, the two steps
        // alias.
        let isFarReduced = ratio.x >= 3 && ratio.y >= 3
        if is420, !format.hasAlpha, chromaLocation != .topLeft, isHalf || isFarReduced {
            self = .halved
        }
    }
}
