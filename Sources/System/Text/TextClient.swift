import OrielPlatform
import Synchronization

/// Text of one surface: requests go in and pictures come out, without waiting. Only the newest request counts; older
/// ones that were not begun are dropped.
package final class TextClient: Sendable {
    private let core: TextCore
    private let state: State

    init(core: TextCore, wakeup: Wakeup) {
        self.core = core
        state = State(wakeup: wakeup)
    }

    /// Progress of a requested scene.
    package enum Answer {
        /// The scene is the last requested one; its picture has come or will come.
        case known
        /// All of it was in the cache: the picture can be taken, and no wakeup is signalled.
        case drawn
        /// The thread draws it.
        case awaited
    }

    /// Requests a scene. Any thread.
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

    /// Requests the subtitles at a media time. Any thread.
    package func draw(_ subtitles: any SubtitleDrawing, at time: Duration, on geometry: SubtitleGeometry) {
        request(.subtitles(subtitles, time, geometry))
    }

    /// Drops the request and its result. Any thread.
    package func cancel() { state.cancel() }

    /// Takes the newest picture; nil if there is none since the last call. Any thread.
    package func takePicture() -> TextPicture? { state.takePicture() }

    /// Number of requests that were drawn, whether their pictures were taken or not.
    package var drawn: Int { state.drawn }

    deinit { state.cancel() }

    private func request(_ request: Request) { if state.replace(request) { core.enqueue(state) } }
}

extension TextClient {
    /// A request of a client.
    enum Request {
        case scene(TextScene)
        case subtitles(any SubtitleDrawing, Duration, SubtitleGeometry)
    }

    /// The part of a client that is shared with the thread.
    final class State: Sendable {
        private struct Content {
            /// Number of requests and cancellations; a picture of an older number is dropped.
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

        /// Replaces the pending request.
        /// - Returns: whether the client has to be queued: it wasn't, and the renderer has to be woken.
        func replace(_ request: Request) -> Bool {
            content.withLock { content in
                if case .scene(let scene) = request { content.lastScene = scene } else { content.lastScene = nil }
                content.number += 1
                content.request = request
                defer { content.isQueued = true }
                return !content.isQueued
            }
        }

        /// Sets a picture that was composed without the thread.
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

        /// Draws the newest request. Text engine's thread.
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
                    // A picture that was not taken counts as never shown.
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
            // Subtitles use separate instances of libass.
            case (.subtitles(let subtitles, let time, let geometry), _):
                TextPicture(subtitles.draw(at: time, on: geometry))
            case (_, .failure(let problem)): TextPicture(problem: problem)
            case (.scene(let scene), .success(let renderer)): renderer.draw(scene)
            }
        }
    }
}
