import Glibc
package import OrielMedia

/// Reference implementation of the conversion to a standard screen, one equation at a time in Double. Light of a signal
/// is by BT.2100, BT.2087 and SMPTE EG 432-1.
package struct LightModel {
    package var transfer: ColorDescription.Transfer
    package var primaries: ColorDescription.Primaries
    /// Peak luminance in cd/m².
    package var peak: Double

    package init(_ transfer: ColorDescription.Transfer, _ primaries: ColorDescription.Primaries, peak: Double = 1000) {
        (self.transfer, self.primaries, self.peak) = (transfer, primaries, peak)
    }

    private static let paper = 203.0

    /// Converts a signal to the screen's.
    /// - Parameter signal: R'G'B', 0 to 1.
    /// - Returns: R'G'B' of the screen, 0 to 255.
    package func shown(_ signal: [Double]) -> [Double] {
        screen(bent(light(signal))).map { 255 * pow(min(max($0, 0), 1), 1 / 2.2) }
    }

    /// Converts light in cd/m² to PQ's signal (ST 2084).
    package static func perceptual(_ nits: Double) -> Double {
        let y = pow(nits / 10000, 2610.0 / 16384)
        return pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
    }

    /// Converts scene light to HLG's signal (BT.2100 table 5).
    package static func logGamma(_ scene: Double) -> Double {
        scene <= 1.0 / 12 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }

    /// Light of a signal, relative to paper white.
    private func light(_ signal: [Double]) -> [Double] {
        switch transfer {
        case .sdr: return signal.map { pow($0, 2.2) }
        case .linear: return signal
        case .pq: return signal.map { Self.inverse(of: Self.perceptual, at: $0, upTo: 10000) / Self.paper }
        case .hlg:
            let scene = signal.map { Self.inverse(of: Self.logGamma, at: $0, upTo: 1) }
            let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
            return scene.map { $0 * pow(max(luminance, 1e-9), 0.2) * 1000 / Self.paper }
        }
    }

    /// Inverts a rising function by bisection.
    private static func inverse(of function: (Double) -> Double, at value: Double, upTo limit: Double) -> Double {
        var (low, high) = (0.0, limit)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if function(middle) < value { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Maps highlights: up to half of paper white unchanged, above it a hyperbola with the same value and slope there
    /// that ends at white for the peak.
    private func bent(_ light: [Double]) -> [Double] {
        guard transfer == .pq || transfer == .hlg, let brightest = light.max(), brightest > 0.5 else { return light }
        let top = (transfer == .pq ? peak : 1000) / Self.paper
        // 1/2 + d / (1 + c·d), with d = brightest − 1/2, and 1 at the peak.
        let (d, whole) = (brightest - 0.5, top - 0.5)
        let c = (2 * whole - 1) / whole
        return light.map { $0 * min(0.5 + d / (1 + c * d), 1) / brightest }
    }

    private func screen(_ light: [Double]) -> [Double] {
        let rows: [[Double]] =
            switch primaries {
            case .bt709, .bt601_525, .bt601_625: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            case .bt2020:
                Self.inverse([[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]])
            case .displayP3: Self.inverse([[0.8225, 0.1774, 0], [0.0332, 0.9669, 0], [0.0171, 0.0724, 0.9108]])
            }
        return rows.map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// Inverts a 3×3 matrix by cofactors.
    private static func inverse(_ m: [[Double]]) -> [[Double]] {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r, s) = ((row + 1) % 3, (row + 2) % 3)
            let (c, d) = ((column + 1) % 3, (column + 2) % 3)
            return m[r][c] * m[s][d] - m[r][d] * m[s][c]
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
        return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
    }
}
