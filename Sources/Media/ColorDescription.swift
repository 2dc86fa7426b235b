/// How a frame's numbers mean colours (ITU-T H.273; FFmpeg's `AVColorSpace`, `AVColorRange`, …). Unspecified values were
/// already replaced by the decoder's best guess.
public struct ColorDescription: Hashable, Sendable {
    /// The luma and chroma coefficients (H.273 MatrixCoefficients).
    public enum Matrix: Hashable, Sendable { case bt601, bt709, bt2020, smpte240m, fcc, ycgco, identity }
    public enum Range: Hashable, Sendable {
        /// Luma 16–235, chroma 16–240, scaled by the bit depth (MPEG).
        case limited
        /// The whole range (JPEG).
        case full
    }
    /// H.273 TransferCharacteristics, as far as the painter tells them apart.
    public enum Transfer: Hashable, Sendable { case sdr, pq, hlg, linear }
    public enum Primaries: Hashable, Sendable { case bt709, bt601_525, bt601_625, bt2020, displayP3 }
    /// Where a chroma sample lies among its luma samples.
    public enum ChromaLocation: Hashable, Sendable { case left, center, topLeft }

    public var matrix: Matrix
    public var range: Range
    public var transfer: Transfer
    public var primaries: Primaries
    public var chromaLocation: ChromaLocation

    public init(
        matrix: Matrix = .bt709, range: Range = .limited, transfer: Transfer = .sdr, primaries: Primaries = .bt709,
        chromaLocation: ChromaLocation = .left
    ) {
        self.matrix = matrix
        self.range = range
        self.transfer = transfer
        self.primaries = primaries
        self.chromaLocation = chromaLocation
    }
}
