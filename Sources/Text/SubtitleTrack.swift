import CAss
import OrielGeometry
import Synchronization

/// A track of ASS subtitles: its header, fonts and events as a container has them. Fed from any thread, drawn on the
/// engine's; it has a library of its own, so that its fonts are nobody else's.
package final class SubtitleTrack: SubtitleDrawing {
    /// What one packet holds.
    package struct Chunk: Sendable {
        /// Matroska's form, which FFmpeg's packets have too: `ReadOrder, Layer, Style, …, Text`.
        package var bytes: [UInt8]
        package var start: Duration
        package var duration: Duration

        package init(bytes: [UInt8], start: Duration, duration: Duration) {
            self.bytes = bytes
            self.start = start
            self.duration = duration
        }
    }

    /// A font that the container brings along.
    package struct Font: Sendable {
        package var name: String
        package var bytes: [UInt8]

        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// What has come and isn't libass's yet. The thread that feeds doesn't wait for the one that draws.
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

    /// - Parameters:
    ///   - header: the codec's private data, an ASS file up to its events.
    ///   - isAuthored: its places and sizes are somebody's work, not a converter's.
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

    /// Adds events. One that was read before, as after a seek, changes nothing. False where it is too large, or where so many
    /// wait to be drawn that this one is left out.
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

    /// Forgets all events.
    package func flush() { inbox.withLock { $0 = Inbox(isFlushed: true) } }

    private func renderer(
        _ opened: inout Result<SubtitleRenderer, TextProblem>?
    ) throws(TextProblem) -> SubtitleRenderer {
        if let opened { return try opened.get() }
        let renderer = try SubtitleRenderer(header, isAuthored: isAuthored, fonts, options)
        opened = .success(renderer)
        return renderer
    }

    package func draw(at time: Duration, on geometry: SubtitleGeometry) -> SubtitleImage {
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
                // One that is too heavy goes for good, with its memory.
                opened = .failure(error)
                return SubtitleImage(span: SubtitleImage.always, problem: error)
            }
        }
    }
}
