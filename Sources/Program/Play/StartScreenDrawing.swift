import Oriel

/// Drawings of the empty window's elements, in the colours of Oriel's controls on the ground of an empty window.
@MainActor
enum StartScreenDrawing {
    private static let white: UInt32 = 0xFFFF_FFFF
    /// White at 72 %, for what is read second; its contrast with a pressed card is 4.9:1.
    private static let dim: UInt32 = 0xB8FF_FFFF
    private static let focus: UInt32 = 0xFF8C_CCFF
    /// A plate at rest, under the pointer, and pressed.
    private static let (plate, hovered, pressed): (UInt32, UInt32, UInt32) = (0xFF26_262B, 0xFF35_353B, 0xFF41_4148)
    /// Ground of a picture, and of a tile without one.
    private static let (black, tile): (UInt32, UInt32) = (0xFF00_0000, 0xFF3A_3A41)

    /// The triangle of a card without a picture.
    private static let triangle = try? OverlayImage(
        svgPath: "M7 4 L20 12 L7 20 Z", in: Size(width: 24, height: 24), color: 0x80FF_FFFF)

    /// A line of text in the middle of its area.
    static func line(_ words: String, isTitle: Bool, in place: StartElement.Place) {
        var line = OverlayText.Line(words, in: place.area, height: Double(place.letter) * (isTitle ? 1.45 : 1.05))
        line.alignment = .center
        line.isBold = isTitle
        line.color = isTitle ? white : dim
        place.text.draw([line], on: place.canvas)
    }

    /// The list's heading, at the left.
    static func heading(_ words: String, in place: StartElement.Place) {
        var line = OverlayText.Line(words, in: place.area, height: Double(place.letter))
        line.isBold = true
        line.color = dim
        place.text.draw([line], on: place.canvas)
    }

    /// A button with a label and its key.
    static func button(_ label: String, key: String, in place: StartElement.Place) {
        fill(place, radius: Double(place.area.height) / 2)
        let inner = inset(place.area, by: place.letter, 0)
        var key = OverlayText.Line(key, in: inner, height: Double(place.letter) * 0.9)
        key.alignment = .right
        key.color = dim
        place.text.draw([OverlayText.Line(label, in: inner, height: Double(place.letter)), key], on: place.canvas)
    }

    /// A button of words alone, with a plate only while it is pointed at.
    static func quietButton(_ label: String, in place: StartElement.Place) {
        let look = place.look
        if look.isHovered || look.isPressed || look.isFocused { fill(place, radius: Double(place.area.height) / 2) }
        var line = OverlayText.Line(label, in: place.area, height: Double(place.letter) * 0.95)
        line.area = inset(line.area, by: place.letter, 0)
        line.alignment = .right
        line.color = look.isHovered || look.isFocused ? white : dim
        place.text.draw([line], on: place.canvas)
    }

    /// The card of a recent medium.
    static func card(_ medium: RecentMedium, _ picture: RecentPicture, in place: StartElement.Place) {
        let radius = Double(place.letter) / 2
        fill(place, radius: radius)
        let layout = StartCardLayout(place.area.size, letter: place.letter, fraction: medium.fraction)
        func moved(_ rect: Rect) -> Rect {
            Rect(x: rect.x + place.area.x, y: rect.y + place.area.y, width: rect.width, height: rect.height)
        }
        draw(picture, layout, radius: radius / 2, moved, on: place.canvas)
        var title = OverlayText.Line(medium.title, in: moved(layout.title), height: Double(place.letter))
        title.isBold = !picture.isMissing
        title.color = picture.isMissing ? dim : white
        let words = picture.isMissing ? "The file is no longer there" : medium.detail
        var detail = OverlayText.Line(words, in: moved(layout.detail), height: Double(place.letter) * 0.86)
        detail.color = dim
        place.text.draw([title, detail], on: place.canvas)
    }

    private static func draw(
        _ picture: RecentPicture, _ layout: StartCardLayout, radius: Double, _ moved: (Rect) -> Rect,
        on canvas: ContentOverlay.Canvas
    ) {
        let area = moved(layout.picture)
        if let image = picture.image {
            canvas.fill(area, color: black, cornerRadius: radius)
            // Beside bars the corners are the tile's.
            let isWide = abs(image.size.width * area.height - image.size.height * area.width) < 32 * area.height
            canvas.draw(image, in: area, cornerRadius: isWide ? radius : 0)
        } else {
            canvas.fill(area, color: tile, cornerRadius: radius)
            let third = area.height / 4
            if let triangle { canvas.draw(triangle, in: inset(area, by: third, third)) }
        }
        guard let progress = layout.progress, let played = layout.played else { return }
        canvas.fill(moved(progress), color: 0x9960_6066)
        canvas.fill(moved(played), color: focus)
    }

    /// Fills the area by the element's state; with a frame if the keyboard has chosen it.
    private static func fill(_ place: StartElement.Place, radius: Double) {
        let look = place.look
        let color = look.isPressed ? pressed : look.isHovered ? hovered : plate
        guard look.isFocused else { return place.canvas.fill(place.area, color: color, cornerRadius: radius) }
        let line = max(2, place.letter / 8)
        place.canvas.fill(place.area, color: focus, cornerRadius: radius)
        place.canvas.fill(
            inset(place.area, by: line, line), color: color, cornerRadius: max(0, radius - Double(line)))
    }

    private static func inset(_ rect: Rect, by x: Int, _ y: Int) -> Rect {
        Rect(
            x: rect.x + x, y: rect.y + y, width: max(0, rect.width - 2 * x), height: max(0, rect.height - 2 * y))
    }
}
