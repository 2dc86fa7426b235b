public import OrielGeometry
import OrielSceneHandoff

/// The overlay's place. The user can always change it, and it is remembered as if the app had not moved it.
extension PictureInPictureController {
    /// Rectangle of the overlay on its output, in logical pixels. nil without an overlay, and where the compositor
    /// doesn't tell it: without layer-shell, or beside panels.
    public var pictureInPictureFrame: Rect? { contentSource?.host.overlayRect }

    /// Moves the overlay to a corner, with an animation.
    /// - Returns: false if there is no overlay, or if it is a window that only the compositor can move.
    @discardableResult
    public func movePictureInPicture(to corner: Corner) -> Bool { change(.move(corner)) }

    /// Resizes the overlay to fit within a size, in logical pixels; it keeps the video's aspect ratio.
    /// - Returns: false if there is no overlay.
    @discardableResult
    public func resizePictureInPicture(within size: Size) -> Bool { change(.resize(size)) }

    private func change(_ command: PlayerCommand) -> Bool {
        contentSource?.host.changeOverlay(command) ?? false
    }
}
