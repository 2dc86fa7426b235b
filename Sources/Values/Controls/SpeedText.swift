/// A speed such as `1.25×`.
package enum SpeedText {
    package static func text(_ speed: Double) -> String {
        let hundredths = speed.isFinite ? Int((min(max(speed, 0), 1000) * 100).rounded()) : 0
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        guard rest > 0 else { return "\(whole)×" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)×" : "\(whole).\(rest < 10 ? "0" : "")\(rest)×"
    }
}
