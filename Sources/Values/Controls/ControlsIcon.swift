package import OrielGeometry

/// Icons of buttons, in a square of 24 units. Playback icons point the same way in all scripts.
package enum ControlsIcon: Hashable, Sendable {
    case play, pause
    /// An arrow around the number of seconds.
    case skipBackward, skipForward
    case speaker(waves: Int), muted
    case startPictureInPicture, stopPictureInPicture
    case enterFullScreen, leaveFullScreen
    case swap, close
    case audioTracks
    case subtitles
    case locked
    case crop
    case check, up, down
    case replay, previousItem, nextItem
    case subtitlesOff
    case minimize, maximize, unmaximize
    case file, folder, paste
    /// Three dots.
    case menu
    /// Points in the direction in which a stashed overlay returns.
    case towards(Placement.Side)

    /// Side of the square in units.
    package static let side = 24.0
    private static let line = 2.0

    /// The icon's path, created once.
    package var path: VectorPath { Self.paths[self] ?? made }

    private static let paths = Dictionary(
        uniqueKeysWithValues: [
            ControlsIcon.play, .pause, .skipBackward, .skipForward, .speaker(waves: 1), .speaker(waves: 2), .muted,
            .startPictureInPicture, .stopPictureInPicture, .enterFullScreen, .leaveFullScreen, .swap, .close,
            .audioTracks, .subtitles, .locked, .crop, .check, .up, .down, .menu, .replay, .previousItem, .nextItem,
            .subtitlesOff, .minimize, .maximize, .unmaximize, .file, .folder, .paste, .towards(.left), .towards(.right),
        ].map { ($0, $0.made) })

    private var made: VectorPath {
        var path = VectorPath()
        func point(_ x: Double, _ y: Double) -> PathPoint { PathPoint(x, y) }
        func stroke(_ points: PathPoint...) {
            for (start, end) in zip(points, points.dropFirst()) { path.addLine(start, end, width: Self.line) }
        }
        switch self {
        case .play: path.addPolygon([point(6, 3), point(21.5, 12), point(6, 21)], radius: 1.6)
        case .pause:
            path.addBox(x: 5, y: 4, width: 5, height: 16, radius: 1.2)
            path.addBox(x: 14, y: 4, width: 5, height: 16, radius: 1.2)
        case .skipForward, .skipBackward:
            // An arc open at the top, with an arrowhead at its end.
            let center = point(12, 13)
            if self == .skipForward {
                path.addArc(center, radius: 10, width: Self.line, from: -.pi / 5, to: .pi * 1.5)
                path.addPolygon([point(12, -1), point(16.6, 3), point(12, 7)], radius: 0.6)
            } else {
                path.addArc(center, radius: 10, width: Self.line, from: -.pi / 2, to: .pi * 6 / 5)
                path.addPolygon([point(12, -1), point(7.4, 3), point(12, 7)], radius: 0.6)
            }
            Self.addTen(to: &path)
        case .speaker(let waves):
            Self.addSpeaker(to: &path)
            if waves > 0 { path.addArc(point(12.5, 12), radius: 4, width: Self.line, from: -0.95, to: 0.95) }
            if waves > 1 { path.addArc(point(12.5, 12), radius: 8, width: Self.line, from: -0.95, to: 0.95) }
        case .muted:
            Self.addSpeaker(to: &path)
            stroke(point(15.5, 9.5), point(20.5, 14.5))
            stroke(point(20.5, 9.5), point(15.5, 14.5))
        case .startPictureInPicture:
            Self.addOpenFrame(to: &path)
            path.addBox(x: 13, y: 12, width: 10, height: 8, radius: 1.5)
        case .stopPictureInPicture:
            Self.addOpenFrame(to: &path)
            // An arrow to the window that the video came from.
            stroke(point(20.5, 19.5), point(8.5, 9.5))
            stroke(point(15, 9), point(8, 9), point(8, 15.5))
        case .enterFullScreen:
            for (x, y, dx, dy) in [(4.0, 4.0, 5.0, 5.0), (20, 4, -5, 5), (4, 20, 5, -5), (20, 20, -5, -5)] {
                stroke(point(x + dx, y), point(x, y), point(x, y + dy))
            }
        case .leaveFullScreen:
            for (x, y, dx, dy) in [(9.0, 9.0, -5.0, -5.0), (15, 9, 5, -5), (9, 15, -5, 5), (15, 15, 5, 5)] {
                stroke(point(x + dx, y), point(x, y), point(x, y + dy))
            }
        case .swap:
            stroke(point(4, 8.5), point(19, 8.5))
            stroke(point(15.5, 4.5), point(19.5, 8.5), point(15.5, 12.5))
            stroke(point(5, 16.5), point(20, 16.5))
            stroke(point(8.5, 12.5), point(4.5, 16.5), point(8.5, 20.5))
        case .audioTracks:
            // Two notes with one beam.
            path.addCircle(point(6.5, 18), radius: 3.5)
            path.addCircle(point(17.5, 16), radius: 3.5)
            stroke(point(9, 18), point(9, 5.5))
            stroke(point(20, 16), point(20, 3.5))
            path.addPolygon([point(8, 4.4), point(21, 2), point(21, 6.4), point(8, 8.8)], radius: 0.6)
        case .subtitles:
            path.addBox(x: 2, y: 4.5, width: 20, height: 15, radius: 2.5)
            for (x, y, width) in [(5.0, 10.5, 5.0), (12, 10.5, 7), (5, 14.5, 8), (15, 14.5, 4)] {
                path.addBox(x: x, y: y, width: width, height: 2, radius: 0.5, isHole: true)
            }
        case .subtitlesOff:
            path.addFrame(x: 2, y: 4.5, width: 20, height: 15, radius: 2.5, line: Self.line)
            stroke(point(6, 12), point(10, 12))
            stroke(point(13, 12), point(18, 12))
            stroke(point(6, 15.5), point(13, 15.5))
            stroke(point(16, 15.5), point(18, 15.5))
        case .close:
            stroke(point(5.5, 5.5), point(18.5, 18.5))
            stroke(point(18.5, 5.5), point(5.5, 18.5))
        case .locked:
            path.addBox(x: 5, y: 11, width: 14, height: 10.5, radius: 2)
            path.addArc(point(12, 8), radius: 4.5, width: Self.line, from: -.pi, to: 0)
            stroke(point(7.5, 8), point(7.5, 12))
            stroke(point(16.5, 8), point(16.5, 12))
        case .crop:
            stroke(point(7, 2), point(7, 17), point(22, 17))
            stroke(point(2, 7), point(17, 7), point(17, 22))
        case .check: stroke(point(4.5, 12.5), point(9.5, 17.5), point(19.5, 6.5))
        case .up: stroke(point(4.5, 15.5), point(12, 8.5), point(19.5, 15.5))
        case .down: stroke(point(4.5, 8.5), point(12, 15.5), point(19.5, 8.5))
        case .menu: for y in [5.0, 12, 19] { path.addCircle(point(12, y), radius: 1.9) }
        case .replay:
            path.addArc(point(12, 13), radius: 9, width: Self.line, from: -.pi / 2, to: .pi * 6 / 5)
            path.addPolygon([point(12.5, -0.5), point(7.4, 4), point(12.5, 8.5)], radius: 0.6)
        case .previousItem:
            path.addBox(x: 4, y: 5, width: 2.5, height: 14, radius: 0.8)
            path.addPolygon([point(20, 4.5), point(7.5, 12), point(20, 19.5)], radius: 1.2)
        case .nextItem:
            path.addBox(x: 17.5, y: 5, width: 2.5, height: 14, radius: 0.8)
            path.addPolygon([point(4, 4.5), point(16.5, 12), point(4, 19.5)], radius: 1.2)
        case .minimize: stroke(point(5, 17.5), point(19, 17.5))
        case .maximize: path.addFrame(x: 4.5, y: 4.5, width: 15, height: 15, radius: 2, line: Self.line)
        case .unmaximize:
            path.addFrame(x: 3.5, y: 7.5, width: 13, height: 13, radius: 2, line: Self.line)
            stroke(point(8, 4.5), point(19.5, 4.5), point(19.5, 16))
        case .file:
            stroke(point(13, 3), point(5.5, 3), point(5.5, 21), point(18.5, 21), point(18.5, 8.5), point(13, 3))
            stroke(point(13, 3), point(13, 8.5), point(18.5, 8.5))
        case .folder:
            stroke(
                point(3, 19.5), point(3, 5), point(9.5, 5), point(12, 8), point(21, 8), point(21, 19.5), point(3, 19.5))
        case .paste:
            path.addFrame(x: 4.5, y: 4, width: 15, height: 17, radius: 2, line: Self.line)
            path.addBox(x: 8.5, y: 2, width: 7, height: 5, radius: 1)
        case .towards(let side):
            let (back, tip) = side == .left ? (15.0, 8.0) : (9.0, 16.0)
            stroke(point(back, 4.5), point(tip, 12), point(back, 19.5))
        }
        return path
    }

    /// Adds the number 10 as a path: a text item would cost more than all other items together.
    private static func addTen(to path: inout VectorPath) {
        let (top, bottom, line) = (9.2, 16.8, 1.6)
        path.addBox(x: 8.1, y: top, width: line, height: bottom - top, radius: 0.3)
        path.addLine(PathPoint(8.6, top + 0.8), PathPoint(7, top + 1.9), width: 1.4)
        path.addFrame(x: 11.4, y: top, width: 5.6, height: bottom - top, radius: 2.8, line: line)
    }

    private static func addSpeaker(to path: inout VectorPath) {
        path.addPolygon(
            [
                PathPoint(2, 8.5), PathPoint(6, 8.5), PathPoint(12, 3.5), PathPoint(12, 20.5),
                PathPoint(6, 15.5), PathPoint(2, 15.5),
            ], radius: 1)
    }

    /// Adds a screen with an open lower right corner, for another shape.
    private static func addOpenFrame(to path: inout VectorPath) {
        let points = [
            PathPoint(22, 9), PathPoint(22, 4), PathPoint(2, 4), PathPoint(2, 19),
            PathPoint(10, 19),
        ]
        for (start, end) in zip(points, points.dropFirst()) { path.addLine(start, end, width: line) }
    }
}
