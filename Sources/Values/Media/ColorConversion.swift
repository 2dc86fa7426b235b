/// Conversion of components to R'G'B' (0…1): `columns` × components + `offset`.
///
/// In ITU-T H.273 §8.3, a matrix is defined by two coefficients, Kr and Kb, and a range by the positions of black,
/// white and the ends of chroma.
package struct ColorConversion: Hashable, Sendable {
    /// Contributions of the first, second and third component to (R, G, B).
    package var columns: [SIMD3<Double>]
    package var offset: SIMD3<Double>
    /// Alpha = component × `alphaScale.x` + `alphaScale.y`; alpha always has the full range.
    package var alphaScale: SIMD2<Double>

    /// All components to black.
    package static let black = ColorConversion(
        columns: [.zero, .zero, .zero], offset: .zero, alphaScale: SIMD2(0, 1))
}

extension ColorConversion {
    /// - Parameter code: factors of a component's code value: code value = component × scale + bias.
    package init(_ format: PixelFormat, _ color: ColorDescription, code: (scale: Double, bias: Double)) {
        let depth = Levels(bitDepth: format.bitDepth, range: format.isRGB ? .full : color.range)
        let luma = SIMD2(code.scale, code.bias - depth.black) / depth.lumaRange
        let full = Levels(bitDepth: format.bitDepth, range: .full)
        alphaScale = SIMD2(code.scale, code.bias) / full.lumaRange
        offset = SIMD3(repeating: luma.y)
        switch format.layout {
        case .gray: columns = [SIMD3(repeating: luma.x), .zero, .zero]
        // Red first; samples in another order are read in this one.
        case .rgba, .bgra: columns = [[luma.x, 0, 0], [0, luma.x, 0], [0, 0, luma.x]]
        case .planarYUV, .semiPlanarYUV, .yuyv, .uyvy:
            if color.matrix == .identity { fallthrough }
            let chroma = SIMD2(code.scale, code.bias - depth.chromaZero) / depth.chromaRange
            let (cb, cr) = color.matrix.chroma
            columns = [SIMD3(repeating: luma.x), cb * chroma.x, cr * chroma.x]
            offset += (cb + cr) * chroma.y
        // Green, blue, red, all with luma's levels (H.273 MatrixCoefficients 0).
        case .planarGBR: columns = [[0, luma.x, 0], [0, 0, luma.x], [luma.x, 0, 0]]
        }
    }
}

/// Code values of black, white and chroma for a range and bit depth (H.273 §8.3, equations 20 to 31).
private struct Levels {
    var black: Double
    var lumaRange: Double
    var chromaZero: Double
    var chromaRange: Double

    init(bitDepth: Int, range: ColorDescription.Range) {
        let unit = Double(sign: .plus, exponent: bitDepth - 8, significand: 1)
        chromaZero = 128 * unit
        switch range {
        case .limited: (black, lumaRange, chromaRange) = (16 * unit, 219 * unit, 224 * unit)
        case .full: (black, lumaRange, chromaRange) = (0, 256 * unit - 1, 256 * unit - 1)
        }
    }
}
