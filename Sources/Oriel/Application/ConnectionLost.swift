/// The compositor ended, or ended its connection to this program.
public struct ConnectionLost: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clear sentence, without a full stop.
    public let description: String
}
