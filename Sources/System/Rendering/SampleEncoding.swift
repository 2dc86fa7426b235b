package import OrielMedia

/// Representation of samples in a texture.
package enum SampleEncoding: Hashable, Sendable {
    /// `GL_R8` and the like: code / 255; of deeper formats, the eight highest bits.
    case normalized8
    /// `GL_R16_EXT` and the like: word / 65535.
    case normalized16
    /// `GL_R16F` and the like, holding 1024 + the ten highest bits. Every integer from 1024 to 2047 is exact in a half
    /// float, with the bits 0x6400 | integer.
    case biasedHalf

    /// Factors of the code value: code value = texture value × scale + bias.
    package func codeValue(of format: PixelFormat) -> (scale: Double, bias: Double) {
        // Code values for each of an 8-bit format.
        let unit = Double(sign: .plus, exponent: format.bitDepth - 8, significand: 1)
        return switch self {
        case .normalized8: (255 * unit, 0)
        case .normalized16: (format.isHighAligned ? 65535 * unit / 256 : 65535, 0)
        case .biasedHalf: (unit / 4, -256 * unit)
        }
    }
}
