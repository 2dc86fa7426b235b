import OrielGeometry
import OrielPlatform
import Synchronization

/// One surface's text: requests go in and pictures come out, without waiting. The newest request counts; one that was not
/// begun when a newer came is never drawn.
package final class TextClient: Sendable {
    private let core: TextCore
    private let state: State

    init(core: TextCore, wakeup: Wakeup) {
        self.core = core
        state = State(wakeup: wakeup)
    }

    /// What becomes of a scene that was asked for.
    package enum Answer {
        /// It is the one asked for last, whose picture has come or is to come.
        case known
        /// All of it was drawn lately: its picture can be taken, and no wakeup tells so.
        case drawn
        /// The thread draws it.
        case awaited
    }

    /// Asks for a scene. Any thread.
    @discardableResult
    package func draw(_ scene: TextScene) -> Answer {
        guard !state.isLast(scene) else { return .known }
        if let picture = core.drawn.picture(of: scene) {
            state.take(picture, of: scene)
            return .drawn
        }
        request(.scene(scene))
        return .awaited
    }

    /// Asks for subtitles as they are at a time. Any thread.
    package func draw(_ subtitles: any SubtitleDrawing, at time: Duration, on geometry: SubtitleGeometry) {
        request(.subtitles(subtitles, time, geometry))
    }

    /// Forgets what was asked for and what has come of it. Any thread.
    package func cancel() { state.cancel() }

    /// The newest picture, if it wasn't taken yet. Any thread.
    package func takePicture() -> TextPicture? { state.takePicture() }

    /// How many requests were drawn, whether or not their pictures were taken.
    package var drawn: Int { state.drawn }

    deinit { state.cancel() }

    private func request(_ request: Request) { if state.replace(request) { core.enqueue(state) } }
}

extension TextClient {
    /// What a client asks for.
    enum Request {
        case scene(TextScene)
        case subtitles(any SubtitleDrawing, Duration, SubtitleGeometry)
    }

    /// The part of a client that the thread knows.
    final class State: Sendable {
        private struct Content {
            /// Counts requests and cancellations: a picture of an older number is nobody's.
            var number = 0
            var request: Request?
            var isQueued = false
            var lastScene: TextScene?
            var lastHash: UInt64?
            var picture: TextPicture?
            var drawn = 0
        }

        private let content = Mutex(Content())
        private let wakeup: Wakeup

        init(wakeup: Wakeup) { self.wakeup = wakeup }

        var drawn: Int { content.withLock { $0.drawn } }

        func isLast(_ scene: TextScene) -> Bool { content.withLock { $0.lastScene == scene } }

        /// True where the client is to be queued.
        func replace(_ request: Request) -> Bool {
            content.withLock { content in
                if case .scene(let scene) = request { content.lastScene = scene } else { content.lastScene = nil }
                content.number += 1
                content.request = request
                defer { content.isQueued = true }
                return !content.isQueued
            }
        }

        /// A picture that nobody had to wait for.
        func take(_ picture: TextPicture, of scene: TextScene) {
            content.withLock { content in
                content.lastScene = scene
                content.lastHash = nil
                content.number += 1
                content.request = nil
                content.drawn += 1
                content.picture = picture
            }
        }

        func cancel() {
            content.withLock { content in
                content.number += 1
                content.request = nil
                content.lastScene = nil
                content.lastHash = nil
                content.picture = nil
            }
        }

        func takePicture() -> TextPicture? {
            content.withLock { content in
                defer { content.picture = nil }
                return content.picture
            }
        }

        /// The thread: draws the newest request.
        func draw(with renderer: Result<TextRenderer, TextProblem>) {
            let (number, request) = content.withLock { content in
                content.isQueued = false
                defer { content.request = nil }
                return (content.number, content.request)
            }
            guard let request, var picture = Self.draw(request, with: renderer) else { return }
            var hash: UInt64?
            if case .subtitles = request { hash = picture.bitmap?.contentHash }
            let isWanted = content.withLock { content in
                content.drawn += 1
                guard number == content.number else { return false }
                if case .subtitles = request {
                    // A picture that nobody took counts as one that nobody saw.
                    picture.isChanged = content.picture?.isChanged == true || hash != content.lastHash
                }
                content.lastHash = hash
                content.picture = picture
                return true
            }
            if isWanted { wakeup.signal() }
        }

        private static func draw(_ request: Request, with renderer: Result<TextRenderer, TextProblem>) -> TextPicture? {
            switch (request, renderer) {
            // They have what they need of their own.
            case (.subtitles(let subtitles, let time, let geometry), _):
                TextPicture(subtitles.draw(at: time, on: geometry))
            case (_, .failure(let problem)): TextPicture(problem: problem)
            case (.scene(let scene), .success(let renderer)): renderer.draw(scene)
            }
        }
    }
}
