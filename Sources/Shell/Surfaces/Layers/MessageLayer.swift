import OrielGeometry
import OrielPlatform
import OrielText

/// The message over one picture.
@MainActor
final class MessageLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    private let layer: SceneLayer
    private var message: Message?
    private let expiry = LoopTimer()

    init(_ picture: PictureSurface, _ stage: Stage) throws(PlatformError) {
        self.picture = picture
        self.stage = stage
        layer = try SceneLayer(picture, stage, at: .message)
    }

    /// Shows a message in place of the previous one, until host time `end`.
    func show(_ message: Message, until end: Duration) {
        self.message = message
        expiry.set(on: stage.loop, at: end) { [weak self] in self?.hide() }
        layOut()
    }

    func hide() {
        forget()
        layer.hide()
    }

    private func forget() {
        expiry.cancel()
        message = nil
    }

    /// Draws the message again after the picture's size or scale, or the buttons over it have changed.
    func layOut() {
        guard let message, !picture.size.isEmpty else { return }
        layer.show(
            MessageLayout(
                message, on: picture.size, scale: picture.scale, textScale: picture.textScale(),
                beside: picture.stack.buttonPlaces
            ).scene)
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() {
        forget()
        layer.finish()
    }
}
