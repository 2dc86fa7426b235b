package import OrielGeometry

/// One thing to draw. Plates lie below icons, discs and rings, and these below texts; among its kind, each lies over those
/// before it. Lengths are pixels of the surface.
package enum ControlsItem: Hashable, Sendable {
    /// What keeps a picture from being seen through what lies on it.
    case plate(Rect, radius: Double, color: ControlsColor)
    /// A button's picture in a square.
    case icon(ControlsIcon, Rect, color: ControlsColor)
    case disc(ControlsPoint, radius: Double, color: ControlsColor)
    /// A line within an area's edge.
    case ring(Rect, radius: Double, line: Int, color: ControlsColor)
    case text(ControlsText)

    /// What fills an icon, a disc or a ring, and with what; nil for the others. Made when it is drawn, so that comparing is cheap.
    package var path: (path: ControlsPath, color: ControlsColor)? {
        switch self {
        case .plate, .text: return nil
        case .icon(let icon, let area, let color):
            let origin = ControlsPoint(Double(area.x), Double(area.y))
            return (icon.path.placed(at: origin, scale: Double(area.width) / ControlsIcon.side), color)
        case .disc(let center, let radius, let color):
            var path = ControlsPath()
            path.addCircle(center, radius: radius)
            return (path, color)
        case .ring(let area, let radius, let line, let color):
            var path = ControlsPath()
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

    /// A box close around the letters, whose width only the renderer knows.
    package struct Plate: Hashable, Sendable {
        package var horizontalPadding: Double
        package var verticalPadding: Double
        package var radius: Double
        package var color: ControlsColor
    }

    package var text: String
    /// Where it may be, with its plate: as wide as is left for it, and centred in the height.
    package var area: Rect
    package var alignment: Alignment
    package var family: String
    package var lineHeight: Double
    package var isBold = false
    package var color: ControlsColor
    package var plate: Plate?
}

/// Where a press is meant for a control, in pixels of the surface.
package struct ControlsTarget: Hashable, Sendable {
    package var control: Control
    package var area: Rect
}

/// What changes together, and is drawn together.
package enum ControlsPart: Int, Hashable, Sendable, CaseIterable {
    case top, middle, status, bottom
}

/// What there may not be room for.
package enum ControlsElement: Hashable, Sendable, CaseIterable {
    case title, swap, volumeSlider, audioTracks, subtitles, duration, skips, mute, time, status, track, fullScreen,
        startPictureInPicture
    case stopPictureInPicture, close

    /// What goes first where there is no room for all. Play and pause never goes: it is what a person looks for who knows
    /// no key, and closing and returning have the pointer's middle button and double click.
    package static func order(in form: ControlsForm) -> [ControlsElement] {
        switch form {
        case .pictureInPicture:
            [.swap, .duration, .skips, .mute, .time, .status, .track, .stopPictureInPicture, .close]
        case .window, .fullScreen:
            [
                .title, .swap, .volumeSlider, .audioTracks, .subtitles, .duration, .skips, .mute, .time, .status,
                .fullScreen, .startPictureInPicture, .track,
            ]
        }
    }
}
