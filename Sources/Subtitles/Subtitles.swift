import OrielGeometry
package import OrielPlayback
package import OrielText
import Synchronization

/// One stream's subtitles, ready to be drawn: what has come of it is decoded when the next picture is asked for, on the
/// engine's thread.
package final class Subtitles: SubtitleDrawing {
    package let stream: SubtitleStream
    private let hints: TextHints
    private let options: TextOptions
    private let decoding = Mutex(Decoding())

    /// Nothing is opened before the first picture is asked for.
    /// - Parameter hints: help to tell the charset of text that isn't UTF-8.
    package init(_ stream: SubtitleStream, text hints: TextHints = TextHints(), _ options: TextOptions = TextOptions())
    {
        self.stream = stream
        self.hints = hints
        self.options = options
    }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> SubtitleImage {
        decoding.withLock { decoding in
            guard let drawing = decoding.update(with: stream, hints, options, at: time) else {
                return SubtitleImage(span: SubtitleImage.always)
            }
            var image = drawing.draw(at: time, on: geometry)
            // What isn't decoded yet may change it.
            let known = decoding.known(around: time)
            image.span = image.span.clamped(to: known)
            return image
        }
    }

    /// What the engine's thread has.
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
        private var pictures = PictureWindow()
        private var text = TextWindow()

        /// Takes in what has come and is due around a time; nil where libavcodec can't decode it.
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

        /// What is to be decoded for a time, and whether what was decoded before counts no longer.
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

        /// Around a time, when nothing begins or ends that isn't decoded.
        func known(around time: Duration) -> Range<Duration> {
            let all = SubtitleImage.always
            if let range = text.range { return range.contains(time) ? range : time..<time }
            guard let next = pictures.nextStart, time < next else { return all }
            return all.lowerBound..<next
        }

        private mutating func open(_ stream: SubtitleStream, _ hints: TextHints, _ options: TextOptions) {
            isOpen = true
            guard let decoder = SubtitleDecoder(stream, hints) else { return }
            self.decoder = decoder
            if stream.info.isPicture {
                drawing = .pictures(PictureTrack())
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
                // An author's order says what lies over what; a converter's counts from each seek.
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
