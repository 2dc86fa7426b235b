import OrielTestSupport

/// A listening port that accepts connections, answers nothing and counts them.
final class ConnectionCounter: Sendable {
    private let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener("connections")
        try listener.serve { _ in }
    }

    var port: UInt16 { listener.port }

    /// Stops listening and returns the number of connections. The port's queue is in order, so every connection made
    /// before this
    /// call is counted.
    func end() -> Int {
        listener.end()
        return listener.connections
    }
}
