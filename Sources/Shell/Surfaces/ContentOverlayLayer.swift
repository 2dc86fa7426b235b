import OrielGeometry
import OrielPlatform
import OrielWayland

/// Draws one content overlay over one picture, on a subsurface.
@MainActor
final class ContentOverlayLayer {
    let overlay: ContentOverlay
    private unowned let picture: PictureSurface
    /// nil if the compositor has no `wl_subcompositor`.
    private let child: ChildSurface?
    /// The overlay is on screen.
    private(set) var isShown = false
    private var isAsked = false
    private var isFinished = false

    init(_ overlay: ContentOverlay, over picture: PictureSurface) {
        self.overlay = overlay
        self.picture = picture
        child = picture.stack.makeChild(at: .content)
        overlay.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
        setNeedsDisplay()
    }

    /// Area of the overlay within the picture, in logical pixels; empty if it lies outside.
    var frame: Rect {
        overlay.frame(picture.size).intersection(Rect(origin: .zero, size: picture.size))
            ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// The overlay gets presses and motions: a modal one also while it is drawn for the first time.
    var takesHands: Bool { isShown || overlay.isModal && isAsked && child != nil }

    /// Schedules one redraw in the next turn of the loop, or with the picture's first commit if it has none yet.
    func setNeedsDisplay() {
        guard !isAsked, !isFinished else { return }
        isAsked = true
        guard picture.hasContent else { return picture.onNextCommit { [weak self] in self?.display() } }
        picture.loop.after(.zero) { [weak self] in self?.display() }
    }

    private func display() {
        picture.stage.change(self) { [weak self] in self?.present() }
    }

    private func present() {
        isAsked = false
        guard !isFinished, !picture.size.isEmpty else { return }
        let grid = PixelGrid(scale: picture.scale)
        let frame = frame
        do throws(WaylandError) {
            guard !frame.isEmpty, let part = grid.part(containing: grid.pixels(around: frame), of: picture.size) else {
                return try hide()
            }
            guard let child else { return }
            try child.show(part, scale: grid.scale) { buffer in
                let canvas = ContentOverlay.Canvas(
                    frame: part.logical, size: part.pixels.size, scale: grid.scale, stride: buffer.stride,
                    bytes: buffer.bytes)
                overlay.draw(canvas)
                if picture.stack.focusedOverlay === overlay { canvas.drawFocusRing() }
            }
            isShown = true
            picture.commitChildren()
        } catch { picture.stage.drawingFailed(PresenterFault(error)) }
    }

    private func hide() throws(WaylandError) {
        guard isShown, let child else { return }
        isShown = false
        try child.hide()
        picture.commitChildren()
    }

    /// Removes the overlay from a picture that stays on screen. On an overlay its subsurface is hidden and kept: phoc
    /// 0.24 crashes when a subsurface of a layer surface is destroyed.
    func remove() {
        if picture.stack.isOverlay, let child {
            try? child.hide()
            picture.stack.keep(child)
            isFinished = true
            overlay.onNeedsDisplay = {}
        } else {
            finish()
            picture.stack.drop(child)
        }
        if picture.hasContent { picture.commitChildren() }
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed, or through `remove`.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        overlay.onNeedsDisplay = {}
        child?.finish()
    }
}
