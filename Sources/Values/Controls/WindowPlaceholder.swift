package import OrielGeometry
import OrielTexts

/// Contents of a window that stays open while its video is in Picture in Picture.
package struct WindowPlaceholder: Hashable, Sendable {
    package static let ground = Color(red: 24 / 255, green: 24 / 255, blue: 28 / 255, alpha: 1)
    package static let text = localized("Playing in Picture in Picture")

    /// Text to show; an empty text also hides the icon.
    package var words: String

    package init(_ words: String? = nil) { self.words = words ?? Self.text }

    /// Items to draw on a surface, in its pixels. They cover all of it; the text is left out if there is no room.
    package func items(on surface: Size, scale: Double) -> [ControlsItem] {
        let grid = PixelGrid(scale: scale)
        let size = grid.pixels(of: surface)
        let style = ControlsStyle(for: .window, on: surface)
        func pixels(_ length: Double) -> Int { max(1, Int((length * grid.scale).rounded())) }
        let side = min(pixels(style.icon * 3), size.width / 2, size.height / 2)
        let line = pixels(style.lineHeight * 1.4)
        let gap = pixels(style.margin)
        let hasRoom = side + gap + line <= size.height && pixels(style.lineHeight * 14) <= size.width
        let top = (size.height - side - (hasRoom ? gap + line : 0)) / 2
        let color = style.color.withAlpha(0.85)
        var items: [ControlsItem] = [.plate(Rect(origin: .zero, size: size), radius: 0, color: Self.ground)]
        guard !words.isEmpty else { return items }
        items.append(
            .icon(
                .startPictureInPicture,
                Rect(x: (size.width - side) / 2, y: top, width: side, height: side), color: color))
        if hasRoom {
            items.append(
                .text(
                    ControlsText(
                        text: words, area: Rect(x: 0, y: top + side + gap, width: size.width, height: line),
                        alignment: .center, family: style.family, lineHeight: Double(line), color: color)))
        }
        return items
    }
}
