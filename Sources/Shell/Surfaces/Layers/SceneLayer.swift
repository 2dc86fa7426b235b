import OrielPlatform
import OrielText
import OrielWayland

/// A text scene over a picture, on a subsurface, so that the video isn't redrawn for it. The text thread draws the
/// scene, or the main thread if all its parts were drawn lately. The layer costs nothing until its first scene.
@MainActor
final class SceneLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    private let level: ChildSurface.Level
    private let client: TextClient
    private var watch: EventLoop.Token?
    /// The subsurface, created with the first scene and kept for the picture's life.
    private var child: ChildSurface?
    /// Whether its opacity changes.
    private let fades: Bool
    /// The bitmap of a layer that fades where the compositor has no `wp_alpha_modifier_v1`: it is drawn again then.
    private var bitmap: TextBitmap?
    private var opacity = 1.0
    private var isWanted = false
    private var isShown = false

    init(
        _ picture: PictureSurface, _ stage: Stage, at level: ChildSurface.Level, fades: Bool = false
    ) throws(PlatformError) {
        self.fades = fades
        self.picture = picture
        self.stage = stage
        self.level = level
        let wakeup = try Wakeup()
        client = stage.text.client(waking: wakeup)
        watch = try stage.loop.watch(wakeup) { [weak self] in self?.textCame() }
    }

    /// Shows a scene in place of the previous one, as soon as it is drawn. A scene equal to the previous one isn't
    /// drawn again.
    func show(_ scene: TextScene) {
        isWanted = true
        // Shows it in the loop as a scene from the thread would be: after the events that have arrived, before the next
        // wait.
        if client.draw(scene) == .drawn { stage.loop.at(.zero) { [weak self] in self?.textCame() } }
    }

    /// Hides the scene.
    /// - Parameter withPicture: true hides it with the picture's next commit, false at once.
    func hide(withPicture: Bool = false) {
        forget()
        guard isShown else { return }
        stage.change(self) { [weak self] in self?.conceal(withPicture: withPicture) }
    }

    /// Sets the opacity, 0 to 1, of what is shown and of what will be.
    func setOpacity(_ opacity: Double) {
        guard opacity != self.opacity else { return }
        self.opacity = opacity
        guard isShown, isWanted else { return }
        stage.change(self) { [weak self] in self?.redraw() }
    }

    private func redraw() {
        guard isShown, let child else { return }
        if child.setOpacity(opacity) { return picture.commitChildren() }
        guard let bitmap else { return }
        do throws(WaylandError) { try present(bitmap) } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    private func present(_ bitmap: TextBitmap) throws(WaylandError) {
        guard let child = child ?? picture.stack.makeChild(at: level) else { return }
        self.child = child
        let isDrawn = fades && !child.setOpacity(opacity)
        if isDrawn { self.bitmap = bitmap }
        let faded = isDrawn && opacity < 1 ? bitmap.faded(to: opacity) : bitmap
        guard try child.show(faded, on: picture.size, scale: picture.scale) else { return }
        isShown = true
        picture.commitChildren()
    }

    private func conceal(withPicture: Bool) {
        guard isShown, !isWanted, let child else { return }
        isShown = false
        bitmap = nil
        do throws(WaylandError) {
            try child.hide()
            if !withPicture { picture.commitChildren() }
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() {
        forget()
        child?.finish()
        child = nil
        if let watch { stage.loop.remove(watch) }
        watch = nil
    }

    private func forget() {
        isWanted = false
        client.cancel()
    }

    private func textCame() {
        stage.change(self) { [weak self] in self?.present() }
    }

    private func present() {
        guard let text = client.takePicture(), isWanted, picture.hasContent else { return }
        // A bitmap for an outdated size of the picture is soon replaced by the next one.
        guard let bitmap = text.bitmap else { return }
        do throws(WaylandError) { try present(bitmap) } catch { stage.drawingFailed(PresenterFault(error)) }
    }
}
