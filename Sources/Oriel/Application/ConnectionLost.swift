/// Error after the compositor has ended, or has ended the connection to this program.
public struct ConnectionLost: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public let description: String
}
