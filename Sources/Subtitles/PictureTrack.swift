package import OrielGeometry
package import OrielPlayback
package import OrielText
import Synchronization

/// Subtitles that are pictures (PGS, DVB, VobSub), by the time at which they come.
package final class PictureTrack: SubtitleDrawing {
    /// What is kept at most, in pixels, and a canvas's least and greatest side.
    private static let pixels = 4 << 20
    private static let sides = 16...16384
    /// A picture of which nobody says when it goes goes by itself.
    private static let openEnd = Duration.seconds(15)

    private struct Event {
        var pictures: [SubtitlePicture]
        var canvas: Size
        var start: Duration
        /// Nil for until the next.
        var end: Duration?

        var pixels: Int { pictures.reduce(0) { $0 + $1.pixels.count } }
    }

    /// What was drawn last, and of what.
    private struct Drawn {
        var start: Duration
        var geometry: SubtitleGeometry
        var bitmap: TextBitmap?
    }

    private struct Content {
        /// By their start.
        var events: [Event] = []
        var pixels = 0
        /// The start of the first that is left, where any before it were dropped.
        var keptFrom: Duration?
        var drawn: Drawn?
    }

    private let content = Mutex(Content())

    package init() {}

    /// Nothing that was read before counts any more.
    package func flush() { content.withLock { $0 = Content() } }

    /// Adds what is shown from a time on.
    /// - Parameter canvas: what the pictures' places are relative to; empty for the video's own size.
    package func add(_ pictures: [SubtitlePicture], canvas: Size, from start: Duration, until end: Duration?) {
        content.withLock { content in
            let event = Event(pictures: pictures, canvas: canvas, start: start, end: end)
            content.events.removeAll { $0.start == start }
            let index = content.events.lastIndex { $0.start < start }.map { $0 + 1 } ?? 0
            content.events.insert(event, at: index)
            content.drawn = nil
            content.pixels = content.events.reduce(0) { $0 + $1.pixels }
            while content.pixels > Self.pixels, content.events.count > 1 {
                // The farthest in the past, else the farthest ahead.
                content.pixels -= (index > 0 ? content.events.removeFirst() : content.events.removeLast()).pixels
                if index > 0 { content.keptFrom = content.events.first?.start }
            }
        }
    }

    /// From when on there is what was added, where some of it was dropped.
    package var keptFrom: Duration? { content.withLock { $0.keptFrom } }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> SubtitleImage {
        content.withLock { content in
            var span = SubtitleImage.always
            guard let index = content.events.lastIndex(where: { $0.start <= time }) else {
                if let first = content.events.first { span = span.lowerBound..<first.start }
                return SubtitleImage(span: span)
            }
            let event = content.events[index]
            let next = index + 1 < content.events.count ? content.events[index + 1].start : nil
            let end = min(event.end ?? event.start + Self.openEnd, next ?? span.upperBound)
            guard time < end else {
                return SubtitleImage(span: end..<max(end, next ?? span.upperBound))
            }
            span = event.start..<end
            if let drawn = content.drawn, drawn.start == event.start, drawn.geometry == geometry {
                return SubtitleImage(bitmap: drawn.bitmap, span: span)
            }
            let bitmap = Self.draw(event, on: geometry)
            content.drawn = Drawn(start: event.start, geometry: geometry, bitmap: bitmap)
            return SubtitleImage(bitmap: bitmap, span: span)
        }
    }

    private static func draw(_ event: Event, on geometry: SubtitleGeometry) -> TextBitmap? {
        let canvas =
            sides.contains(event.canvas.width) && sides.contains(event.canvas.height)
            ? event.canvas : geometry.video
        guard !canvas.isEmpty, !geometry.picture.isEmpty else { return nil }
        let horizontal = Double(geometry.picture.width) / Double(canvas.width)
        let vertical = Double(geometry.picture.height) / Double(canvas.height)
        let surface = Rect(origin: .zero, size: geometry.surface)
        let layers = event.pictures.compactMap { picture -> (area: Rect, pixels: [UInt32])? in
            let x = Double(geometry.picture.x) + Double(picture.x) * horizontal
            let y = Double(geometry.picture.y) + Double(picture.y) * vertical
            let area = Rect(
                x: Int(x.rounded()), y: Int(y.rounded()),
                width: max(1, Int((Double(picture.width) * horizontal).rounded())),
                height: max(1, Int((Double(picture.height) * vertical).rounded())))
            // What lies outside altogether is nonsense; what is partly outside is cut when it is copied.
            guard area.intersection(surface) != nil, area.width <= surface.width * 2, area.height <= surface.height * 2,
                let pixels = PictureScaler.scaled(picture, to: area.size)
            else { return nil }
            return (area, pixels)
        }
        return TextBitmap(layers, of: surface)
    }
}

extension TextBitmap {
    /// Pictures side by side, a later one in the place of an earlier one; nil where there are none.
    fileprivate init?(_ layers: [(area: Rect, pixels: [UInt32])], of surface: Rect) {
        let parts = layers.compactMap { $0.area.intersection(surface) }
        guard let first = parts.first else { return nil }
        let left = parts.reduce(first.x) { min($0, $1.x) }
        let top = parts.reduce(first.y) { min($0, $1.y) }
        let width = parts.reduce(first.maxX) { max($0, $1.maxX) } - left
        let height = parts.reduce(first.maxY) { max($0, $1.maxY) } - top
        var pixels = [UInt32](repeating: 0, count: width * height)
        for layer in layers {
            guard let part = layer.area.intersection(surface) else { continue }
            for y in part.y..<part.maxY {
                let from = (y - layer.area.y) * layer.area.width + part.x - layer.area.x
                let to = (y - top) * width + part.x - left
                pixels.replaceSubrange(to..<to + part.width, with: layer.pixels[from..<from + part.width])
            }
        }
        self.init(Rect(x: left, y: top, width: width, height: height), pixels: pixels)
    }
}
