public import OrielGeometry
package import OrielPlatform
public import OrielPlayer
public import OrielSurfaces
package import OrielText

/// Lines of text that a content overlay draws among its own pixels, in the font of Oriel's controls. The text thread
/// draws them, so a line that is new appears a moment after the rest.
@MainActor
public final class OverlayText {
    /// One line of text. It contains no markup.
    public struct Line: Hashable, Sendable {
        /// Horizontal places of a text in its area.
        public enum Alignment: Hashable, Sendable {
            /// At the area's left edge.
            case left
            /// In the middle of the area.
            case center
            /// At the area's right edge.
            case right
        }

        /// The text; what is longer than its area ends with an ellipsis.
        public var text: String
        /// Area in logical pixels from the canvas's upper left corner. The text is centred vertically.
        public var area: Rect
        /// Height of the line from ascender to descender, in logical pixels.
        public var height: Double
        /// Place of the text in its area.
        public var alignment = Alignment.left
        /// Whether the text is set in bold letters.
        public var isBold = false
        /// Alpha in the highest byte, then red, green and blue; not premultiplied.
        public var color: UInt32 = 0xFFFF_FFFF

        /// Creates a white line at the left of its area.
        public init(_ text: String, in area: Rect, height: Double) {
            self.text = text
            self.area = area
            self.height = height
        }
    }

    /// The overlay to draw again once the text is there.
    public weak var overlay: ContentOverlay?
    private let client: TextClient
    private let loop: MainLoop
    private var watch: EventLoop.Token?
    private var bitmap: TextBitmap?
    /// Whether the bitmap is that of the last scene.
    private var isCurrent = false

    /// Longest text, in characters, and most lines that are drawn.
    private static let (longest, mostLines) = (1000, 100)

    /// Creates the texts of one overlay.
    /// - Parameter application: draws them, on a thread of its own.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    public convenience init(in application: Application) throws(StartError) {
        do throws(PlatformError) {
            try self.init(engine: application.desktop.stage.text, loop: application.loop)
        } catch { throw StartError(refused: error) }
    }

    package init(engine: TextEngine, loop: MainLoop) throws(PlatformError) {
        self.loop = loop
        let wakeup = try Wakeup()
        client = engine.client(waking: wakeup)
        watch = try loop.watch(wakeup) { [weak self] in self?.pictureCame() }
    }

    isolated deinit { if let watch { loop.remove(watch) } }

    private func pictureCame() {
        guard let picture = client.takePicture() else { return }
        (bitmap, isCurrent) = (picture.bitmap, true)
        overlay?.setNeedsDisplay()
    }

    /// Draws lines over the canvas's pixels: at once if they are known, otherwise as soon as the text thread has them.
    public func draw(_ lines: [Line], on canvas: ContentOverlay.Canvas) {
        draw(lines.prefix(Self.mostLines).map { run($0, scale: canvas.scale) }, on: canvas)
    }

    private func run(_ line: Line, scale: Double) -> TextRun {
        let (left, width) = (Double(line.area.x) * scale, Double(line.area.width) * scale)
        let middle = (Double(line.area.y) + Double(line.area.height) / 2) * scale
        let (x, anchor): (Double, TextAnchor) =
            switch line.alignment {
            case .left: (left, .left)
            case .center: (left + width / 2, .center)
            case .right: (left + width, .right)
            }
        var run = TextRun(
            String(line.text.prefix(Self.longest)), size: line.height * scale, at: PathPoint(x: x, y: middle))
        func share(_ shift: UInt32) -> Double { Double(line.color >> shift & 0xFF) / 255 }
        run.color = Color(red: share(16), green: share(8), blue: share(0), alpha: share(24))
        run.anchor = anchor
        run.isBold = line.isBold
        run.width = width
        return run
    }

    /// Draws a text in the middle of the canvas, in one line that ends with an ellipsis if it is too long.
    package func draw(label: String, on canvas: ContentOverlay.Canvas) {
        let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
        var run = TextRun(
            String(label.prefix(Self.longest)), size: height * 0.6, at: PathPoint(x: width / 2, y: height / 2))
        run.anchor = .center
        run.width = width
        run.outline = max(1, height / 24)
        draw([run], on: canvas)
    }

    /// Draws texts whose lengths are hardware pixels.
    private func draw(_ runs: [TextRun], on canvas: ContentOverlay.Canvas) {
        draw(TextScene(size: canvas.size, items: runs.map { .text($0) }), on: canvas)
    }

    /// Draws a scene whose upper left corner lies at a pixel of the canvas, or the former one until the text thread has
    /// it.
    /// - Returns: whether the scene was drawn.
    @discardableResult
    package func draw(_ scene: TextScene, on canvas: ContentOverlay.Canvas, at corner: Point = .zero) -> Bool {
        guard !canvas.size.isEmpty else { return false }
        switch client.draw(scene) {
        case .drawn: (bitmap, isCurrent) = (client.takePicture()?.bitmap, true)
        case .awaited: isCurrent = false
        case .known: break
        }
        if let bitmap { canvas.draw(bitmap, at: corner) }
        return isCurrent
    }
}
