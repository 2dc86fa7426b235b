import OrielControls

/// The picture on a button of the app's own, the same as on Oriel's controls: one colour, of any size.
public struct PictureInPictureButtonImage: Hashable, Sendable {
    private let icon: ControlsIcon

    /// What has no more room than this isn't drawn larger.
    private static let sides = 1...4096

    init(_ icon: ControlsIcon) { self.icon = icon }

    /// Its outline as an SVG path (`d`), to be filled by the non-zero rule, in a square of 24 units.
    public var svgPath: String { icon.path.svg }

    /// How much of each pixel it covers, a byte each, from 0 to 255, rows from the top without padding: the alpha of whatever
    /// colour the app draws it in.
    /// - Parameter side: of the square, in pixels, 1 to 4096; others are brought there.
    public func coverage(side: Int) -> [UInt8] {
        icon.path.coverage(
            side: min(max(side, Self.sides.lowerBound), Self.sides.upperBound), units: ControlsIcon.side)
    }
}

extension PictureInPictureController {
    /// For a button that starts Picture in Picture; show it while `canStopPictureInPicture` is false.
    public static let pictureInPictureButtonStartImage = PictureInPictureButtonImage(.startPictureInPicture)
    /// For a button that brings the picture back.
    public static let pictureInPictureButtonStopImage = PictureInPictureButtonImage(.stopPictureInPicture)
}
