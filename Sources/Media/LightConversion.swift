/// What must be done in linear light to show a frame's colours on an sRGB screen; nil where nothing needs to be.
///
/// BT.601's primaries are near enough to BT.709's to be shown as they are.
package struct LightConversion: Hashable, Sendable {
    /// How the frame codes light.
    package enum Coding: Hashable, Sendable { case gamma, linear, pq, hlg }

    package var coding: Coding
    /// Rows: how much of the frame's red, green and blue make up the screen's.
    package var primaries: [SIMD3<Double>]
    /// The light that becomes the screen's white, relative to paper's.
    package var peak: Double

    /// The white of paper in cd/m² (ITU-R BT.2408).
    package static let paperWhite = 203.0
    /// What is bent to the screen's range where nothing is said, and what hybrid log-gamma is made for (BT.2100), in cd/m².
    private static let usualPeak = 1000.0
    /// What is said beyond that isn't believed: a screen shows paper's white, and PQ codes no more than 10000 cd/m².
    private static let peaks = 1.01 * paperWhite...10000

    package init?(_ color: ColorDescription) {
        switch color.transfer {
        case .sdr: coding = .gamma
        case .linear: coding = .linear
        case .pq: coding = .pq
        case .hlg: coding = .hlg
        }
        let said = coding == .pq ? color.peakLuminance : nil
        peak = min(max(said ?? Self.usualPeak, Self.peaks.lowerBound), Self.peaks.upperBound) / Self.paperWhite
        // Derived from the primaries' chromaticities with white at D65 (H.273 table 2).
        switch color.primaries {
        case .bt709, .bt601_525, .bt601_625:
            guard coding != .gamma else { return nil }
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
