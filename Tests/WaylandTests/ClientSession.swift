import OrielPlatform
import OrielTestSupport
import OrielWayland

/// A client of a private compositor, with its own loop.
final class ClientSession {
    let loop: EventLoop
    let connection: Connection
    let globals: Globals
    /// The compositor, retained as long as its client.
    private var owner: AnyObject?
    private(set) var losses: [WaylandError] = []

    convenience init(_ compositor: HeadlessCompositor) throws {
        try self.init(socket: compositor.socket)
        owner = compositor
    }

    convenience init(_ server: ServerThread<MiniCompositor>) throws {
        try self.init(socket: server.socket)
        owner = server
    }

    init(socket: String) throws {
        loop = try EventLoop()
        connection = try Connection(to: socket)
        globals = try Globals(connection)
        try connection.attach(to: loop) { [weak self] in self?.losses.append($0) }
    }

    deinit { connection.disconnect() }

    /// Turns the loop until `condition` holds. False after ten seconds, or some turns after the connection's loss.
    func turn(until condition: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + .seconds(10)
        while !condition() {
            guard MonotonicClock.now < deadline else { return false }
            loop.turn(limit: .milliseconds(20))
        }
        return true
    }
}
