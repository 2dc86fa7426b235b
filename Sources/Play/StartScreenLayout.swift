public import Oriel

/// Places in an empty window: lines of text, the media played last, a button that forgets them, and advice.
public struct StartScreenLayout: Hashable, Sendable {
    /// Lines of text, from top to bottom.
    public let lines: [Rect]
    /// Buttons of the recent media; fewer than there are media if the window is low.
    public let rows: [Rect]
    /// The button that forgets them; nil without media.
    public let forget: Rect?
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
        // Heights of a line and of a button, from the size of letters.
        let letters = min(max(min(size.height / 26, size.width / 44), 10), 48)
        let (line, row, gap) = (letters * 8 / 5, letters * 2, letters / 3)
        let width = min(size.width * 9 / 10, letters * 44)
        let left = (size.width - width) / 2
        let below = hasAdvice ? line + letters : 0
        let room = size.height - lineCount * line - below - 3 * letters
        let most = recent > 0 ? max(0, (room - row) / (row + gap)) : 0
        let count = min(recent, most, Self.mostRows)
        let list = count > 0 ? letters + (count + 1) * (row + gap) : 0
        var y = max(0, (size.height - lineCount * line - list - below) / 2)
        func take(_ height: Int, _ share: Int = 1) -> Rect {
            defer { y += height }
            return Rect(x: left + (width - width / share) / 2, y: y, width: width / share, height: height)
        }
        self.lines = (0..<lineCount).map { _ in take(line) }
        y += count > 0 ? letters : 0
        rows = (0..<count).map { _ in
            defer { y += gap }
            return take(row)
        }
        forget = count > 0 ? take(row, 3) : nil
        advice =
            hasAdvice && y + letters + line <= size.height
            ? Rect(x: left, y: max(y + letters, size.height - line - letters), width: width, height: line) : nil
    }
}
