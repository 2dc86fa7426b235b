/// How a frame's numbers mean colours (ITU-T H.273; FFmpeg's `AVColorSpace`, `AVColorRange`, …). Unspecified values were
/// already replaced by the decoder's best guess.
public struct ColorDescription: Hashable, Sendable {
    /// The luma and chroma coefficients (H.273 MatrixCoefficients).
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
        /// None: the planes are G, B and R.
        case identity
    }
    /// Where black and white lie among the numbers.
    public enum Range: Hashable, Sendable {
        /// Luma 16–235, chroma 16–240, scaled by the bit depth (MPEG).
        case limited
        /// The whole range (JPEG).
        case full
    }
    /// H.273 TransferCharacteristics, as far as the painter tells them apart.
    public enum Transfer: Hashable, Sendable {
        /// What televisions and screens have by themselves.
        case sdr
        /// SMPTE ST 2084.
        case pq
        /// Hybrid log-gamma.
        case hlg
        /// Light itself.
        case linear
    }
    /// Which red, green and blue are meant (H.273 ColourPrimaries).
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
    /// Where a chroma sample lies among its luma samples.
    public enum ChromaLocation: Hashable, Sendable {
        /// Beside the first column, between the rows (MPEG-2 and later).
        case left
        /// In the middle of all (JPEG, MPEG-1).
        case center
        /// On the first one.
        case topLeft
    }

    /// The luma and chroma coefficients.
    public var matrix: Matrix
    /// Where black and white lie.
    public var range: Range
    /// How numbers mean light.
    public var transfer: Transfer
    /// Which red, green and blue are meant.
    public var primaries: Primaries
    /// Where reduced colour lies.
    public var chromaLocation: ChromaLocation
    /// The most light that there is, in cd/m², where static metadata says it: the content's (CTA-861.3, MaxCLL), else the mastering
    /// screen's (SMPTE ST 2086). Of `Transfer.pq` alone.
    public var peakLuminance: Double?

    /// High definition's, unless told.
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
