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
        private enum Drawing {
            case text(SubtitleTrack)
            case pictures(PictureTrack)

            var any: any SubtitleDrawing {
                switch self {
                case .text(let track): track
                case .pictures(let track): track
                }
            }
        }

        private var isOpen = false
        private var decoder: SubtitleDecoder?
        private var drawing: Drawing?
        private var mark = SubtitleStream.Mark()
        private var order = 0
        private var pictures = BitmapSpan()
        private var text = TextWindow()

        /// Decodes the new packets that are due around a time; nil if libavcodec has no decoder.
        mutating func update(
            with stream: SubtitleStream, _ hints: TextHints, _ options: TextOptions, at time: Duration
        ) -> (any SubtitleDrawing)? {
            if !isOpen { open(stream, hints, options) }
            guard let decoder, let drawing else { return nil }
            let (packets, restarts) = due(of: stream, decoder, drawing, at: time)
            if restarts { start(decoder, drawing) }
            for packet in packets { for event in decoder.decode(packet) { add(event, to: drawing) } }
            return drawing.any
        }

        /// Packets to decode for a time, and whether the earlier events are no longer valid.
        private mutating func due(
            of stream: SubtitleStream, _ decoder: SubtitleDecoder, _ drawing: Drawing, at time: Duration
        ) -> (packets: [SubtitleStream.Packet], restarts: Bool) {
            stream.read(since: &mark) { packets, news, isNew in
                if case .pictures(let track) = drawing {
                    let (places, restarts) = pictures.take(
                        for: time, of: packets.times, isNew: isNew, keptFrom: track.keptFrom)
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
                drawing = .pictures(PictureTrack(keepsShape: decoder.hasSquareCanvas))
            } else {
                let header = decoder.isAuthored ? decoder.header : ScriptHeader.restyled(decoder.header)
                drawing = .text(
                    SubtitleTrack(
                        header: header, isAuthored: decoder.isAuthored,
                        fonts: stream.fonts.map { SubtitleTrack.Font(name: $0.name, bytes: $0.bytes) }, options))
            }
        }

        private func start(_ decoder: SubtitleDecoder, _ drawing: Drawing) {
            decoder.flush()
            switch drawing {
            case .text(let track): track.flush()
            case .pictures(let track): track.flush()
            }
        }

        private mutating func add(_ event: SubtitleEvent, to drawing: Drawing) {
            switch (event.content, drawing) {
            case (.text(let bytes), .text(let track)):
                // An author's order decides which line covers another; a converter's starts again with each seek.
                order += 1
                track.add(
                    SubtitleTrack.Chunk(
                        bytes: decoder?.isAuthored == true ? bytes : ScriptHeader.numbered(bytes, order),
                        start: event.start, duration: (event.end ?? event.start + TextWindow.openEnd) - event.start))
            case (.pictures(let pictures, let width, let height), .pictures(let track)):
                track.add(pictures, canvas: Size(width: width, height: height), from: event.start, until: event.end)
            default: break
            }
        }
    }
}
