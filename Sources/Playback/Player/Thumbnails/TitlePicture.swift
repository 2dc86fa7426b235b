import OrielDecode
import OrielGeometry
import OrielMedia
import OrielText

/// Frame with the title, shown for music without a cover.
enum TitlePicture {
    private static let size = Size(width: 1280, height: 720)
    private static let ground: UInt32 = 0xFF18_181C

    /// Draws the frame. Any thread; opens libass and looks for fonts. Without them or a title, only the background is
    /// drawn.
    static func draw(_ title: String?) -> VideoFrame {
        var pixels = [UInt32](repeating: ground, count: size.width * size.height)
        if let title, let bitmap = text(title) {
            for y in 0..<size.height {
                for x in 0..<size.width where bitmap.area.contains(Point(x: x, y: y)) {
                    pixels[y * size.width + x] = over(bitmap[x, y], pixels[y * size.width + x])
                }
            }
        }
        return VideoFrame(bgra: pixels, width: size.width)
    }

    private static func text(_ title: String) -> TextBitmap? {
        do throws(TextProblem) {
            var run = TextRun(
                title, size: Double(size.height) / 10,
                at: TextPoint(x: Double(size.width) / 2, y: Double(size.height) / 2))
            run.anchor = .center
            run.width = Double(size.width) * 0.85
            run.lineLimit = 3
            return try TextRenderer().draw(TextScene(size: size, items: [.text(run)])).bitmap
        } catch { return nil }
    }

    /// Blends a premultiplied pixel over an opaque one.
    private static func over(_ pixel: UInt32, _ ground: UInt32) -> UInt32 {
        let rest = 255 - pixel >> 24
        var result: UInt32 = 0xFF00_0000
        for shift in stride(from: UInt32(0), through: 16, by: 8) {
            let below = (ground >> shift & 0xFF) * rest / 255
            result |= min(255, (pixel >> shift & 0xFF) + below) << shift
        }
        return result
    }
}
