package import OrielGeometry
package import OrielMedia

/// The form in which a frame's samples become textures.
package enum FrameForm: Hashable, Sendable {
    /// As the decoder left them: a texture a plane.
    case planes
    /// Chroma's two planes as one of two components, so that one read gets both.
    case interleavedChroma
    /// At half its size and eight bits deep, Y, Cb and Cr in one texture, so that one read gets all.
    case halved
    /// At the size it is drawn at and as R'G'B', so that a pixel is one exact read (`Scaler`).
    case scaled(Size)

    /// The form that costs least to draw.
    ///
    /// - Parameters:
    ///   - ratio: source samples per target pixel, along the source's axes.
    ///   - isHalf: two by two samples make up each pixel, exactly.
    ///   - repacks: reads are dear and passes over memory cheap, as with a rasteriser on the CPU.
    package init(
        format: PixelFormat, chromaLocation: ColorDescription.ChromaLocation, ratio: SIMD2<Double>, isHalf: Bool,
        repacks: Bool
    ) {
        self = .planes
        guard repacks, !format.isRGB, format.layout != .gray else { return }
        if format.layout == .planarYUV { self = .interleavedChroma }
        let is420 = format.chromaShiftX == 1 && format.chromaShiftY == 1
        // Halving first and reading the rest is as good as reading all from three samples a pixel on; below that, the
        // two steps' samples beat.
        let isFarReduced = ratio.x >= 3 && ratio.y >= 3
        if is420, !format.hasAlpha, chromaLocation != .topLeft, isHalf || isFarReduced {
            self = .halved
        }
    }
}
