import OrielGeometry
import OrielPlatform
import OrielText
import OrielWayland

/// A text scene or a bitmap over a picture, on a subsurface, so that the video isn't redrawn for it. The text thread
/// draws scenes, or the main thread if all their parts were drawn lately. The layer costs nothing until its first one.
@MainActor
final class SceneLayer {
    private unowned let picture: PictureSurface
    private let level: ChildSurface.Level
    /// Draws the scenes; made for the first one.
    private var text: (client: TextClient, watch: EventLoop.Token)?
    /// The subsurface, created with the first content and kept for the picture's life.
    private var child: ChildSurface?
    /// Makes the scene that is shown for the picture's present size and scale; nil if none follows them.
    private var makeScene: (() -> TextScene?)?
    /// The bitmap of controls, which fade, where the compositor has no `wp_alpha_modifier_v1`: it is drawn again then.
    private var bitmap: TextBitmap?
    private var opacity = 1.0
    private var isWanted = false
    private var isShown = false

    init(_ picture: PictureSurface, at level: ChildSurface.Level) { (self.picture, self.level) = (picture, level) }

    /// Shows a scene in place of the previous content, as soon as it is drawn. A scene equal to the previous one isn't
    /// drawn again.
    func show(_ scene: TextScene) {
        makeScene = nil
        draw(scene)
    }

    /// Shows a scene that `layOut` makes again. None is made before the picture has a size.
    func show(_ scene: @escaping () -> TextScene?) {
        makeScene = scene
        layOut()
    }

    /// Draws the scene again after the picture's size or scale, or anything else that it depends on, has changed.
    func layOut() {
        if !picture.size.isEmpty, let scene = makeScene?() { draw(scene) }
    }

    private func draw(_ scene: TextScene) {
        isWanted = true
        do throws(PlatformError) {
            let text = if let text { text } else { try makeText() }
            self.text = text
            // Shows it in the loop as a scene from the thread would be: after the events that have arrived, before the
            // next wait.
            if text.client.draw(scene) == .drawn { picture.loop.at(.zero) { [weak self] in self?.textCame() } }
        } catch { picture.stage.drawingFailed(PresenterFault(.passing, "no \(level): \(error)")) }
    }

    private func makeText() throws(PlatformError) -> (client: TextClient, watch: EventLoop.Token) {
        let wakeup = try Wakeup()
        let client = picture.stage.text.client(waking: wakeup)
        return (client, try picture.loop.watch(wakeup) { [weak self] in self?.textCame() })
    }

    /// Shows a bitmap in place of the previous content.
    func show(_ bitmap: TextBitmap) {
        isWanted = true
        picture.stage.change(self) { [weak self] in self?.present(bitmap) }
    }

    /// Hides the content.
    /// - Parameter withPicture: true hides it with the picture's next commit, false at once.
    func hide(withPicture: Bool = false) {
        forget()
        guard isShown else { return }
        picture.stage.change(self) { [weak self] in self?.conceal(withPicture: withPicture) }
    }

    /// Sets the opacity, 0 to 1, of what is shown and of what will be.
    func setOpacity(_ opacity: Double) {
        guard opacity != self.opacity else { return }
        self.opacity = opacity
        guard isShown, isWanted else { return }
        picture.stage.change(self) { [weak self] in self?.redraw() }
    }

    private func redraw() {
        guard isShown, let child else { return }
        if child.setOpacity(opacity) { return picture.commitChildren() }
        if let bitmap { present(bitmap) }
    }

    private func textCame() {
        picture.stage.change(self) { [weak self] in
            // A bitmap for an outdated size of the picture is soon replaced by the next one.
            if let bitmap = self?.text?.client.takePicture()?.bitmap { self?.present(bitmap) }
        }
    }

    private func present(_ bitmap: TextBitmap) {
        guard isWanted, picture.hasContent, let child = child ?? picture.stack.makeChild(at: level) else { return }
        self.child = child
        let isDrawn = !child.setOpacity(opacity) && level == .controls
        if isDrawn { self.bitmap = bitmap }
        let faded = isDrawn && opacity < 1 ? bitmap.faded(to: opacity) : bitmap
        do throws(WaylandError) {
            guard try child.show(faded, on: picture.size, scale: picture.scale) else { return }
            isShown = true
            picture.commitChildren()
        } catch { picture.stage.drawingFailed(PresenterFault(error)) }
    }

    private func conceal(withPicture: Bool) {
        guard isShown, !isWanted, let child else { return }
        isShown = false
        bitmap = nil
        do throws(WaylandError) {
            try child.hide()
            if !withPicture { picture.commitChildren() }
        } catch { picture.stage.drawingFailed(PresenterFault(error)) }
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() {
        forget()
        child?.finish()
        child = nil
        if let text { picture.loop.remove(text.watch) }
        text = nil
    }

    private func forget() {
        isWanted = false
        makeScene = nil
        text?.client.cancel()
    }
}
