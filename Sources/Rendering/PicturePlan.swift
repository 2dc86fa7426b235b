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
        /// Whether each pixel is exactly one texel, so that memory may be copied instead of drawing.
        var isCopy = false
    }

    /// Rectangles of the target that show the background, to be filled before.
    var background: [Rect]
    var parts: [Part]
    var form: FrameForm
    var luma: TextureMapping.Affine
    var chroma: TextureMapping.Affine
    var lumaSampling: Sampling
    var chromaSampling: Sampling
    var cornerRadius: Double
    var light: LightConversion?

    /// Makes the plan.
    /// - Parameters:
    ///   - picture: the picture; `frame` is its texture's frame.
    ///   - isSoftware: whether each texture read costs CPU time.
    ///   - repacks: see `FrameForm`.
    ///   - isTooLarge: whether the unconverted frame is too large for a texture.
    init(
        _ picture: Picture, frame: VideoFrame, background color: Color, size: Size, isSoftware: Bool, repacks: Bool,
        isTooLarge: Bool
    ) {
        let destination = picture.destination
        let mapping = TextureMapping(
            destination: destination,
            crop: picture.crop ?? Rect(x: 0, y: 0, width: frame.width, height: frame.height),
            rotation: picture.rotation ?? frame.rotation, isFlipped: picture.isFlipped ?? frame.isFlipped,
            format: frame.format, chromaLocation: frame.color.chromaLocation)
        // A reduction by less than two aliases little.
        let limit = isSoftware ? 1.6 : Sampling.singleTapLimit
        let whole = Sampling(mapping.luma, destination: destination, singleTapLimit: limit)
        form = FrameForm(
            format: frame.format, chromaLocation: frame.color.chromaLocation, ratio: mapping.luma.ratio,
            isHalf: whole.isHalf, repacks: repacks)
        light = LightConversion(frame.color)
        let isUpright = (picture.rotation ?? frame.rotation) == .none && !(picture.isFlipped ?? frame.isFlipped)
        if repacks || isTooLarge, isUpright, picture.crop == nil, light == nil,
            Rect(origin: .zero, size: size).contains(destination), Scaler.knows(frame.format, frame.color),
            Scaler.isAvailable
        {
            form = .scaled(destination.size)
        }
        switch form {
        case .scaled:
            luma = TextureMapping.Affine(
                right: [1, 0], down: [0, 1], origin: [-Double(destination.x), -Double(destination.y)])
            chroma = luma
            lumaSampling = Sampling(luma, destination: destination)
            chromaSampling = lumaSampling
        case .halved:
            luma = mapping.luma.scaled(by: [0.5, 0.5])
            chroma = luma
            lumaSampling = Sampling(luma, destination: destination)
            chromaSampling = lumaSampling
        case .planes, .interleavedChroma:
            luma = mapping.luma
            chroma = mapping.chroma
            lumaSampling = whole
            chromaSampling =
                frame.format.isChromaReduced
                ? Sampling(chroma, destination: destination, singleTapLimit: 2) : whole
        }
        cornerRadius = max(
            0, min(picture.cornerRadius, Double(destination.width) / 2, Double(destination.height) / 2))

        let isSeeThrough = picture.opacity < 1 || (frame.format.hasAlpha && picture.backdrop == .none)
        let components = ShaderVariant.Components(frame.format.layout, form)
        let variant = ShaderVariant(
            components: components, alpha: .init(frame.format), backdrop: picture.backdrop.kind, light: light?.coding,
            isDithered: frame.format.bitDepth > 8 && components != .rgb, isRounded: false, isOpaque: !isSeeThrough,
            luma: lumaSampling.taps,
            chroma: chromaSampling.taps)
        var rounded = variant
        rounded.isRounded = true
        rounded.isOpaque = false
        // Over nothing, a premultiplied pixel is already the result.
        let isOverSomething = color.alpha > 0
        let inner = Part(
            quads: destination.lessCorners(cornerRadius), variant: variant,
            isBlended: isSeeThrough && isOverSomething, isCopy: variant.components == .rgb && !isSeeThrough)
        let corners = Part(quads: destination.corners(cornerRadius), variant: rounded, isBlended: isOverSomething)
        parts = [inner, corners].filter { !$0.quads.isEmpty }

        // Pixels covered by the picture are not filled; on a software rasteriser, that would draw them twice.
        let bounds = Rect(origin: .zero, size: size)
        let covered = isOverSomething ? inner.isBlended ? [] : inner.quads : [destination]
        background = covered.reduce([bounds]) { rest, cover in rest.flatMap { $0.subtracting(cover) } }
    }
}

extension Picture.Backdrop {
    var kind: ShaderVariant.Backdrop {
        switch self {
        case .black: .black
        case .checker: .checker
        case .none: .none
        }
    }
}

extension PixelFormat {
    /// Whether the second and third component have fewer samples than the first.
    var isChromaReduced: Bool { chromaShiftX > 0 || chromaShiftY > 0 }
}
