import OrielPlatform
import OrielText
import OrielWayland

/// One scene over a picture, drawn by the text's thread (or, where all of it was drawn lately, here) and shown on a surface of its
/// own, so that the picture isn't drawn again for it. It costs nothing until the first scene.
@MainActor
final class SceneLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    private let level: ChildSurface.Level
    private let client: TextClient
    private var watch: EventLoop.Token?
    /// There from the first scene on, for the picture's life.
    private var child: ChildSurface?
    private var isWanted = false
    private var isShown = false

    init(_ picture: PictureSurface, _ stage: Stage, at level: ChildSurface.Level) throws(PlatformError) {
        self.picture = picture
        self.stage = stage
        self.level = level
        let wakeup = try Wakeup()
        client = stage.text.client(waking: wakeup)
        watch = try stage.loop.watch(wakeup) { [weak self] in self?.textCame() }
    }

    /// Shows a scene in place of the one before, as soon as it is drawn. The same one is drawn once.
    func show(_ scene: TextScene) {
        isWanted = true
        // As a picture that the thread has drawn: between what has arrived and the next wait.
        if client.draw(scene) == .drawn { stage.loop.at(.zero) { [weak self] in self?.textCame() } }
    }

    /// Shows nothing.
    /// - Parameter withPicture: from the picture's next commit on, instead of at once.
    func hide(withPicture: Bool = false) {
        forget()
        guard isShown, let child else { return }
        isShown = false
        do throws(WaylandError) {
            try child.hide()
            if !withPicture { picture.commitChildren() }
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    /// After the picture's role is gone.
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
        guard let text = client.takePicture(), isWanted, picture.hasContent else { return }
        // A bitmap of a size that the picture has no longer is replaced at once by the next.
        guard let bitmap = text.bitmap else { return }
        do throws(WaylandError) {
            guard let child = child ?? picture.stack.makeChild(at: level) else { return }
            self.child = child
            guard try child.show(bitmap, on: picture.size, scale: picture.scale) else { return }
            isShown = true
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }
}
