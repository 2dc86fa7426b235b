import OrielControls
import OrielGeometry

/// Image for the app's own Picture in Picture button, as on Oriel's controls: one colour, any size.
public struct PictureInPictureButtonImage: Hashable, Sendable {
    private let icon: ControlsIcon

    /// Valid sides of an image, in pixels.
    private static let sides = 1...4096

    init(_ icon: ControlsIcon) { self.icon = icon }

    /// The outline as an SVG path (`d`), to be filled by the non-zero rule, in a square of 24 units.
    public var svgPath: String { icon.path.svg }

    /// The outline, and the square that it lies in, in units.
    var path: VectorPath { icon.path }
    var units: Size { Size(width: Int(ControlsIcon.side), height: Int(ControlsIcon.side)) }

    /// Returns the image's coverage of each pixel, one byte from 0 to 255, in rows from the top without padding. The
    /// app uses it as the alpha of its colour.
    /// - Parameter side: side of the square, in pixels; clamped to 1 to 4096.
    public func coverage(side: Int) -> [UInt8] {
        icon.path.coverage(
            side: min(max(side, Self.sides.lowerBound), Self.sides.upperBound), units: ControlsIcon.side)
    }
}

extension PictureInPictureController {
    /// Image for a button that starts Picture in Picture; shown while `canStopPictureInPicture` is false.
    public static let pictureInPictureButtonStartImage = PictureInPictureButtonImage(.startPictureInPicture)
    /// Image for a button that stops Picture in Picture.
    public static let pictureInPictureButtonStopImage = PictureInPictureButtonImage(.stopPictureInPicture)
}
