package import OrielGeometry
package import OrielMedia

/// Maps target pixels (y down) to a frame's samples. One affine map per plane contains rotation, flip, crop and chroma
/// position.
package struct TextureMapping: Hashable, Sendable {
    /// An affine map: source = `right` × x + `down` × y + `origin`.
    package struct Affine: Hashable, Sendable {
        package var right: SIMD2<Double>
        package var down: SIMD2<Double>
        package var origin: SIMD2<Double>

        package func callAsFunction(_ x: Double, _ y: Double) -> SIMD2<Double> { right * x + down * y + origin }

        /// Source samples per target pixel, along the source's axes.
        package var ratio: SIMD2<Double> {
            SIMD2(max(abs(right.x), abs(down.x)), max(abs(right.y), abs(down.y)))
        }

        func scaled(by scale: SIMD2<Double>, offset: SIMD2<Double> = .zero) -> Affine {
            Affine(right: right * scale, down: down * scale, origin: origin * scale + offset)
        }
    }

    /// Map to luma samples (the frame's pixels), with the first one's middle at ½.
    package var luma: Affine
    /// Map to chroma samples.
    package var chroma: Affine

    package init(
        destination: Rect, crop: Rect, rotation: VideoFrame.Rotation, isFlipped: Bool, format: PixelFormat,
        chromaLocation: ColorDescription.ChromaLocation
    ) {
        let size = SIMD2(Double(max(destination.width, 1)), Double(max(destination.height, 1)))
        let corner = SIMD2(Double(destination.x), Double(destination.y))
        // Map from the destination's unit square to the frame's: the image of (0, 0), and of one step across and down.
        var (zero, across, down): (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) =
            switch rotation {
            case .none: ([0, 0], [1, 0], [0, 1])
            case .clockwise90: ([0, 1], [0, -1], [1, 0])
            case .clockwise180: ([1, 1], [-1, 0], [0, -1])
            case .clockwise270: ([1, 0], [0, 1], [-1, 0])
            }
        if isFlipped {
            zero.x = 1 - zero.x
            across.x = -across.x
            down.x = -down.x
        }
        let part = SIMD2(Double(crop.width), Double(crop.height))
        let right = across * part / size.x
        let below = down * part / size.y
        let start = SIMD2(Double(crop.x), Double(crop.y)) + zero * part
        luma = Affine(right: right, down: below, origin: start - right * corner.x - below * corner.y)

        // A chroma sample at the position of its block's first luma sample is (1 - 1/n)/2 samples right of the block's
        // middle, as seen from the chroma plane; n is the block's width.
        let reduction = SIMD2(1 / Double(1 << format.chromaShiftX), 1 / Double(1 << format.chromaShiftY))
        let cosited = (1 - reduction) * 0.5
        let offset: SIMD2<Double> =
            switch chromaLocation {
            case .left: [cosited.x, 0]
            case .center: .zero
            case .topLeft: cosited
            }
        chroma = luma.scaled(by: reduction, offset: offset)
    }
}
