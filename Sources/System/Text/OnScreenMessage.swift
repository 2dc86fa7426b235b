package import OrielGeometry
import OrielTexts

/// A message shown over the picture: the effect of a key or command, a wait, or a failure.
package struct OnScreenMessage: Hashable, Sendable {
    /// Position and size of a message.
    package enum Kind: Hashable, Sendable {
        /// Upper left corner, one line.
        case notice
        /// Centre, when there is no picture; at most this number of lines, as far as they fit.
        case statement(lines: Int)
        /// Upper left corner in small letters, with the text's own lines, as many as fit. A tab divides a line into two
        /// columns.
        case page
    }

    /// A quantity shown under the text.
    package struct Bar: Hashable, Sendable {
        /// Fraction from 0 to 1; clamped to it.
        package var fraction: Double
        /// Marked fraction, such as 100 % of a volume that can be higher; nil for none.
        package var mark: Double?

        package init(fraction: Double, mark: Double? = nil) {
            self.fraction = fraction
            self.mark = mark
        }
    }

    package var text: String
    package var kind: Kind
    package var bar: Bar?
    /// Place of the pointer or finger that caused a notice, in logical pixels, which appears there; nil for the corner.
    package var hand: Point?

    package init(_ text: String, _ kind: Kind = .notice, bar: Bar? = nil) {
        self.text = text
        self.kind = kind
        self.bar = bar
    }

    package static let paused = OnScreenMessage(localized("Paused"))
    package static let playing = OnScreenMessage(localized("Playing"))
    package static let buffering = OnScreenMessage(localized("Buffering…"))

    /// Message of the volume and its bar.
    /// - Parameters:
    ///   - percent: the volume in per cent.
    ///   - highest: the volume of a full bar, in per cent.
    package static func volume(_ percent: Int, atMost highest: Int, isMuted: Bool = false) -> OnScreenMessage {
        OnScreenMessage(
            isMuted ? localized("Muted") : localized("Volume \(percent) %"),
            bar: Bar(fraction: isMuted ? 0 : Double(percent) / Double(highest), mark: 100 / Double(highest)))
    }

    /// Message of the playback position; `end` is nil if unknown, as for a live stream.
    package static func position(_ position: Duration, of end: Duration?) -> OnScreenMessage {
        guard let end, end > .zero else { return OnScreenMessage(ClockText.text(position)) }
        let hasHours = end >= .seconds(3600)
        return OnScreenMessage(
            "\(ClockText.text(position, hasHours: hasHours)) / \(ClockText.text(end, hasHours: hasHours))",
            bar: Bar(fraction: position / end))
    }
}
