/// What is said on the picture: what a key or a command did, what is awaited, what went wrong.
package struct Message: Hashable, Sendable {
    /// Where it stands and how much room it may take.
    package enum Kind: Hashable, Sendable {
        /// In the upper left corner, on one line.
        case notice
        /// In the middle, where there is no picture yet or none any more, on so many lines as far as they fit.
        case statement(lines: Int)
        /// In the upper left corner, line by line as it is written, as many as fit.
        case page
    }

    /// A quantity under the text.
    package struct Bar: Hashable, Sendable {
        /// 0 to 1; what is outside counts as the nearer end.
        package var fraction: Double
        /// A place that is worth seeing, such as 100 % of a volume that can be more.
        package var mark: Double?

        package init(fraction: Double, mark: Double? = nil) {
            self.fraction = fraction
            self.mark = mark
        }
    }

    package var text: String
    package var kind: Kind
    package var bar: Bar?

    package init(_ text: String, _ kind: Kind = .notice, bar: Bar? = nil) {
        self.text = text
        self.kind = kind
        self.bar = bar
    }

    package static let paused = Message("Paused")
    package static let playing = Message("Playing")
    package static let buffering = Message("Buffering…")

    /// The loudest that a volume can be, in percent.
    package static let loudest = 130

    package static func volume(_ percent: Int, isMuted: Bool = false) -> Message {
        Message(
            isMuted ? "Muted" : "Volume \(percent) %",
            bar: Bar(fraction: isMuted ? 0 : Double(percent) / Double(loudest), mark: 100 / Double(loudest)))
    }

    package static func speed(_ factor: Double) -> Message {
        let hundredths = Int((TextLimits.clamped(factor, 0...1000) * 100).rounded())
        let digits = hundredths % 100 == 0 ? "" : hundredths % 10 == 0 ? ".\(hundredths / 10 % 10)" : nil
        return Message("Speed \(hundredths / 100)\(digits ?? ".\(hundredths / 10 % 10)\(hundredths % 10)") ×")
    }

    /// Where playback is; of a live stream the end isn't known.
    package static func position(_ position: Duration, of end: Duration?) -> Message {
        guard let end, end > .zero else { return Message(clock(position)) }
        let hasHours = end >= .seconds(3600)
        return Message(
            "\(clock(position, hasHours: hasHours)) / \(clock(end, hasHours: hasHours))",
            bar: Bar(fraction: position / end))
    }

    package static func opening(_ name: String) -> Message { Message("Opening \(name)…", .statement(lines: 2)) }

    /// An error's one line.
    package static func failure(_ line: String) -> Message { Message(line, .statement(lines: 8)) }

    /// A time as `1:02:03`, or `2:03` where it has no hours.
    package static func clock(_ time: Duration, hasHours: Bool = false) -> String {
        let seconds = max(time.components.seconds, 0)
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let rest = twoDigits(seconds % 60)
        guard hasHours || seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(rest)"
    }
}
