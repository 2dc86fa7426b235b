import OrielGeometry
package import OrielPlatform
package import OrielSurfaces
package import OrielText

/// Text of an overlay, in one line in its middle.
@MainActor
package final class OverlayLabel {
    /// Asked at each drawing.
    private let text: () -> String
    private let drawing: OverlayText

    /// Height of a line, as a part of the canvas's height.
    private static let share = 0.6
    /// Longest text, in characters.
    private static let limit = 1000

    package init(engine: TextEngine, loop: MainLoop, text: @escaping () -> String) throws(PlatformError) {
        self.text = text
        drawing = try OverlayText(engine: engine, loop: loop)
    }

    /// The overlay to draw again once the text is there.
    package var overlay: ContentOverlay? {
        get { drawing.overlay }
        set { drawing.overlay = newValue }
    }

    /// Draws the text in the middle of the canvas, in one line that ends with an ellipsis if it is too long; at once if
    /// it is known, otherwise as soon as the text thread has it.
    package func draw(on canvas: ContentOverlay.Canvas) {
        let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
        var run = TextRun(
            String(text().prefix(Self.limit)), size: height * Self.share, at: PathPoint(x: width / 2, y: height / 2))
        run.anchor = .center
        run.width = width
        run.outline = max(1, height / 24)
        drawing.draw([run], on: canvas)
    }
}
