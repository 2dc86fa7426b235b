package import OrielDemux
package import OrielGeometry
package import OrielText
import Synchronization

/// Subtitles made of bitmaps (PGS, DVB, VobSub), sorted by time. Any thread.
package final class PictureTrack: SubtitleDrawing {
    /// Largest number of pixels kept, and range of a canvas's sides.
    private static let pixels = 4 << 20
    private static let sides = 16...16384
    /// Duration of bitmaps without an end.
    private static let openEnd = Duration.seconds(15)

    private struct Event {
        var pictures: [SubtitlePicture]
        var canvas: Size
        var start: Duration
        /// Nil if the event lasts until the next one.
        var end: Duration?

        var pixels: Int { pictures.reduce(0) { $0 + $1.pixels.count } }
    }

    /// The last drawing, and the event and geometry it was made for.
    private struct Drawn {
        var start: Duration
        var geometry: SubtitleGeometry
        var bitmap: TextBitmap?
    }

    private struct Content {
        /// Sorted by start.
        var events: [Event] = []
        var pixels = 0
        /// Start of the first event that is left, if earlier ones were dropped; nil otherwise.
        var keptFrom: Duration?
        var drawn: Drawn?
    }

    private let content = Mutex(Content())
    private let keepsShape: Bool

    /// Makes an empty track.
    /// - Parameter keepsShape: true if the canvas has square pixels, so that it isn't stretched over a video of another
    ///   shape.
    package init(keepsShape: Bool = false) { self.keepsShape = keepsShape }

    /// Drops all events.
    package func flush() { content.withLock { $0 = Content() } }

    /// Adds bitmaps that are shown from a time on.
    /// - Parameter canvas: the size that the bitmaps' positions are relative to; empty for the video's size.
    package func add(_ pictures: [SubtitlePicture], canvas: Size, from start: Duration, until end: Duration?) {
        content.withLock { content in
            let event = Event(pictures: pictures, canvas: canvas, start: start, end: end)
            content.events.removeAll { $0.start == start }
            let index = content.events.lastIndex { $0.start < start }.map { $0 + 1 } ?? 0
            content.events.insert(event, at: index)
            content.drawn = nil
            content.pixels = content.events.reduce(0) { $0 + $1.pixels }
            while content.pixels > Self.pixels, content.events.count > 1 {
                // Drops the event farthest in the past, or else the one farthest ahead.
                content.pixels -= (index > 0 ? content.events.removeFirst() : content.events.removeLast()).pixels
                if index > 0 { content.keptFrom = content.events.first?.start }
            }
        }
    }

    /// Time from which events are complete; nil if none were dropped.
    package var keptFrom: Duration? { content.withLock { $0.keptFrom } }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> TextPicture {
        content.withLock { content in
            var span = TextPicture.always
            guard let index = content.events.lastIndex(where: { $0.start <= time }) else {
                if let first = content.events.first { span = span.lowerBound..<first.start }
                return TextPicture(span: span)
            }
            let event = content.events[index]
            let next = index + 1 < content.events.count ? content.events[index + 1].start : nil
            let end = min(event.end ?? event.start + Self.openEnd, next ?? span.upperBound)
            guard time < end else {
                return TextPicture(span: end..<max(end, next ?? span.upperBound))
            }
            span = event.start..<end
            if let drawn = content.drawn, drawn.start == event.start, drawn.geometry == geometry {
                return TextPicture(drawn.bitmap, span: span)
            }
            let bitmap = draw(event, on: geometry)
            content.drawn = Drawn(start: event.start, geometry: geometry, bitmap: bitmap)
            return TextPicture(bitmap, span: span)
        }
    }

    private func draw(_ event: Event, on geometry: SubtitleGeometry) -> TextBitmap? {
        let canvas =
            Self.sides.contains(event.canvas.width) && Self.sides.contains(event.canvas.height)
            ? event.canvas : geometry.video
        guard !canvas.isEmpty, !geometry.picture.isEmpty else { return nil }
        let (left, top, horizontal, vertical) = place(canvas, of: event.pictures, on: geometry)
        let surface = Rect(origin: .zero, size: geometry.surface)
        let layers = event.pictures.compactMap { picture -> (area: Rect, pixels: [UInt32])? in
            let x = left + Double(picture.x) * horizontal
            let y = top + Double(picture.y) * vertical
            let area = Rect(
                x: Int(x.rounded()), y: Int(y.rounded()),
                width: max(1, Int((Double(picture.width) * horizontal).rounded())),
                height: max(1, Int((Double(picture.height) * vertical).rounded())))
            // A bitmap completely outside is invalid; one that is partly outside is cut when it is copied.
            guard area.intersection(surface) != nil, area.width <= surface.width * 2, area.height <= surface.height * 2,
                let pixels = PictureScaler.scaled(picture, to: area.size)
            else { return nil }
            return (area, pixels)
        }
        return TextBitmap(layers, of: surface)
    }

    /// Corner and scales of the canvas on the surface. A canvas of the video's own samples, or of its pixels' shape,
    /// covers the video. Another one is as high as the video and keeps its shape, as mpv has it; if its bitmaps would
    /// leave the surface then, it is as wide as the video.
    private func place(
        _ canvas: Size, of pictures: [SubtitlePicture], on geometry: SubtitleGeometry
    ) -> (left: Double, top: Double, horizontal: Double, vertical: Double) {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let video = geometry.picture
        let (horizontal, vertical) = (Double(video.width) / width, Double(video.height) / height)
        guard keepsShape, canvas != geometry.samples else {
            return (Double(video.x), Double(video.y), horizontal, vertical)
        }
        func place(_ scale: Double) -> (left: Double, top: Double, horizontal: Double, vertical: Double) {
            (
                Double(video.x) + (Double(video.width) - width * scale) / 2,
                Double(video.y) + (Double(video.height) - height * scale) / 2, scale, scale
            )
        }
        let high = place(vertical)
        let isCut = pictures.contains {
            high.left + Double($0.x) * vertical < -0.5
                || high.left + Double($0.x + $0.width) * vertical > Double(geometry.surface.width) + 0.5
        }
        return isCut ? place(min(horizontal, vertical)) : high
    }
}

extension TextBitmap {
    /// Puts bitmaps into one, a later one replacing an earlier one where they overlap; nil if there are none.
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
