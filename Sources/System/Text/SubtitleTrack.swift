import CAss
import Synchronization

/// An ASS subtitle track: its header, fonts and events. Fed from any thread, drawn on the text engine's. Uses a
/// separate instance of libass, so that other texts don't use its fonts.
package final class SubtitleTrack: SubtitleDrawing {
    /// The content of one packet.
    package struct Chunk: Sendable {
        /// Event in the form of Matroska and of FFmpeg's packets: `ReadOrder, Layer, Style, …, Text`.
        package var bytes: [UInt8]
        package var start: Duration
        package var duration: Duration

        package init(bytes: [UInt8], start: Duration, duration: Duration) {
            self.bytes = bytes
            self.start = start
            self.duration = duration
        }
    }

    /// A font attached to the container.
    package struct Font: Sendable {
        package var name: String
        package var bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Events that libass has not received yet. The feeding thread doesn't wait for the drawing one.
    private struct Inbox {
        var chunks: [Chunk] = []
        var bytes = 0
        var isFlushed = false
    }

    private let header: [UInt8]
    private let isAuthored: Bool
    private let fonts: [Font]
    private let options: TextOptions
    private let inbox = Mutex(Inbox())
    private let opened = Mutex<Result<SubtitleRenderer, TextProblem>?>(nil)

    /// Makes a track.
    /// - Parameters:
    ///   - header: the codec's private data, an ASS file up to its events.
    ///   - isAuthored: whether positions and sizes are an author's instead of a converter's.
    package init(
        header: [UInt8], isAuthored: Bool = true, fonts: [Font] = [], _ options: TextOptions = TextOptions()
    ) {
        self.isAuthored = isAuthored
        self.header = Array(header.prefix(TextLimits.script))
        var room = TextLimits.fonts
        self.fonts = fonts.filter { font in
            guard font.bytes.count <= room else { return false }
            room -= font.bytes.count
            return true
        }
        self.options = options
    }

    /// Adds an event; a repeated one, as after a seek, has no effect. False if it is too large, or too many wait to be
    /// drawn.
    @discardableResult
    package func add(_ chunk: Chunk) -> Bool {
        inbox.withLock { inbox in
            guard chunk.bytes.count <= TextLimits.chunk, inbox.chunks.count < TextLimits.chunks,
                inbox.bytes + chunk.bytes.count <= TextLimits.script
            else { return false }
            inbox.chunks.append(chunk)
            inbox.bytes += chunk.bytes.count
            return true
        }
    }

    /// Drops all events.
    package func flush() { inbox.withLock { $0 = Inbox(isFlushed: true) } }

    private func renderer(
        _ opened: inout Result<SubtitleRenderer, TextProblem>?
    ) throws(TextProblem) -> SubtitleRenderer {
        if let opened { return try opened.get() }
        let renderer = try SubtitleRenderer(header, isAuthored: isAuthored, fonts, options)
        opened = .success(renderer)
        return renderer
    }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> TextPicture {
        opened.withLock { opened in
            let news = inbox.withLock { inbox in
                defer { inbox = Inbox() }
                return inbox
            }
            do throws(TextProblem) {
                let renderer = try renderer(&opened)
                if news.isFlushed { renderer.flush() }
                for chunk in news.chunks { try renderer.add(chunk) }
                return try renderer.draw(at: time, on: geometry.clamped)
            } catch {
                // A track that is too heavy is dropped for good, with its memory.
                opened = .failure(error)
                return TextPicture(problem: error)
            }
        }
    }
}
