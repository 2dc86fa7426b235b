import Logging
package import OrielPlatform
import Synchronization

/// The thread that draws text. It starts, and opens libass, with the first request of any client, so that neither the
/// program's start nor a frame waits for fontconfig, a font or a script.
package final class TextEngine: Sendable {
    private let core: TextCore

    package init(_ options: TextOptions = TextOptions()) { core = TextCore(options) }

    /// A surface of its own. `wakeup` is signalled whenever it has a new picture.
    package func client(waking wakeup: Wakeup) -> TextClient { TextClient(core: core, wakeup: wakeup) }

    /// Why there is no text; nil where there is, and before the first was asked for. Any thread.
    package var problem: TextProblem? { core.problem }

    /// Draws no more. Returns at once: what is being drawn comes to its end, and then the thread. Any thread.
    package func stop() { core.stop() }

    /// Waits for the thread's end after `stop()`.
    package func join() { core.join() }

    deinit { core.stop() }
}

/// What the engine, its clients and its thread share.
final class TextCore: Sendable {
    private enum Worker {
        case idle
        case running(NamedThread)
        case stopped(NamedThread?)
    }

    /// More surfaces than this with text to be drawn at the same moment wait for each other.
    private static let capacity = 1024

    private let options: TextOptions
    private let waiting = BoundedQueue<TextClient.State>(capacity: capacity)
    private let worker = Mutex(Worker.idle)
    private let problemFound = Mutex<TextProblem?>(nil)
    /// What the thread has drawn lately.
    let drawn = DrawnItems()

    init(_ options: TextOptions) { self.options = options }

    var problem: TextProblem? { problemFound.withLock { $0 } }

    /// Lets the thread draw a client's request. Each client is in the queue once at most. Where the system gives no more
    /// threads the client is told at once; its next request tries again.
    func enqueue(_ client: TextClient.State) {
        do throws(PlatformError) {
            try worker.withLock { worker throws(PlatformError) in
                guard case .idle = worker else { return }
                // The thread knows the core only while it works, so that an engine which nobody holds any more ends.
                worker = .running(
                    try NamedThread(options.thread) { [waiting, options, drawn, weak self] in
                        Self.draw(from: waiting, options, keeping: drawn) { problem in self?.report(problem) }
                    })
            }
            waiting.push(client, generation: 0)
        } catch {
            let problem = TextProblem.threadIsMissing("\(error)")
            report(problem)
            client.draw(with: .failure(problem))
        }
    }

    func stop() {
        waiting.close()
        worker.withLock { worker in
            switch worker {
            case .idle: worker = .stopped(nil)
            case .running(let thread): worker = .stopped(thread)
            case .stopped: break
            }
        }
    }

    func join() {
        let thread = worker.withLock { worker -> NamedThread? in
            guard case .stopped(let thread) = worker else { return nil }
            worker = .stopped(nil)
            return thread
        }
        thread?.join()
    }

    private func report(_ problem: TextProblem) {
        problemFound.withLock { $0 = problem }
        Logger(label: "text").warning("\(problem)")
    }

    private static func draw(
        from waiting: BoundedQueue<TextClient.State>, _ options: TextOptions, keeping drawn: DrawnItems,
        report: (TextProblem) -> Void
    ) {
        guard let first = waiting.pop(generation: 0) else { return }
        let opened = Result { () throws(TextProblem) in try TextRenderer(options, keeping: drawn) }
        if case .failure(let problem) = opened { report(problem) }
        first.draw(with: opened)
        while let client = waiting.pop(generation: 0) { client.draw(with: opened) }
    }
}
