import OrielPlatform
import Synchronization

/// Text of one surface: requests go in and pictures come out, without waiting. Only the newest request counts; older
/// ones that were not begun are dropped.
package final class TextClient: Sendable {
    /// Progress of a requested scene.
    package enum Answer {
        /// The scene is the last requested one; its picture has come or will come.
        case known
        /// All of it was in the cache: the picture can be taken, and no wakeup is signalled.
        case drawn
        /// The thread draws it.
        case awaited
    }

    private enum Request {
        case scene(TextScene)
        case subtitles(any SubtitleDrawing, Duration, SubtitleGeometry)
    }

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

    private let core: TextCore
    private let wakeup: Wakeup
    private let content = Mutex(Content())

    init(core: TextCore, wakeup: Wakeup) {
        self.core = core
        self.wakeup = wakeup
    }

    /// Requests a scene. Any thread.
    @discardableResult
    package func draw(_ scene: TextScene) -> Answer {
        guard content.withLock({ $0.lastScene != scene }) else { return .known }
        if let picture = core.drawn.picture(of: scene) {
            content.withLock { content in
                content.lastScene = scene
                content.lastHash = nil
                content.number += 1
                content.request = nil
                content.drawn += 1
                content.picture = picture
            }
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
    package func cancel() {
        content.withLock { content in
            content.number += 1
            content.request = nil
            content.lastScene = nil
            content.lastHash = nil
            content.picture = nil
        }
    }

    /// Takes the newest picture; nil if there is none since the last call. Any thread.
    package func takePicture() -> TextPicture? {
        content.withLock { content in
            defer { content.picture = nil }
            return content.picture
        }
    }

    /// Number of requests that were drawn, whether their pictures were taken or not.
    package var drawn: Int { content.withLock { $0.drawn } }

    /// Replaces the pending request, and queues the client unless it waits in the queue already.
    private func request(_ request: Request) {
        let isQueued = content.withLock { content in
            if case .scene(let scene) = request { content.lastScene = scene } else { content.lastScene = nil }
            content.number += 1
            content.request = request
            defer { content.isQueued = true }
            return content.isQueued
        }
        if !isQueued { core.enqueue(self) }
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
            subtitles.draw(at: time, on: geometry)
        case (_, .failure(let problem)): TextPicture(problem: problem)
        case (.scene(let scene), .success(let renderer)): renderer.draw(scene)
        }
    }
}
