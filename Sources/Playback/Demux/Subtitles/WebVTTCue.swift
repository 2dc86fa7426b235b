/// Conversion of a WebVTT cue (https://www.w3.org/TR/webvtt1/) to an ASS event, with its tags, colours and position.
/// Value code. libavcodec's decoder ignores colours and positions.
enum WebVTTCue {
    /// Byte between a cue's text and its settings in a stored packet; it can't occur in text.
    static let separator: UInt8 = 1

    /// Returns the event in Matroska's form, for the canvas of 384 by 288 that libavcodec assumes.
    /// - Parameter packet: the cue's text in UTF-8, followed by `separator` and its settings if it has any.
    static func event(_ packet: [UInt8]) -> [UInt8] {
        let parts = packet.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        var text = String(decoding: parts.first ?? [], as: UTF8.self)
        while let last = text.last, last.isNewline { text.removeLast() }
        let settings = parts.count > 1 ? WebVTTSettings(String(decoding: parts[1], as: UTF8.self)) : WebVTTSettings()
        let place = settings.place(lines: text.count { $0.isNewline } + 1)
        return Array("0,0,Default,,\(place.left),\(place.right),\(place.vertical),,\(place.tags)\(script(text))".utf8)
    }

    /// Converts a cue's text to text with ASS override tags.
    static func script(_ text: String) -> String {
        var script = ""
        var open: [(name: Substring, color: String?)] = []
        var rest = text[...]
        while let character = rest.first {
            switch character {
            case "<":
                // An unclosed bracket is no tag, and ends the text.
                guard let end = rest.firstIndex(of: ">") else { return script }
                apply(rest[rest.index(after: rest.startIndex)..<end], &open, to: &script)
                rest = rest[rest.index(after: end)...]
            case "&":
                let (shown, count) = reference(rest)
                script += escaped(shown)
                rest = rest.dropFirst(count)
            default:
                script += escaped(String(character))
                rest.removeFirst()
            }
        }
        return script
    }

    /// Escapes a character that has a meaning in ASS.
    private static func escaped(_ text: String) -> String {
        switch text {
        case "{": "\\{"
        // A zero-width joiner keeps the backslash literal.
        case "\\": "\\\u{2060}"
        case "\u{A0}": "\\h"
        case _ where text.first?.isNewline == true: "\\N"
        default: text
        }
    }

    private static let depth = 64

    private static func apply(
        _ tag: Substring, _ open: inout [(name: Substring, color: String?)], to script: inout String
    ) {
        if tag.hasPrefix("/") {
            let name = tag.dropFirst()
            guard let last = open.last, last.name == name else { return }
            open.removeLast()
            if styled.contains(name) { script += "{\\\(name)0}" }
            if last.color != nil { script += open.last { $0.color != nil }?.color ?? "{\\1c}" }
            return
        }
        let classes = tag.prefix { !$0.isWhitespace }.split(separator: ".")
        guard let name = classes.first, names.contains(name), open.count < depth else { return }
        let color = classes.dropFirst().compactMap { colors[$0] }.last.map { "{\\1c&H\($0)&}" }
        open.append((name, color))
        if styled.contains(name) { script += "{\\\(name)1}" }
        if let color { script += color }
    }

    private static let styled: Set<Substring> = ["b", "i", "u"]
    private static let names: Set<Substring> = ["b", "i", "u", "c", "v", "lang", "ruby", "rt"]
    /// Colours of the predefined classes, as blue, green and red.
    private static let colors: [Substring: String] = [
        "white": "FFFFFF", "lime": "00FF00", "cyan": "FFFF00", "red": "0000FF", "yellow": "00FFFF",
        "magenta": "FF00FF", "blue": "FF0000", "black": "000000",
    ]

    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"",
        "apos": "'",
    ]

    /// Text of the character reference at the beginning, and the reference's length in characters.
    private static func reference(_ text: Substring) -> (text: String, count: Int) {
        guard let end = text.prefix(12).firstIndex(of: ";") else { return ("&", 1) }
        let name = text[text.index(after: text.startIndex)..<end]
        let count = text.distance(from: text.startIndex, to: end) + 1
        if let entity = entities[String(name)] { return (entity, count) }
        guard name.hasPrefix("#") else { return ("&", 1) }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = value.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return ("&", 1) }
        return (String(Character(scalar)), count)
    }
}

/// Settings of a cue: its position, alignment and width. Value code.
struct WebVTTSettings: Hashable, Sendable {
    enum Line: Hashable, Sendable {
        /// Line number, counted from the top, or from the bottom if negative.
        case number(Int)
        /// Percentage of the height.
        case share(Double)
    }

