import OrielGeometry
import Synchronization

/// Cache of recent drawings of items, since most of a changing scene stays as it was. Any thread.
final class DrawnItems: Sendable {
    struct Key: Hashable {
        let item: TextScene.Item
        /// Size of the scene; nothing is drawn outside of it.
        let size: Size
    }

    struct Drawing {
        var measure: TextMeasure
        var layers: [CoverageLayer]
    }

    private struct Content {
        var drawings: [Key: Drawing] = [:]
        var bytes = 0
        /// Recent pictures that were composed without the thread, the newest last. A button lights up and goes out
        /// again, for example.
        var pictures: [(scene: TextScene, picture: TextPicture)] = []
    }

    /// Limits: bytes of coverage kept, bytes of one drawing (larger ones are drawn rarely), and number of drawings.
    private static let limit = 1 << 20
    private static let largest = 1 << 16
    private static let most = 256
    /// Largest number of pixels of a picture composed at once; a larger one would delay a frame.
    private static let once = 1 << 17
    /// Number of pictures kept whole, and largest number of pixels of one.
    private static let mostWhole = 4
    private static let largestWhole = 1 << 15

    private let content = Mutex(Content())

    /// Returns the drawing of an item, making it if it isn't in the cache.
    func drawing(of key: Key, made make: () -> Drawing) -> Drawing {
        if let known = content.withLock({ $0.drawings[key] }) { return known }
        let drawing = make()
        let size = drawing.layers.reduce(0) { $0 + $1.coverage.count }
        guard size <= Self.largest else { return drawing }
        content.withLock { content in
            // Drawings still in use are soon there again.
            if content.bytes + size > Self.limit || content.drawings.count >= Self.most { content = Content() }
            content.drawings[key] = drawing
            content.bytes += size
        }
        return drawing
    }

    /// Composes a scene from cached drawings without libass, or returns a recent picture of it. Nil if an item isn't
    /// cached or the picture is large.
    func picture(of scene: TextScene) -> TextPicture? {
        let known = content.withLock { content in content.pictures.last { $0.scene == scene }?.picture }
        if let known { return known }
        let size = TextLimits.clamped(scene.size)
        guard
            let drawings = content.withLock({ content in
                scene.drawings { content.drawings[Key(item: $0, size: size)] }
            })
        else { return nil }
        let area = drawings.lazy.compactMap(\.?.area).reduce(nil as Rect?) { $0?.union($1) ?? $1 }
        guard area.map({ $0.width * $0.height <= Self.once }) ?? true else { return nil }
        let picture = TextPicture(drawings)
        if let bitmap = picture.bitmap, bitmap.pixels.count <= Self.largestWhole {
            content.withLock { content in
                if content.pictures.count == Self.mostWhole { content.pictures.removeFirst() }
                content.pictures.append((scene, picture))
            }
        }
        return picture
    }
}

extension DrawnItems.Drawing {
    /// Area covered by the layers; nil if there is none.
    var area: Rect? { layers.lazy.map(\.area).reduce(nil) { $0?.union($1) ?? $1 } }
}
