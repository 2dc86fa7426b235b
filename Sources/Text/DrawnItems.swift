import OrielGeometry
import Synchronization

/// What was drawn lately, for the scenes that follow: of one that changes, most stays as it was. Any thread.
final class DrawnItems: Sendable {
    struct Key: Hashable {
        let item: TextScene.Item
        /// The scene's, outside of which nothing is drawn.
        let size: Size
    }

    struct Drawing {
        var measure: TextMeasure
        var layers: [CoverageLayer]
    }

    private struct Content {
        var drawings: [Key: Drawing] = [:]
        var bytes = 0
        /// The last that were put together here, the newest last: a button that was lit goes out again.
        var pictures: [(scene: TextScene, picture: TextPicture)] = []
    }

    /// Bytes of coverage that are kept, and of one drawing: what is larger is drawn seldom.
    private static let limit = 1 << 20
    private static let largest = 1 << 16
    private static let most = 256
    /// Pixels of a picture that is put together at once; a larger one would delay a frame.
    private static let once = 1 << 17
    /// Pictures that are kept whole, and the pixels of one.
    private static let mostWhole = 4
    private static let largestWhole = 1 << 15

    private let content = Mutex(Content())

    /// The drawing of an item, made where it isn't known.
    func drawing(of key: Key, made make: () -> Drawing) -> Drawing {
        if let known = content.withLock({ $0.drawings[key] }) { return known }
        let drawing = make()
        let size = drawing.layers.reduce(0) { $0 + $1.coverage.count }
        guard size <= Self.largest else { return drawing }
        content.withLock { content in
            // What is still wanted is soon there again.
            if content.bytes + size > Self.limit || content.drawings.count >= Self.most { content = Content() }
            content.drawings[key] = drawing
            content.bytes += size
        }
        return drawing
    }

    /// A scene that was put together here lately, or of which every item is known, without libass; nil where one isn't, or where it
    /// is large.
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
    /// What its layers cover; nil where that is nothing.
    var area: Rect? { layers.lazy.map(\.area).reduce(nil) { $0?.union($1) ?? $1 } }
}
