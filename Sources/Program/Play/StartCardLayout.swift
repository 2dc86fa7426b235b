public import Oriel

/// Places within the card of a recent medium, in logical pixels from the card's upper left corner.
public struct StartCardLayout: Hashable, Sendable {
    /// The picture at the left, of 16:9.
    public let picture: Rect
    /// The line at the picture's bottom that shows the position; nil without one.
    public let progress: Rect?
    /// The part of `progress` before the position.
    public let played: Rect?
    public let title: Rect
    /// Position, length and origin, below the title.
    public let detail: Rect

    /// Divides a card.
    /// - Parameters:
    ///   - size: of the card.
    ///   - letter: height of a line of text.
    ///   - fraction: position as a part of the length; nil if there is none.
    public init(_ size: Size, letter: Int, fraction: Double?) {
        let inset = max(1, letter * 3 / 10)
        let height = max(0, size.height - 2 * inset)
        let picture = Rect(x: inset, y: inset, width: min(height * 16 / 9, size.width / 3), height: height)
        self.picture = picture
        let thick = max(2, letter / 6)
        if let fraction, fraction.isFinite, thick < picture.height {
            let line = Rect(x: picture.x, y: picture.maxY - thick, width: picture.width, height: thick)
            progress = line
            let part = Int((Double(line.width) * min(max(fraction, 0), 1)).rounded())
            played = Rect(x: line.x, y: line.y, width: part, height: thick)
        } else {
            (progress, played) = (nil, nil)
        }
        let left = picture.maxX + letter * 7 / 10
        let width = max(0, size.width - left - letter * 7 / 10)
        let (title, detail) = (letter * 13 / 10, letter * 11 / 10)
        let top = max(0, (size.height - title - detail) / 2)
        self.title = Rect(x: left, y: top, width: width, height: title)
        self.detail = Rect(x: left, y: top + title, width: width, height: detail)
    }
}
