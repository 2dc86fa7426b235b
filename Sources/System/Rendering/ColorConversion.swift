package import OrielMedia

/// Conversion of texture components to R'G'B' (0…1): `matrix` × components + `offset`.
///
/// In ITU-T H.273 §8.3, a matrix is defined by two coefficients, Kr and Kb, and a range by the positions of black,
/// white and the ends of chroma.
package struct ColorConversion: Hashable, Sendable {
    /// Columns of the matrix: contributions of the first, second and third component to (R, G, B).
    package var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (first, second, third) }
    package var offset: SIMD3<Double>
    /// Alpha = texture value × `alphaScale.x` + `alphaScale.y`; alpha always has the full range.
    package var alphaScale: SIMD2<Double>
    private var first: SIMD3<Double>
    private var second: SIMD3<Double>
    private var third: SIMD3<Double>

    package init(format: PixelFormat, color: ColorDescription, encoding: SampleEncoding) {
        let depth = Levels(bitDepth: format.bitDepth, range: format.isRGB ? .full : color.range)
        // Texture value to code value: code = value * scale + bias.
        let code = encoding.codeValue(of: format)
        let full = Levels(bitDepth: format.bitDepth, range: .full)
        alphaScale = SIMD2(code.scale, code.bias) / full.lumaRange

        let luma = SIMD2(code.scale, code.bias - depth.black) / depth.lumaRange
        let chroma = SIMD2(code.scale, code.bias - depth.chromaZero) / depth.chromaRange
        let one = SIMD3<Double>(repeating: 1)
        switch format.layout {
        case .gray:
            first = one * luma.x
            second = .zero
            third = .zero
            offset = one * luma.y
        case .rgba, .bgra:
            // The texture's swizzle puts red first.
            first = SIMD3(luma.x, 0, 0)
            second = SIMD3(0, luma.x, 0)
            third = SIMD3(0, 0, luma.x)
            offset = one * luma.y
        case .planarGBR:
            (first, second, third, offset) = Self.identity(luma)
        case .planarYUV, .semiPlanarYUV, .yuyv, .uyvy:
            if color.matrix == .identity {
                (first, second, third, offset) = Self.identity(luma)
            } else {
                let (cb, cr) = color.matrix.chroma
                first = one * luma.x
                second = cb * chroma.x
                third = cr * chroma.x
                offset = one * luma.y + (cb + cr) * chroma.y
            }
        }
    }

    /// All components to black.
    static let black = ColorConversion()

    private init() { (first, second, third, offset, alphaScale) = (.zero, .zero, .zero, .zero, SIMD2(0, 1)) }

    /// Green, blue, red, all with luma's levels (H.273 MatrixCoefficients 0).
    private static func identity(
        _ luma: SIMD2<Double>
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (
            SIMD3(0, luma.x, 0), SIMD3(0, 0, luma.x), SIMD3(luma.x, 0, 0), SIMD3(repeating: luma.y)
        )
    }
}

/// Code values of black, white and chroma for a range and bit depth (H.273 §8.3, equations 20 to 31).
private struct Levels {
    var black: Double
    var lumaRange: Double
    var chromaZero: Double
    var chromaRange: Double

    init(bitDepth: Int, range: ColorDescription.Range) {
        let unit = power(2, bitDepth - 8)
        chromaZero = 128 * unit
        switch range {
        case .limited:
            black = 16 * unit
            lumaRange = 219 * unit
            chromaRange = 224 * unit
        case .full:
            black = 0
            lumaRange = 256 * unit - 1
            chromaRange = lumaRange
        }
    }
}

/// Representation of samples in a texture.
package enum SampleEncoding: Hashable, Sendable {
    /// `GL_R8` and the like: code / 255; of deeper formats, the eight highest bits.
    case normalized8
    /// `GL_R16_EXT` and the like: word / 65535.
    case normalized16
    /// `GL_R16F` and the like, holding 1024 + the ten highest bits. Every integer from 1024 to 2047 is exact in a half
    /// float, with the bits 0x6400
    ///  integer.
    case biasedHalf

    /// Factors of the code value: code value = texture value × scale + bias.
    func codeValue(of format: PixelFormat) -> (scale: Double, bias: Double) {
        switch self {
        case .normalized8: return (255 * power(2, format.bitDepth - 8), 0)
        case .normalized16:
            let isShifted = format.isHighAligned && format.bitDepth < 16
            return (isShifted ? 65535 / power(2, 16 - format.bitDepth) : 65535, 0)
        case .biasedHalf:
            let scale = power(2, format.bitDepth - 10)
            return (scale, -1024 * scale)
        }
    }
}

private func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<min(abs(exponent), 64) { result *= base }
    return exponent < 0 ? 1 / result : result
}
