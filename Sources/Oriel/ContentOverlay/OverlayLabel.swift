import OrielGeometry
package import OrielPlatform
package import OrielSurfaces
package import OrielText

/// Text of an overlay, which the text thread draws.
@MainActor
package final class OverlayLabel {
    /// Asked at each drawing.
    private let text: () -> String
    private let client: TextClient
    private let loop: MainLoop
    private var watch: EventLoop.Token?
    private var bitmap: TextBitmap?
    /// The overlay to draw again once the text is there.
    package weak var overlay: ContentOverlay?

    /// Height of a line, as a part of the canvas's height.
    private static let share = 0.6
    /// Longest text, in characters.
    private static let limit = 1000

    package init(engine: TextEngine, loop: MainLoop, text: @escaping () -> String) throws(PlatformError) {
        self.text = text
        self.loop = loop
        let wakeup = try Wakeup()
        client = engine.client(waking: wakeup)
        watch = try loop.watch(wakeup) { [weak self] in self?.pictureCame() }
    }

    isolated deinit { if let watch { loop.remove(watch) } }

    private func pictureCame() {
        guard let picture = client.takePicture() else { return }
        bitmap = picture.bitmap
        overlay?.setNeedsDisplay()
    }

    /// Draws the text in the middle of the canvas, in one line that ends with an ellipsis if it is too long; at once if
    /// it is known, otherwise as soon as the text thread has it.
    package func draw(on canvas: ContentOverlay.Canvas) {
        guard !canvas.size.isEmpty else { return }
        let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
        var run = TextRun(
            String(text().prefix(Self.limit)), size: height * Self.share, at: TextPoint(x: width / 2, y: height / 2))
        run.anchor = .center
        run.width = width
        run.outline = max(1, height / 24)
        if case .drawn = client.draw(TextScene(size: canvas.size, items: [.text(run)])) {
            bitmap = client.takePicture()?.bitmap
        }
        if let bitmap { canvas.draw(bitmap) }
    }
}
