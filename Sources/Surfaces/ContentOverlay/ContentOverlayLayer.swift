import OrielGeometry
import OrielPlatform
import OrielWayland

/// One drawing of an app's over one picture, on a surface of its own.
@MainActor
final class ContentOverlayLayer {
    let overlay: ContentOverlay
    private unowned let picture: PictureSurface
    private let stage: Stage
    private var child: ChildSurface?
    private var isShown = false
    private var isAsked = false
    private var isFinished = false

    init(_ overlay: ContentOverlay, over picture: PictureSurface, _ stage: Stage) {
        self.overlay = overlay
        self.picture = picture
        self.stage = stage
        overlay.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
        setNeedsDisplay()
    }

    /// Where it lies, in logical pixels of the picture's surface.
    var frame: Rect {
        overlay.frame(picture.size).intersection(Rect(origin: .zero, size: picture.size))
            ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// In the next turn of the loop, however often it is asked for; over a picture that isn't there yet, with that.
    func setNeedsDisplay() {
        guard !isAsked, !isFinished else { return }
        isAsked = true
        guard picture.hasContent else { return picture.onNextCommit { [weak self] in self?.display() } }
        stage.loop.after(.zero) { [weak self] in self?.display() }
    }

    private func display() {
        isAsked = false
        guard !isFinished, !picture.size.isEmpty else { return }
        let grid = PixelGrid(scale: picture.scale)
        let frame = frame
        do throws(WaylandError) {
            guard !frame.isEmpty, let part = grid.part(containing: grid.pixels(around: frame), of: picture.size) else {
                return try hide()
            }
            guard let child = child ?? picture.stack.makeChild(at: .content) else { return }
            self.child = child
            try child.show(part, scale: grid.scale) { buffer in
                overlay.draw(
                    ContentOverlay.Canvas(
                        frame: part.logical, size: part.pixels.size, scale: grid.scale, stride: buffer.stride,
                        bytes: buffer.bytes))
            }
            isShown = true
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    private func hide() throws(WaylandError) {
        guard isShown, let child else { return }
        isShown = false
        try child.hide()
        picture.commitChildren()
    }

    /// Takes it from the picture, which goes on.
    func remove() {
        finish()
        picture.stack.drop(child)
        if picture.hasContent { picture.commitChildren() }
    }

    /// After the picture's role is gone, or with `remove`.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        overlay.onNeedsDisplay = {}
        child?.finish()
    }
}
