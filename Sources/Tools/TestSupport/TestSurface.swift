public import OrielGeometry
import OrielPlatform
public import OrielStamps
import OrielWaylandProtocols
import Synchronization

/// A simple client of a compositor, on its own thread and connection: it draws a new frame at each frame callback and
/// records input events. Any thread may use this object.
public final class TestSurface: Sendable {
    public enum Role: Sendable {
        /// A surface of fixed size in the overlay layer; centred without edges.
        case overlay(edges: Edges = [])
        /// A panel along one edge of the output, over its whole length, which reserves its area; `size` has its
        /// thickness in the relevant direction.
        case panel(Edges)
        /// A toplevel that requests full screen.
        case fullScreen
        /// An ordinary toplevel; `size` is used if the compositor leaves it the choice.
        case window
    }

    /// Edges of the output that an overlay is anchored to.
    public struct Edges: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let top = Edges(rawValue: 1)
        public static let bottom = Edges(rawValue: 2)
        public static let left = Edges(rawValue: 4)
        public static let right = Edges(rawValue: 8)
    }

    /// Contents of one commit.
    public enum Content: Hashable, Sendable {
        case stamp(StampColor, index: Int)
        /// A single colour, 0xRRGGBB.
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
    ///   - output: output of an overlay or panel; nil lets the compositor choose.
    ///   - content: returns the contents of commit `n`, from 0; nil keeps the last one for good. Called on the
    ///     surface's thread.
    public init(
        _ role: Role, size: Size, title: String = "test surface", socket: String, output: String? = nil,
        content: @escaping @Sendable (Int) -> Content?
    ) throws {
        stopping = try Wakeup()
        changed = try Wakeup()
        ended = try Wakeup()
        _ = try NamedThread("test-surface") { [self] in
            // Scheduled before the programs under test, if permitted: each commit should meet its refresh.
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

    /// Contents of all commits, oldest first.
    public var commits: [Content] { state.withLock { $0.commits } }
    /// Input events received, oldest first.
    public var events: [InputEvent] { state.withLock { $0.events } }
    /// Current size of the surface.
    public var size: Size { state.withLock { $0.size } }
    /// True once the compositor has closed it.
    public var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Reason why it ended early; nil while it lives.
    public var failure: TestSupportError? { state.withLock { $0.failure } }

    /// Waits until the input events satisfy `condition`. One waiting caller at a time.
    public func waitForEvents(_ limit: Duration, until condition: ([InputEvent]) -> Bool) -> Bool {
        wait(limit) { condition($0.events) }
    }

    /// Waits for a number of commits. One waiting caller at a time.
    public func waitForCommits(_ limit: Duration, count: Int) -> Bool { wait(limit) { $0.commits.count >= count } }

    /// Removes the surface and waits for its thread.
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
