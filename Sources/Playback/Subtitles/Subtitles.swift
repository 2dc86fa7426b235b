package import OrielDemux
import OrielGeometry
import OrielLibav
package import OrielText
import Synchronization

/// A subtitle stream that can be drawn. New packets are decoded when the next image is requested, on the text engine's
/// thread.
package final class Subtitles: SubtitleDrawing {
    package let stream: SubtitleStream
    private let hints: TextHints
    private let options: TextOptions
    private let decoding = Mutex(Decoding())

    /// Makes the drawing; decoder and libraries are opened with the first image.
    /// - Parameter hints: hints for the charset of text that isn't UTF-8.
    package init(_ stream: SubtitleStream, text hints: TextHints = TextHints(), _ options: TextOptions = TextOptions())
    {
        self.stream = stream
        self.hints = hints
        self.options = options
    }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> TextPicture {
        decoding.withLock { decoding in
            guard let drawing = decoding.update(with: stream, hints, options, at: time) else {
                return TextPicture(span: TextPicture.always)
            }
            var image = drawing.draw(at: time, on: geometry)
            // Packets that are not decoded yet may change the image.
            let known = decoding.known(around: time)
            image.span = image.span.clamped(to: known)
            return image
        }
    }

    /// State of the text engine's thread.
    private struct Decoding {
        private var isOpen = false
        private var decoder: SubtitleDecoder?
        /// The track of a stream of text, or of bitmaps; the other one is nil.
        private var script: SubtitleTrack?
        private var bitmaps: PictureTrack?
        private var mark = SubtitleStream.Mark()
        private var order = 0
        private var pictures = BitmapSpan()
        private var text = TextWindow()

        /// Decodes the new packets that are due around a time; nil if libavcodec has no decoder.
        mutating func update(
            with stream: SubtitleStream, _ hints: TextHints, _ options: TextOptions, at time: Duration
        ) -> (any SubtitleDrawing)? {
            if !isOpen { open(stream, hints, options) }
            guard let decoder else { return nil }
            let (packets, restarts) = due(of: stream, decoder, at: time)
            if restarts {
                decoder.flush()
                script?.flush()
                bitmaps?.flush()
            }
            for packet in packets { for event in decoder.decode(packet) { add(event, of: decoder) } }
            return script ?? bitmaps
        }

        /// Packets to decode for a time, and whether the earlier events are no longer valid.
        private mutating func due(
            of stream: SubtitleStream, _ decoder: SubtitleDecoder, at time: Duration
        ) -> (packets: [SubtitleStream.Packet], restarts: Bool) {
            stream.read(since: &mark) { packets, news, isNew in
                if let bitmaps {
                    let (places, restarts) = pictures.take(
                        for: time, of: packets.times, isNew: isNew, keptFrom: bitmaps.keptFrom)
                    return (places.map { packets[$0] }, restarts)
                }
                guard !decoder.isSequential else { return (news.map { packets[$0] }, isNew) }
                let (places, restarts) = text.take(for: time, of: packets.times, news: news, isNew: isNew)
                return (places.map { packets[$0] }, restarts)
            }
        }

        /// Range around a time in which no event begins or ends that isn't decoded.
        func known(around time: Duration) -> Range<Duration> {
            let all = TextPicture.always
            if let range = text.range { return range.contains(time) ? range : time..<time }
            guard let next = pictures.nextStart, time < next else { return all }
            return all.lowerBound..<next
        }

        private mutating func open(_ stream: SubtitleStream, _ hints: TextHints, _ options: TextOptions) {
            isOpen = true
            guard let decoder = SubtitleDecoder(stream, hints) else { return }
            self.decoder = decoder
            if stream.info.isPicture {
                bitmaps = PictureTrack(keepsShape: decoder.hasSquareCanvas)
            } else {
                let header = decoder.isAuthored ? decoder.header : ScriptHeader.restyled(decoder.header)
                script = SubtitleTrack(
                    header: header, isAuthored: decoder.isAuthored,
                    fonts: stream.fonts.map { SubtitleTrack.Font(name: $0.name, bytes: $0.bytes) }, options)
            }
        }

        private mutating func add(_ event: SubtitleEvent, of decoder: SubtitleDecoder) {
            switch event.content {
            case .text(let bytes):
                // An author's order decides which line covers another; a converter's starts again with each seek.
                order += 1
                script?.add(
                    SubtitleTrack.Chunk(
                        bytes: decoder.isAuthored ? bytes : ScriptHeader.numbered(bytes, order),
                        start: event.start, duration: (event.end ?? event.start + TextWindow.openEnd) - event.start))
            case .pictures(let pictures, let width, let height):
                bitmaps?.add(pictures, canvas: Size(width: width, height: height), from: event.start, until: event.end)
            }
        }
    }
}