    enum Alignment: Hashable, Sendable { case start, center, end }

    private(set) var line: Line?
    private(set) var lineAlignment = Alignment.start
    /// Percentage of the width.
    private(set) var position: Double?
    private(set) var positionAlignment: Alignment?
    private(set) var size = 100.0
    private(set) var alignment = Alignment.center
    private(set) var isVertical = false

    /// Default settings: bottom centre.
    init() {}

    /// Parses settings.
    /// - Parameter text: `name:value` pairs separated by spaces; invalid ones are ignored.
    init(_ text: String) {
        for setting in text.prefix(1024).split(whereSeparator: \.isWhitespace) {
            let parts = setting.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let values = parts[1].split(separator: ",", maxSplits: 1)
            guard let value = values.first else { continue }
            let second = values.count > 1 ? Self.alignment(values[1]) : nil
            switch parts[0] {
            case "line":
                if let share = Self.share(value) {
                    line = .share(share)
                } else if let number = Double(value), number.magnitude < 10_000 {
                    line = .number(Int(number.rounded()))
                }
                lineAlignment = second ?? .start
            case "position":
                guard let share = Self.share(value) else { continue }
                position = share
                positionAlignment = second
            case "size": size = Self.share(value) ?? size
            case "align": alignment = Self.alignment(value) ?? alignment
            case "vertical": isVertical = true
            default: break
            }
        }
    }

    private static func share(_ text: Substring) -> Double? {
        guard text.last == "%", let share = Double(text.dropLast()), (0...100).contains(share) else { return nil }
        return share
    }

    private static func alignment(_ text: Substring) -> Alignment? {
        switch text {
        case "start", "left", "line-left": .start
        case "center", "middle": .center
        case "end", "right", "line-right": .end
        default: nil
        }
    }

    /// Position as fields of an ASS event: tags before its text, and margins. Zero margins are the style's.
    struct Place: Hashable, Sendable {
        var tags = ""
        var left = 0
        var right = 0
        var vertical = 0
    }

    private static let width = 384.0
    private static let height = 288.0
    private static let lineHeight = 17.6
    /// Margins of the style, which keep text off the edges.
    private static let side = 16.0
    private static let edge = 12.0

    /// Computes the position for a text.
    /// - Parameter lines: the text's number of lines.
    func place(lines: Int) -> Place {
        // Vertical text is placed as text without settings.
        guard !isVertical, self != Self() else { return Place() }
        var place = Place()
        let (start, extent) = box
        place.left = Int(max(Self.side, start / 100 * Self.width).rounded())
        place.right = Int(max(Self.side, (100 - start - extent) / 100 * Self.width).rounded())
        var (isTop, margin) = vertical(lines: Double(lines))
        let most = max(Self.edge, Self.height - Self.edge - Double(min(lines, 100)) * Self.lineHeight)
        margin = min(max(margin, Self.edge), most)
        if line == nil { isTop = false }
        place.vertical = line == nil ? 0 : Int(margin.rounded())
        let column =
            switch alignment {
            case .start: 1;
            case .center: 2;
            case .end: 3
            }
        // The second tag has no visible effect, but keeps the line on the video if there are bars around it.
        place.tags = "{\\an\(column + (isTop ? 6 : 0))\\pbo0}"
        return place
    }

    /// Start and width of the text box, as percentages of the width.
    private var box: (start: Double, size: Double) {
        let position = position ?? (alignment == .start ? 0 : alignment == .end ? 100 : 50)
        let anchor = positionAlignment ?? alignment
        let most =
            switch anchor {
            case .start: 100 - position
            case .center: 2 * min(position, 100 - position)
            case .end: position
            }
        // A box without width has no room for text.
        let size = max(10, min(size, most))
        let start =
            switch anchor {
            case .start: position
            case .center: position - size / 2
            case .end: position - size
            }
        return (min(max(0, start), 100 - size), size)
    }

    /// Whether the box is anchored to the top, and its distance from the top or bottom in canvas units.
    private func vertical(lines: Double) -> (isTop: Bool, margin: Double) {
        switch line {
        case nil: return (false, Self.edge)
        case .number(let number)?:
            guard number < 0 else { return (true, Self.edge + Double(number) * Self.lineHeight) }
            return (false, Self.edge + max(0, -Double(number) - lines) * Self.lineHeight)
        case .share(let share)?:
            let top = share / 100 * Self.height
            switch lineAlignment {
            case .start: return (true, top)
            case .center: return (true, top - lines * Self.lineHeight / 2)
            case .end: return (false, Self.height - top)
            }
        }
    }
}
