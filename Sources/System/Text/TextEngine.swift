import Logging
package import OrielPlatform
import Synchronization

/// Thread that draws text. It is started, and opens libass, with the first request, so that neither the program's start
/// nor a frame waits for fontconfig, a font or a script.
package final class TextEngine: Sendable {
    private let core: TextCore

    package init(_ options: TextOptions = TextOptions()) { core = TextCore(options) }

    /// Makes the client of a surface. `wakeup` is signalled whenever it has a new picture.
    package func client(waking wakeup: Wakeup) -> TextClient { TextClient(core: core, wakeup: wakeup) }

    /// Reason why there is no text; nil if there is, or before the first request. Any thread.
    package var problem: TextProblem? { core.problem }

    /// Stops drawing and returns at once; the thread ends after its present drawing. Any thread.
    package func stop() { core.stop() }

    deinit { core.stop() }
}

/// State shared by the engine, its clients and its thread.
final class TextCore: Sendable {
    private typealias Waiting = @Sendable () -> TextClient?

    /// Largest number of clients in the queue; further ones wait.
    private static let capacity = 1024

    private let options: TextOptions
    /// The clients that wait. One that is released meanwhile is not drawn.
    private let waiting = BoundedQueue<Waiting>(capacity: capacity)
    private let thread = Mutex<NamedThread?>(nil)
    private let problemFound = Mutex<TextProblem?>(nil)
    /// Cache of the thread's recent drawings.
    let drawn = DrawnItems()

    init(_ options: TextOptions) { self.options = options }

    var problem: TextProblem? { problemFound.withLock { $0 } }

    /// Queues a client, which is in the queue at most once, and starts the thread if needed. If no thread can be
    /// started, the client gets the problem at once, and its next request tries again.
    func enqueue(_ client: TextClient) {
        do throws(PlatformError) {
            try thread.withLock { thread throws(PlatformError) in
                guard thread == nil else { return }
                // The thread holds the core weakly, so that an unused engine ends.
                thread = try NamedThread(options.thread) { [waiting, options, drawn, weak self] in
                    Self.draw(from: waiting, options, keeping: drawn) { problem in self?.report(problem) }
                }
            }
            waiting.push({ [weak client] in client }, generation: 0)
        } catch {
            let problem = TextProblem.threadIsMissing("\(error)")
            report(problem)
            client.draw(with: .failure(problem))
        }
    }

    func stop() { waiting.close() }

    private func report(_ problem: TextProblem?) {
        let isNew = problemFound.withLock { found in
            defer { found = problem }
            return found != problem
        }
        if isNew, let problem { Logger(label: "text").warning("\(problem)") }
    }

    private static func draw(
        from waiting: BoundedQueue<Waiting>, _ options: TextOptions, keeping drawn: DrawnItems,
        report: (TextProblem?) -> Void
    ) {
        var opened: Result<TextRenderer, TextProblem>?
        while let next = waiting.pop(generation: 0) {
            guard let client = next() else { continue }
            // A library that can't be opened, for lack of descriptors perhaps, is tried again; fonts take too long.
            if opened?.isLasting != true {
                let tried = Result { () throws(TextProblem) in try TextRenderer(options, keeping: drawn) }
                report(tried.problem)
                opened = tried
            }
            if let opened { client.draw(with: opened) }
        }
    }
}

extension Result where Success == TextRenderer, Failure == TextProblem {
    /// Reason of a failed opening; nil if it is open.
    fileprivate var problem: TextProblem? { if case .failure(let problem) = self { problem } else { nil } }

    /// Whether another try would change nothing, or cost too much.
    fileprivate var isLasting: Bool {
        switch problem {
        case .libraryIsMissing, .libraryFailed: false
        default: true
        }
    }
}
