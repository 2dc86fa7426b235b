import OrielGeometry
import OrielPictureInPicture
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// A window's picture before the window exists, drawn at the window's size on a surface that has no role yet. To show
/// it, the window only assigns the role and commits.
@MainActor
final class WindowDraft {
    let picture: PictureSurface
    let mode: WindowMode
    /// The window was requested, and not only expected.
    var isWanted = false
    private var isDrawn = false
    private var handler: () -> Void = {}

    /// - Parameters:
    ///   - size: the window's size in logical pixels.
    ///   - output: the output that the window will be on, whose scale is used.
    init(stage: Stage, player: Player, mode: WindowMode, size: Size, output: Output?) {
        self.mode = mode
        picture = PictureSurface(Surface(stage.globals), stage: stage)
        picture.player = player
        if let output { picture.presume(scale: output.state.exactScale) }
        picture.resize(to: size)
    }

    /// Draws the picture. If no buffer is free or drawing fails, the window draws it when it is shown.
    func draw() {
        _ = picture.draw()
        isDrawn = true
        handler()
        handler = {}
    }

    /// Calls `body` once the picture is drawn, or at once if it is already.
    func whenDrawn(_ body: @escaping () -> Void) {
        if isDrawn { body() } else { handler = body }
    }

    /// Destroys the draft. Don't call it after a window has taken its picture over.
    func finish() { picture.finish {} }
}
