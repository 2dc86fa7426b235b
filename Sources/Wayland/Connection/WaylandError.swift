/// Why there is no compositor to talk to, or no longer one. One clear sentence.
public struct WaylandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure; more may be added.
    public enum Code: Sendable, Hashable {
        /// `XDG_RUNTIME_DIR` is missing or unusable.
        case noRuntimeDirectory
        /// There is no socket of that name.
        case noDisplay
        /// The socket is there, but nobody listens.
        case staleSocket
        /// The compositor or the system refused the connection.
        case refused
        /// The compositor lacks something that is needed.
        case missingGlobal
        /// The compositor ended the connection because of a request of ours.
        case protocolError
        /// The compositor is gone.
        case connectionLost
        /// The system lacks memory or descriptors.
        case resources
    }

    /// For programs.
    public let code: Code
    /// For people: one sentence without a full stop.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
