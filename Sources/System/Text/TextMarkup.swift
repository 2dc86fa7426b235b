import OrielGeometry

/// Conversion of texts and shapes to ASS events, with external text escaped.
package enum TextMarkup {
    /// Escapes a text so that an event shows it literally.
    ///
    /// Braces are escaped. A backslash has no escape: a word joiner after it, which has no width, keeps it from
    /// combining with the next character. Line breaks and tabs become spaces. Other control characters, and those that
    /// change the direction of later text, are left out.
    package static func escaped(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: ["\\", "\u{2060}"])
            case "{", "}": result.append(contentsOf: ["\\", scalar])
            case "\t", "\n", "\u{0B}", "\u{0C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
            default: if !isLeftOut(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Whether a character is invisible and affects others. These are controls, directional embeddings, overrides and
    /// isolates, marks of byte order and annotation, and noncharacters.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFC, 0xFDD0...0xFDEF: true
        case let value: value & 0xFFFE == 0xFFFE
        }
    }

    /// Grapheme clusters of a text up to the limits of their number and length. Doesn't look at the rest of the text.
    package static func clusters(of text: String, limit: Int = TextLimits.clusters) -> [String] {
        let beginning = String(text.unicodeScalars.prefix(TextLimits.scalars))
        return beginning.prefix(limit).map {
            String(String.UnicodeScalarView($0.unicodeScalars.prefix(TextLimits.scalarsPerCluster)))
        }
    }

    /// Event that shows escaped text at a position.
    static func event(escaped text: String, at position: PathPoint) -> String {
        "{\\pos(\(number(position.x)),\(number(position.y)))}\(text)"
    }

    /// Event that fills a path whose origin is at a position.
    static func event(path: some Sequence<PathElement>, at origin: PathPoint) -> String {
        var drawing = ""
        var command: Character?
        func add(_ letter: Character, _ points: PathPoint...) {
            if command != letter { drawing.append("\(letter) ") }
            command = letter
            for point in points { drawing.append("\(eighths(point.x)) \(eighths(point.y)) ") }
        }
        for element in path {
            switch element {
            case .move(let point):
                command = nil
                add("m", point)
            case .line(let point): add("l", point)
            case .cubic(let first, let second, let end): add("b", first, second, end)
            }
        }
        return "{\\pos(\(number(origin.x)),\(number(origin.y)))\\p4}\(drawing){\\p0}"
    }

    /// Whole eighths of a pixel, the unit of `\p4`.
    private static func eighths(_ value: Double) -> Int {
        let bound = Double(TextLimits.side) * 2
        return Int((TextLimits.clamped(value, -bound...bound) * 8).rounded())
    }

    /// Decimal number without an exponent, which libass may not parse.
    private static func number(_ value: Double) -> String {
        let bound = Double(TextLimits.side) * 4
        let hundredths = Int((TextLimits.clamped(value, -bound...bound) * 100).rounded())
        let digits = String(hundredths.magnitude % 100)
        return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(digits.count < 2 ? "0" : "")\(digits)"
    }
}
