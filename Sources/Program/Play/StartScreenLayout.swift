public import Oriel

/// Places in an empty window, from top to bottom: lines of text, two buttons, the media played last, and advice.
public struct StartScreenLayout: Hashable, Sendable {
    /// Height of a line of text, in logical pixels, from which all other lengths follow.
    public let letter: Int
    /// Lines of text; the first is the title.
    public let lines: [Rect]
    /// Buttons that open a file and paste an address; nil in a window that is too low.
    public let open: Rect?
    public let paste: Rect?
    /// Heading of the list, and the button that forgets it; nil without media.
    public let heading: Rect?
    public let forget: Rect?
    /// Cards of the recent media; fewer than there are media if the window is low.
    public let rows: [Rect]
    /// The line of advice; nil without one, and in a window that is too low.
    public let advice: Rect?

    /// Most recent media that are shown.
    public static let mostRows = 5

    /// Divides a window.
    /// - Parameters:
    ///   - size: of the window, in logical pixels.
    ///   - lines: number of lines of text.
    ///   - recent: number of recent media.
    public init(_ size: Size, lines lineCount: Int, recent: Int, hasAdvice: Bool) {
        let letter = Self.letter(size)
        // Tenths of a line's height.
        func tenths(_ count: Int) -> Int { letter * count / 10 }
        let width = min(size.width * 9 / 10, letter * 38)
        let left = (size.width - width) / 2
        let (title, line, button, gap) = (tenths(23), tenths(15), tenths(21), tenths(3))
        let (header, tail) = (tenths(26), hasAdvice ? tenths(22) : 0)
        let words = lineCount > 0 ? title + (lineCount - 1) * line : 0
        let margin = tenths(6)
        let hasButtons = words + tenths(8) + button + 2 * margin <= size.height
        let head = words + (hasButtons ? tenths(8) + button : 0)
        let hasTail = head + tail + 2 * margin <= size.height
        let room = size.height - head - (hasTail ? tail : 0) - header - 2 * margin
        let count = max(0, min(recent, Self.mostRows, (room + gap) / (tenths(25) + gap)))
        let row = count > 0 ? min(tenths(34), (room + gap) / count - gap) : 0
        let list = count > 0 ? header + count * (row + gap) - gap : 0
        var y = max(0, (size.height - head - list - (hasTail ? tail : 0)) / 2)
        func take(_ height: Int) -> Rect {
            defer { y += height }
            return Rect(x: left, y: y, width: width, height: height)
        }
        self.letter = letter
        lines = (0..<lineCount).map { take($0 == 0 ? title : line) }
        if hasButtons {
            let wide = min(tenths(140), (width - 2 * gap) / 2)
            let place = Rect(x: size.width / 2 - wide - gap, y: y + tenths(8), width: wide, height: button)
            open = place
            paste = Rect(x: size.width / 2 + gap, y: place.y, width: wide, height: button)
            y = place.maxY
        } else {
            (open, paste) = (nil, nil)
        }
        if count > 0 {
            let wide = min(tenths(52), width / 2)
            let place = Rect(x: left, y: y + tenths(8), width: width - wide, height: tenths(16))
            heading = place
            forget = Rect(x: left + width - wide, y: place.y, width: wide, height: place.height)
            y += header
        } else {
            (heading, forget) = (nil, nil)
        }
        rows = (0..<count).map { index in
            Rect(x: left, y: y + index * (row + gap), width: width, height: row)
        }
        y = rows.last?.maxY ?? y
        advice =
            hasAdvice && hasTail && y + tail <= size.height
            ? Rect(x: left, y: y + tail - line, width: width, height: line) : nil
    }

    /// Grows with the window; in a small one, the least that is read well and leaves room for the most rows.
    private static func letter(_ size: Size) -> Int {
        let comfortable = min(size.height / 36, size.width / 52)
        let least = min(size.height / 30, size.width / 44, 12)
        return min(max(comfortable, least, 8), 40)
    }
}
