import Foundation
import OrielGeometry
import OrielText

/// Whether libass and a font are installed.
let hasFonts: Bool = (try? TextRenderer()) != nil

/// Returns a text at 20, 30 with letters of 32 pixels, for a surface of 480×270.
func run(_ text: String, _ change: (inout TextRun) -> Void = { _ in }) -> TextRun {
    var run = TextRun(text, size: 32, at: PathPoint(x: 20, y: 30))
    change(&run)
    return run
}

func scene(_ items: TextScene.Item..., size: Size = Size(width: 480, height: 270)) -> TextScene {
    TextScene(size: size, items: items)
}

extension TextRenderer {
    /// Measures a text on the largest surface.
    func measure(_ run: TextRun) -> TextMeasure {
        let size = Size(width: TextLimits.side, height: TextLimits.area / TextLimits.side)
        return draw(scene(.text(run), size: size)).measures[0]
    }

    /// Bounds of a text's pixels.
    func ink(_ run: TextRun) -> Rect? { inkBox(draw(scene(.text(run))).bitmap) }
}

/// Returns the bounds of the non-transparent pixels on the surface.
func inkBox(_ bitmap: TextBitmap?) -> Rect? {
    guard let bitmap else { return nil }
    var box: Rect?
    for y in bitmap.area.y..<bitmap.area.maxY {
        for x in bitmap.area.x..<bitmap.area.maxX where bitmap[x, y] >> 24 >= 8 {
            guard let known = box else {
                box = Rect(x: x, y: y, width: 1, height: 1)
                continue
            }
            let left = min(known.x, x)
            box = Rect(x: left, y: known.y, width: max(known.maxX, x + 1) - left, height: y + 1 - known.y)
        }
    }
    return box
}

/// A folder removed with the test.
final class Folder {
    let path = FileManager.default.temporaryDirectory.path + "/oriel-text-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a fontconfig configuration with these font folders.
    func configuration(fonts: [String], name: String = "fonts.conf") throws -> String {
        let file = "\(path)/\(name)"
        try Self.configuration(fonts, cache: path).write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    static func configuration(_ fonts: [String], cache: String) -> String {
        "<?xml version=\"1.0\"?><fontconfig>\(fonts.map { "<dir>\($0)</dir>" }.joined())"
            + "<cachedir>\(cache)</cachedir></fontconfig>"
    }
}

extension SubtitleGeometry {
    /// Makes the geometry of a video that fills its surface.
    init(surface: Size) { self.init(surface: surface, picture: Rect(origin: .zero, size: surface), video: surface) }
}
