import OrielGeometry
import OrielPlatform
import OrielText

/// What is said on one picture.
@MainActor
final class MessageLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    private let layer: SceneLayer
    private var message: Message?
    private var expiry: EventLoop.Token?

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        self.stage = stage
        layer = try SceneLayer(picture, stage, at: .message)
    }

    /// Shows a message in the place of the one before, until host time `end`.
    func show(_ message: Message, until end: Duration) {
        self.message = message
        if let expiry { stage.loop.remove(expiry) }
        expiry = stage.loop.after(end - MonotonicClock.now) { [weak self] in self?.hide() }
        layOut()
    }

    /// Takes the message away.
    func hide() {
        forget()
        layer.hide()
    }

    private func forget() {
        if let expiry { stage.loop.remove(expiry) }
        expiry = nil
        message = nil
    }

    /// The picture has another size or scale.
    func layOut() {
        guard let message, !picture.size.isEmpty else { return }
        layer.show(
            MessageLayout(message, on: picture.size, scale: picture.scale, textScale: picture.textScale()).scene)
    }

    /// After the picture's role is gone.
    func finish() {
        forget()
        layer.finish()
    }
}
