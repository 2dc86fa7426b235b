package import OrielGeometry

/// An item to draw. Plates are drawn first, then icons, discs and rings, then texts; items of one kind are drawn in
/// their order. Lengths are pixels of the surface.
package enum ControlsItem: Hashable, Sendable {
    /// A plate that hides the video below other items.
    case plate(Rect, radius: Double, color: Color)
    /// A button's icon in a square.
    case icon(ControlsIcon, Rect, color: Color)
    case disc(PathPoint, radius: Double, color: Color)
    /// A line along the inside of an area's edge.
    case ring(Rect, radius: Double, line: Int, color: Color)
    case text(ControlsText)

    /// Path and colour of an icon, disc or ring; nil for others. Created when drawn, so that comparisons are cheap.
    package var path: (path: VectorPath, color: Color)? {
        switch self {
        case .plate, .text: return nil
        case .icon(let icon, let area, let color):
            let origin = PathPoint(Double(area.x), Double(area.y))
            return (icon.path.placed(at: origin, scale: Double(area.width) / ControlsIcon.side), color)
        case .disc(let center, let radius, let color):
            var path = VectorPath()
            path.addCircle(center, radius: radius)
            return (path, color)
        case .ring(let area, let radius, let line, let color):
            var path = VectorPath()
            path.addFrame(
                x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height),
                radius: radius, line: Double(line))
            return (path, color)
        }
    }
}

/// A text on one line.
package struct ControlsText: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case left, center, right }

    /// A box around the text; only the renderer knows its width.
    package struct Plate: Hashable, Sendable {
        package var horizontalPadding: Double
        package var verticalPadding: Double
        package var radius: Double
        package var color: Color
    }

    package var text: String
    /// Area available for the text with its plate; the text is centred vertically.
    package var area: Rect
    package var alignment: Alignment
    package var family: String
    package var lineHeight: Double
    package var isBold = false
    package var color: Color
    package var plate: Plate?
    package var lineLimit = 1
}

/// Area in which a press is for a control, in pixels of the surface.
package struct ControlsTarget: Hashable, Sendable {
    package var control: Control
    package var area: Rect
}

/// A group of items that change together and are drawn together.
package enum ControlsPart: Int, Hashable, Sendable, CaseIterable {
    case top, middle, status, bottom
}

/// An element that may be left out if there is no room.
package enum ControlsElement: Hashable, Sendable, CaseIterable {
    case title, swap, volumeSlider, menu, items, audioTracks, subtitles, duration, skips, mute, time, status, track
    case fullScreen, startPictureInPicture, stopPictureInPicture, close
    /// Elements of the overlay alone; a window's are always there, or belong to `items`.
    case playPause, previousItem, nextItem, speed, lock, crop

    /// The overlay's buttons where nothing else is wanted.
    package static let overlayButtons: [ControlsElement] = [
        .playPause, .close, .stopPictureInPicture, .mute, .skips, .subtitles, .swap,
    ]

    /// Whether the element is left out of a window's row in which the scrub bar has little of it: keys and the menu do
    /// the same.
    var yieldsToBar: Bool { self == .volumeSlider || self == .items || self == .skips }

    /// Elements in the order in which they are left out. Play/pause always stays, since people look for it who know no
    /// keys. Close and return can be left out: the middle button and a double click do the same. An overlay's
    /// `buttons` that are named last go first.
    package static func order(in form: ControlsForm, buttons: [ControlsElement] = overlayButtons) -> [ControlsElement] {
        switch form {
        case .pictureInPicture:
            let isLast = { (button: ControlsElement) in button == .stopPictureInPicture || button == .close }
            let others = buttons.filter { $0 != .playPause && !isLast($0) }
            return [.duration] + others.reversed() + [.time, .status, .track] + buttons.filter(isLast).reversed()
        case .window, .fullScreen:
            return [
                .volumeSlider, .items, .skips, .swap, .menu, .audioTracks, .subtitles, .title, .duration, .mute, .time,
                .status, .fullScreen, .startPictureInPicture, .track,
            ]
        }
    }
}
