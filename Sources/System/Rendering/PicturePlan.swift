import OrielGeometry
import OrielMedia

/// Decisions for drawing a picture, made from values alone.
struct PicturePlan {
    /// Rectangles of pixels that are drawn alike.
    struct Part: Hashable {
        var quads: [Rect]
        var variant: ShaderVariant
        /// Whether the part is blended with the target's pixels.
        var isBlended: Bool
        /// Whether it is black instead of the picture.
        var isBlack = false
    }

    /// Rectangles of the target that show the background, to be filled before.
    var background: [Rect]
    var parts: [Part]
    var luma: TextureMapping.Affine
    var chroma: TextureMapping.Affine
    var lumaSampling: Sampling
    var chromaSampling: Sampling
    /// The area with the round corners.
    var roundedArea: Rect
    var cornerRadius: Double
    var light: LightConversion?

    /// Makes the plan.
    /// - Parameters:
    ///   - picture: the picture; `frame` is its texture's frame.
    ///   - isSoftware: whether each texture read costs CPU time.
    init(_ picture: Picture, frame: VideoFrame, background color: Color, size: Size, isSoftware: Bool) {
        let destination = picture.destination
        let mapping = TextureMapping(
            destination: destination,
            crop: FrameTexture.place(of: frame), rotation: frame.rotation, isFlipped: frame.isFlipped,
            format: frame.format, chromaLocation: frame.color.chromaLocation)
        // A reduction by less than two aliases little.
        let limit = isSoftware ? 1.6 : Sampling.singleTapLimit
        luma = mapping.luma
        chroma = mapping.chroma
        lumaSampling = Sampling(luma, destination: destination, singleTapLimit: limit)
        chromaSampling =
            frame.format.isChromaReduced
            ? Sampling(chroma, destination: destination, singleTapLimit: 2) : lumaSampling
        // The size at which samples are exact is passed in a single step, whose own state llvmpipe would compile.
        if picture.isMoving {
            lumaSampling = Sampling(taps: Sampling.Taps(x: 1, y: 1), isExact: false)
            chromaSampling = lumaSampling
        }
        light = LightConversion(frame.color)
        let area = picture.roundedArea ?? destination
        roundedArea = area
        cornerRadius = max(0, min(picture.cornerRadius, Double(area.width) / 2, Double(area.height) / 2))

        let isSeeThrough = picture.opacity < 1
        let variant = ShaderVariant(
            components: .init(frame.format.layout), alpha: .init(frame.format),
            light: light?.transfer, isDithered: frame.format.bitDepth > 8, isRounded: false, isOpaque: !isSeeThrough,
            luma: lumaSampling.taps, chroma: chromaSampling.taps)
        var rounded = variant
        rounded.isRounded = true
        rounded.isOpaque = false
        // Over nothing, a premultiplied pixel is already the result.
        let isOverSomething = color.alpha > 0
        // The line belongs to the parts with rounding.
        let edges = area.edges(cornerRadius, line: picture.line)
        let inside = edges.reduce(area.lessCorners(cornerRadius)) { rest, edge in
            rest.flatMap { $0.subtracting(edge) }
        }
        func shown(_ quads: [Rect]) -> [Rect] { quads.compactMap { $0.intersection(destination) } }
        let inner = Part(
            quads: shown(inside), variant: variant, isBlended: isSeeThrough && isOverSomething)
        let corners = Part(
            quads: shown(area.corners(cornerRadius) + edges), variant: rounded, isBlended: isOverSomething)
        var black = rounded
        (black.alpha, black.light, black.isDithered) = (.none, nil, false)
        let bars = Part(
            quads: area.subtracting(destination), variant: black, isBlended: isOverSomething, isBlack: true)
        parts = [inner, corners, bars].filter { !$0.quads.isEmpty }

        // Pixels covered by the picture are not filled; on a software rasteriser, that would draw them twice.
        let bounds = Rect(origin: .zero, size: size)
        let covered = isOverSomething ? inner.isBlended ? [] : inner.quads : [area]
        background = covered.reduce([bounds]) { rest, cover in rest.flatMap { $0.subtracting(cover) } }
    }
}

extension PixelFormat {
    /// Whether the second and third component have fewer samples than the first.
    var isChromaReduced: Bool { chromaShiftX > 0 || chromaShiftY > 0 }
}
