/// Conversion in linear light that shows a frame's colours on an sRGB screen. Its initialiser returns nil if none is
/// needed.
///
/// BT.601's primaries are near enough to BT.709's to need none.
package struct LightConversion: Hashable, Sendable {
    /// Encoding of light in the frame.
    package var transfer: ColorDescription.Transfer
    /// Rows of shares: how much of the frame's red, green and blue make up each of the screen's.
    package var primaries: [SIMD3<Double>]
    /// Luminance that becomes the screen's white, relative to paper white.
    package var peak: Double

    /// Luminance of paper white in cd/m² (ITU-R BT.2408).
    package static let paperWhite = 203.0
    /// Peak luminance assumed if none is stated, and the one hybrid log-gamma is made for (BT.2100), in cd/m².
    private static let usualPeak = 1000.0
    /// Range of believable peaks: a screen shows paper white, and PQ encodes at most 10000 cd/m².
    private static let peaks = 1.01 * paperWhite...10000

    package init?(_ color: ColorDescription) {
        transfer = color.transfer
        let said = transfer == .pq ? color.peakLuminance : nil
        peak = min(max(said ?? Self.usualPeak, Self.peaks.lowerBound), Self.peaks.upperBound) / Self.paperWhite
        // Derived from the primaries' chromaticities with white at D65 (H.273 table 2).
        switch color.primaries {
        case .bt709, .bt601_525, .bt601_625:
            guard transfer != .sdr else { return nil }
            primaries = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .bt2020:
            primaries = [
                [1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349], [-0.018151, -0.100579, 1.118730],
            ]
        case .displayP3:
            primaries = [
                [1.224940, -0.224940, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274],
            ]
        }
    }
}
