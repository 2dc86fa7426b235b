import OrielMedia
import OrielShaders

/// Properties of a pixel shader that are decided before it runs. Each variant is compiled once and has no branches.
struct ShaderVariant: Hashable {
    var components: Components
    var alpha: Alpha
    var light: ColorDescription.Transfer?
    /// Whether samples have more bits than the target's.
    var isDithered: Bool
    var isRounded: Bool
    /// Whether nothing shows through any pixel, so that coverage needn't be computed.
    var isOpaque: Bool
    var luma: Sampling.Taps
    var chroma: Sampling.Taps

    /// Layout of the components in textures, by its name in the shader.
    enum Components: String {
        case separate = "PLANES_YUV"
        case lumaAndChroma = "PLANES_Y_UV"
        case lumaOnly = "PLANES_Y"
        case packed = "PACKED"

        init(_ layout: PixelFormat.Layout) {
            switch layout {
            case .rgba, .bgra: self = .packed
            case .semiPlanarYUV, .yuyv, .uyvy: self = .lumaAndChroma
            case .planarYUV, .planarGBR: self = .separate
            case .gray: self = .lumaOnly
            }
        }
    }

    /// Place of alpha, by its name in the shader; without one where there is none.
    enum Alpha: String {
        case none = ""
        case plane = "ALPHA_PLANE"
        case packed = "ALPHA_PACKED"

        init(_ format: PixelFormat) {
            self = !format.hasAlpha ? .none : format.hasAlphaPlane ? .plane : .packed
        }
    }

    var fragmentSource: String {
        var names = [components.rawValue, alpha.rawValue].filter { !$0.isEmpty }
        switch light {
        case nil: break
        case .sdr: names.append("LIGHT_GAMMA")
        case .linear: names.append("LIGHT_LINEAR")
        case .pq: names.append("LIGHT_PQ")
        case .hlg: names.append("LIGHT_HLG")
        }
        if isDithered { names.append("DITHER") }
        if isRounded { names.append("ROUNDED") }
        if isOpaque { names.append("OPAQUE") }
        names += [
            "LUMA_TAPS_X \(luma.x)", "LUMA_TAPS_Y \(luma.y)", "CHROMA_TAPS_X \(chroma.x)", "CHROMA_TAPS_Y \(chroma.y)",
        ]
        return Self.header + names.map { "#define \($0)\n" }.joined() + ShaderSource.pictureFragment
    }

    static var vertexSource: String { header + ShaderSource.pictureVertex }

    private static let header = "#version 300 es\n"
}
