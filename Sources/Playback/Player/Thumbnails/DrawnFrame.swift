import OrielDecode
import OrielGeometry
import OrielMedia
import OrielText

/// Frames that libass draws where a medium has none. Any thread; each opens libass and looks for fonts. Without them,
/// only the background is drawn.
enum DrawnFrame {
    /// A text on a dark ground, such as a hint; nil draws the ground alone.
    static func text(_ text: String?) -> VideoFrame {
        guard let text else { return ground(0xFF18_181C) }
        let size = Size(width: 1280, height: 720)
        var run = TextRun(
            text, size: Double(size.height) / 10,
            at: PathPoint(x: Double(size.width) / 2, y: Double(size.height) / 2))
        run.anchor = .center
        run.width = Double(size.width) * 0.85
        run.lineLimit = 3
        return draw(.text(run), on: size, ground: 0xFF18_181C)
    }

    /// A ground of one opaque colour, in the size of usual windows.
    static func ground(_ color: UInt32) -> VideoFrame { draw(nil, on: Size(width: 1280, height: 720), ground: color) }

    /// Two notes with one beam on a square, in place of a cover.
    static func note() -> VideoFrame {
        let size = Size(width: 640, height: 640)
        // The icon has 24 units, and takes two fifths of the square.
        let unit = Double(size.width) * 0.4 / 24
        let corner = Double(size.width) * 0.3
        var note = VectorPath()
        note.addCircle(PathPoint(6.5, 18), radius: 3.5)
        note.addCircle(PathPoint(17.5, 16), radius: 3.5)
        note.addBox(x: 8, y: 5, width: 2, height: 13, radius: 0)
        note.addBox(x: 19, y: 3, width: 2, height: 13, radius: 0)
        note.addPolygon([PathPoint(8, 4.4), PathPoint(21, 2), PathPoint(21, 6.4), PathPoint(8, 8.8)])
        let shape = VectorShape(
            note.placed(at: PathPoint(corner, corner), scale: unit).elements,
            color: Color(red: 0x74 / 255, green: 0x74 / 255, blue: 0x80 / 255))
        return draw(.shape(shape), on: size, ground: 0xFF20_2026)
    }

    private static func draw(_ item: TextScene.Item?, on size: Size, ground: UInt32) -> VideoFrame {
        var pixels = [UInt32](repeating: ground, count: size.width * size.height)
        if let item, let bitmap = try? TextRenderer().draw(TextScene(size: size, items: [item])).bitmap {
            for y in max(0, bitmap.area.y)..<min(size.height, bitmap.area.maxY) {
                for x in max(0, bitmap.area.x)..<min(size.width, bitmap.area.maxX) {
                    pixels[y * size.width + x] = TextBitmap.over(bitmap[x, y], ground)
                }
            }
        }
        return VideoFrame(bgra: pixels, width: size.width)
    }
}
