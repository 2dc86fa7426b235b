import OrielTexts

/// A speed such as `1.25×`.
package enum SpeedText {
    package static func text(_ speed: Double) -> String { "\(DecimalText.text(speed))×" }
}
