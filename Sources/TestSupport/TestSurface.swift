public import OrielGeometry
import OrielPlatform
public import OrielStamps
import OrielWaylandProtocols
import Synchronization

/// A simple client of a compositor, on a thread and a connection of its own: it draws a new picture at every frame
/// callback, and writes down what the seat tells it. Any thread may use this object.
public final class TestSurface: Sendable {
    public enum Role: Sendable {
        /// An overlay-layer surface of a fixed size; without edges it stands in the output's middle.
        case overlay(edges: Edges = [])
        /// A desktop's bar along one edge of the output, from end to end, which takes its place from the windows; `size` is
        /// its thickness, in the direction that counts.
        case panel(Edges)
        /// A toplevel that asks for full screen.
        case fullScreen
        /// An ordinary toplevel; `size` is what it takes where the compositor leaves it the choice.
        case window
    }

    /// Edges of the output that an overlay is bound to.
    public struct Edges: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let top = Edges(rawValue: 1)
        public static let bottom = Edges(rawValue: 2)
        public static let left = Edges(rawValue: 4)
        public static let right = Edges(rawValue: 8)
    }

    /// What one commit shows.
    public enum Content: Hashable, Sendable {
        case stamp(StampColor, index: Int)
        /// One colour, 0xRRGGBB.
        case plain(UInt32)
    }

    struct State {
        var size = Size.zero
        var commits: [Content] = []
        var events: [InputEvent] = []
        var isClosed = false
        var failure: TestSupportError?
    }

    let state = Mutex(State())
    let stopping: Wakeup
    private let changed: Wakeup
    private let ended: Wakeup

    /// Shows a surface; returns when its first commit with a buffer was sent.
    /// - Parameters:
    ///   - output: where an overlay or a panel stands; nil for where the compositor likes.
    ///   - content: what commit number `n` shows, counted from 0; nil leaves the last one standing for good. Called on the
    ///     surface's thread.
    public init(
        _ role: Role, size: Size, title: String = "test surface", socket: String, output: String? = nil,
        content: @escaping @Sendable (Int) -> Content?
    ) throws {
        stopping = try Wakeup()
        changed = try Wakeup()
        ended = try Wakeup()
        _ = try NamedThread("test-surface") { [self] in
            // Ahead of the programs under test, where that is allowed: each commit should meet its refresh.
            raisePriority()
            do {
                try TestSurfaceLoop(
                    role, size: size, title: title, socket: socket, output: output, owner: self, content: content
                ).run()
            } catch {
                let failure = error as? TestSupportError ?? TestSupportError("\(error)")
                note { $0.failure = failure }
            }
            ended.signal()
        }
        guard wait(.seconds(10), until: { !$0.commits.isEmpty || $0.failure != nil || $0.isClosed }) else {
            throw TestSupportError("the compositor configures no test surface")
        }
        if let failure { throw failure }
    }

    /// What was committed, oldest first.
    public var commits: [Content] { state.withLock { $0.commits } }
    /// What the seat told this surface, oldest first.
    public var events: [InputEvent] { state.withLock { $0.events } }
    /// The surface's size now.
    public var size: Size { state.withLock { $0.size } }
    /// True once the compositor closed it.
    public var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Why it ended by itself; nil while it lives.
    public var failure: TestSupportError? { state.withLock { $0.failure } }

    /// Waits until the seat's events satisfy `condition`. One waiting caller at a time.
    public func waitForEvents(_ limit: Duration, until condition: ([InputEvent]) -> Bool) -> Bool {
        wait(limit) { condition($0.events) }
    }

    /// Waits for a number of commits. One waiting caller at a time.
    public func waitForCommits(_ limit: Duration, count: Int) -> Bool { wait(limit) { $0.commits.count >= count } }

    /// Removes the surface and waits for it.
    public func stop() {
        stopping.signal()
        _ = waitReadable(ended.descriptor, until: MonotonicClock.now + .seconds(10))
    }

    func note(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        changed.signal()
    }

    private func wait(_ limit: Duration, until condition: (borrowing State) -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit
        while true {
            changed.clear()
            if state.withLock({ condition($0) }) { return true }
            guard waitReadable(changed.descriptor, until: deadline) else { return state.withLock { condition($0) } }
        }
    }
}
