import OrielPlatform

/// Interruption of a thread that reads a medium: its end, and on the network a seek that was requested. Any thread.
struct Interruption: Sendable {
    /// Readable from the closing on, for threads that sleep in `poll`.
    let closing: Wakeup
    private let closes: @Sendable () -> Bool
    private let seeks: @Sendable () -> Bool

    /// Makes an interruption whose state is asked for at each look.
    init(
        closing: Wakeup, isClosing: @escaping @Sendable () -> Bool,
        isSeekAwaited: @escaping @Sendable () -> Bool = { false }
    ) {
        self.closing = closing
        closes = isClosing
        seeks = isSeekAwaited
    }

    /// Makes one that never comes.
    /// - Throws: if the system refuses a descriptor.
    static func never() throws(PlatformError) -> Interruption {
        Interruption(closing: try Wakeup(), isClosing: { false })
    }

    /// Whether reading has to end.
    var isClosing: Bool { closes() }
    /// Whether a seek was requested that reading delays.
    var isSeekAwaited: Bool { seeks() }
}
