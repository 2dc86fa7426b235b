/// Error after the connection to the compositor was lost for good: no compositor came back in time, or this program was
/// refused twice.
public struct ConnectionLost: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public let description: String
    /// Whether no compositor came back in time, so that the user's session counts as over; false after two protocol
    /// errors within a minute.
    public let isSessionOver: Bool
}
