import CRaster
import Glibc
import OrielMedia

/// Tables for converting a frame's light to the screen's: an `oriel_raster_light` and its memory. The equations are
/// those of the shader (`Shaders/picture.frag`), with tables for powers.
final class LightTable: @unchecked Sendable {  // Written before the initialiser returns, never after.
    private static let screenGamma = 2.2
    /// Light below it is not compressed.
    private static let knee = 0.5
    /// Units of a byte.
    private static let unit = 32.0

    let source: LightConversion
    /// The conversion, valid while this object lives.
    let conversion: UnsafePointer<oriel_raster_light>
    private let lights: UnsafeMutablePointer<Float>
    private let gains: UnsafeMutablePointer<Float>?
    private let signals: UnsafeMutablePointer<Int16>

    init(_ source: LightConversion) {
        self.source = source
        let (signalCount, rootCount) = (Int(ORIEL_RASTER_SIGNALS), Int(ORIEL_RASTER_ROOTS))
        lights = .allocate(capacity: signalCount)
        for index in 0..<signalCount {
            // Half a byte was added for rounding.
            let signal = (Double(index) - Self.unit / 2) / (255 * Self.unit)
            (lights + index).initialize(to: Float(Self.light(of: min(max(signal, 0), 1), source.transfer)))
        }
        let hasGains = source.transfer == .hlg
        gains = hasGains ? .allocate(capacity: rootCount) : nil
        signals = .allocate(capacity: rootCount)
        for index in 0..<rootCount {
            let light = (Double(index) / Double(rootCount - 1)) * (Double(index) / Double(rootCount - 1))
            // BT.2100's system gamma, for a screen with the peak's brightness.
            if let gains { (gains + index).initialize(to: Float(pow(max(light, 1e-6), 0.2) * source.peak)) }
            let signal = pow(light, 1 / Self.screenGamma) * 255 * Self.unit
            (signals + index).initialize(to: Int16((signal + Self.unit / 2).rounded()))
        }
        let (peak, knee) = (source.peak, Self.knee)
        let first = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
        let second = (knee * knee - 2 * knee * peak + peak) / (peak - 1)
        let scale = (second + knee) * (second + knee) / (second - first)
        let rows = source.primaries.map { SIMD3<Float>($0) }
        let conversion = UnsafeMutablePointer<oriel_raster_light>.allocate(capacity: 1)
        conversion.initialize(
            to: oriel_raster_light(
                lights: lights, gains: gains, luminance: (0.2627, 0.6780, 0.0593),
                bends: source.transfer == .pq || source.transfer == .hlg, knee: Float(knee),
                bend: (Float(first), Float(second), Float(scale)),
                primaries: (
                    rows[0].x, rows[0].y, rows[0].z, rows[1].x, rows[1].y, rows[1].z, rows[2].x, rows[2].y, rows[2].z
                ), signals: signals))
        self.conversion = UnsafePointer(conversion)
    }

    deinit {
        conversion.deallocate()
        lights.deallocate()
        gains?.deallocate()
        signals.deallocate()
    }

    /// Light of a signal relative to paper white; for hybrid log-gamma, scene light up to 1.
    private static func light(of signal: Double, _ transfer: ColorDescription.Transfer) -> Double {
        switch transfer {
        case .sdr: return pow(signal, screenGamma)
        case .linear: return signal
        case .pq:
            // SMPTE ST 2084.
            let root = pow(signal, 32.0 / 2523)
            let light = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
            return pow(light, 8192.0 / 1305) * 10000 / LightConversion.paperWhite
        case .hlg:
            // ARIB STD-B67.
            return signal < 0.5 ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
    }
}
