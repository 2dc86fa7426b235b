import OrielGeometry
import OrielPlatform
import OrielText
import OrielWayland

/// What is said on one picture. It costs nothing until the first message.
@MainActor
final class MessageLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    private let client: TextClient
    private let wakeup: Wakeup
    private var watch: EventLoop.Token?
    private var message: Message?
    /// There from the first message on, for the picture's life.
    private(set) var child: ChildSurface?
    private var isShown = false
    private var expiry: EventLoop.Token?

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        self.stage = stage
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        client = stage.text.client(waking: wakeup)
        watch = try stage.watch(wakeup) { [weak self] in self?.textCame() }
    }

    /// Shows a message in the place of the one before, until host time `end`.
    func show(_ message: Message, until end: Duration) {
        self.message = message
        if let expiry { stage.cancel(expiry) }
        expiry = stage.after(end - MonotonicClock.now) { [weak self] in self?.hide() }
        layOut()
    }

    /// Takes the message away.
    func hide() {
        forget()
        guard isShown, let child else { return }
        isShown = false
        do throws(WaylandError) {
            try child.hide()
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    private func forget() {
        if let expiry { stage.cancel(expiry) }
        expiry = nil
        message = nil
        client.cancel()
    }

    /// The picture has another size or scale.
    func layOut() {
        guard let message, !picture.size.isEmpty else { return }
        client.draw(MessageLayout(message, on: picture.size, scale: picture.scale).scene)
    }

    /// After the picture's role is gone.
    func finish() {
        forget()
        child?.finish()
        child = nil
        if let watch { stage.stopWatching(watch) }
        watch = nil
    }

    private func textCame() {
        guard let text = client.takePicture(), message != nil, picture.hasContent else { return }
        // A bitmap of a size that the picture has no longer is replaced at once by the next.
        guard let bitmap = text.bitmap else { return }
        do throws(WaylandError) {
            guard let child = child ?? ChildSurface(over: picture.surface) else { return }
            self.child = child
            guard try child.show(bitmap, on: picture.size, scale: picture.scale) else { return }
            isShown = true
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }
}
