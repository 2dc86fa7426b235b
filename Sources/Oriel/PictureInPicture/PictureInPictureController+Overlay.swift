public import OrielGeometry
import OrielSceneHandoff
import OrielWindows

/// The overlay, as far as the app may move it. Its user has the last word, and its place is remembered as if the app had not been.
extension PictureInPictureController {
    /// Where it is on its output, in logical pixels; nil where there is none, and where that is the compositor's secret (no
    /// layer-shell, or panels around).
    public var pictureInPictureFrame: Rect? { contentSource?.view?.scene.overlay.rect }

    /// Lets it glide to a corner.
    /// - Returns: false where there is none, or where it is a window that only the compositor can move.
    @discardableResult
    public func movePictureInPicture(to corner: Corner) -> Bool { change(.move(corner)) }

    /// Gives it another size, of which the picture's shape may take less.
    /// - Returns: false where there is none.
    @discardableResult
    public func resizePictureInPicture(within size: Size) -> Bool { change(.resize(size)) }

    private func change(_ command: PlayerCommand) -> Bool {
        var isDone = false
        contentSource?.view?.changeOverlay(command) { isDone = $0 == nil }
        return isDone
    }
}
