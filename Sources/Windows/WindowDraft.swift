import OrielGeometry
import OrielPictureInPicture
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// A window's picture before there is a window: drawn at the size that it will have, on a surface that has no role yet.
/// Whoever shows it then has only to give it its role and to commit.
@MainActor
final class WindowDraft {
    let picture: PictureSurface
    /// The window's, as it was asked for.
    let mode: WindowMode
    /// It was asked for, and not only expected.
    var isWanted = false
    private var isDrawn = false
    private var handler: () -> Void = {}

    /// - Parameters:
    ///   - size: logical, as the window will have it.
    ///   - output: the one that the window will be on, by whose scale it is drawn.
    init(stage: Stage, player: Player, mode: WindowMode, size: Size, output: Output?) {
        self.mode = mode
        picture = PictureSurface(Surface(stage.globals), stage: stage)
        picture.player = player
        if let output { picture.presume(scale: output.state.exactScale) }
        picture.resize(to: size)
    }

    /// Draws it. Where every buffer is kept or drawing fails, the window draws itself when it is shown.
    func draw() {
        _ = picture.draw()
        isDrawn = true
        handler()
        handler = {}
    }

    /// Calls `body` once it is drawn; at once where it is.
    func whenDrawn(_ body: @escaping () -> Void) {
        if isDrawn { body() } else { handler = body }
    }

    /// Drops it; not once a window has taken its picture over.
    func finish() { picture.finish {} }
}
