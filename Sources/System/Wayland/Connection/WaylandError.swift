/// Reason why there is no connection to a compositor, as one sentence.
public struct WaylandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Kind of failure; more may be added.
    public enum Code: Sendable, Hashable {
        /// `XDG_RUNTIME_DIR` is missing or unusable.
        case noRuntimeDirectory
        /// There is no socket with that name.
        case noDisplay
        /// The socket exists, but no process listens on it.
        case staleSocket
        /// The compositor or the system refused the connection.
        case refused
        /// The compositor lacks a required global.
        case missingGlobal
        /// The compositor ended the connection because of an invalid request from this client.
        case protocolError
        /// The compositor is gone.
        case connectionLost
        /// The system is out of memory or descriptors.
        case resources
    }

    /// Kind of failure, for programs.
    public let code: Code
    /// Description for people: one sentence without a full stop.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
