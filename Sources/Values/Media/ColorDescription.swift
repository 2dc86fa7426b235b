/// Meaning of a frame's component values as colours (ITU-T H.273; FFmpeg's `AVColorSpace`, `AVColorRange`, …).
/// Unspecified values were replaced by the decoder's best guess.
public struct ColorDescription: Hashable, Sendable {
    /// Luma and chroma coefficients (H.273 MatrixCoefficients).
    public enum Matrix: Hashable, Sendable {
        /// Standard definition.
        case bt601
        /// High definition.
        case bt709
        /// Ultra-high definition, non-constant luminance.
        case bt2020
        /// SMPTE ST 240.
        case smpte240m
        /// FCC 73.682.
        case fcc
        /// Luma, green and orange differences.
        case ycgco
        /// No matrix: the planes are G, B and R.
        case identity
    }
    /// Range of values between black and white.
    public enum Range: Hashable, Sendable {
        /// Luma 16–235, chroma 16–240, scaled by the bit depth (MPEG).
        case limited
        /// All values (JPEG).
        case full
    }
    /// Transfer function (H.273 TransferCharacteristics), as far as rendering distinguishes them.
    public enum Transfer: Hashable, Sendable {
        /// Gamma of usual televisions and screens.
        case sdr
        /// SMPTE ST 2084.
        case pq
        /// Hybrid log-gamma.
        case hlg
        /// Linear light.
        case linear
    }
    /// Chromaticities of red, green and blue (H.273 ColourPrimaries).
    public enum Primaries: Hashable, Sendable {
        /// High definition, and sRGB.
        case bt709
        /// Standard definition with 525 lines.
        case bt601_525
        /// Standard definition with 625 lines.
        case bt601_625
        /// Ultra-high definition.
        case bt2020
        /// Display P3.
        case displayP3
    }
    /// Position of a chroma sample among its luma samples.
    public enum ChromaLocation: Hashable, Sendable {
        /// At the first column, between the rows (MPEG-2 and later).
        case left
        /// In the middle of all (JPEG, MPEG-1).
        case center
        /// At the first sample.
        case topLeft
    }

    /// Luma and chroma coefficients.
    public var matrix: Matrix
    /// Range of values between black and white.
    public var range: Range
    /// Transfer function.
    public var transfer: Transfer
    /// Chromaticities of red, green and blue.
    public var primaries: Primaries
    /// Position of subsampled chroma.
    public var chromaLocation: ChromaLocation
    /// Peak luminance in cd/m², from static metadata: the content's (CTA-861.3, MaxCLL), or else the mastering
    /// display's (SMPTE ST 2086). For `Transfer.pq` only; nil if unknown.
    public var peakLuminance: Double?

    /// Makes a description; the defaults are those of high definition.
    public init(
        matrix: Matrix = .bt709, range: Range = .limited, transfer: Transfer = .sdr, primaries: Primaries = .bt709,
        chromaLocation: ChromaLocation = .left, peakLuminance: Double? = nil
    ) {
        self.matrix = matrix
        self.range = range
        self.transfer = transfer
        self.primaries = primaries
        self.chromaLocation = chromaLocation
        self.peakLuminance = peakLuminance
    }
}
