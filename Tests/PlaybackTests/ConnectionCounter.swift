import OrielTestSupport

/// A port that answers nothing and counts who comes.
final class ConnectionCounter: Sendable {
    private let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener("connections")
        try listener.serve { _ in }
    }

    var port: UInt16 { listener.port }

    /// Ends it, and answers how many came. Who came before this call is counted, since the queue of a port is in order.
    func end() -> Int {
        listener.end()
        return listener.connections
    }
}
