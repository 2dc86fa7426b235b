package import OrielPlatform

/// Interruption of a thread that reads a medium: its end, and on the network a seek that was requested. Any thread.
package struct Interruption: Sendable {
    /// Readable from the closing on, for threads that sleep in `poll`.
    package let closing: Wakeup
    private let closes: @Sendable () -> Bool
    private let seeks: @Sendable () -> Bool

    /// Makes an interruption whose state is asked for at each look.
    package init(
        closing: Wakeup, isClosing: @escaping @Sendable () -> Bool,
        isSeekAwaited: @escaping @Sendable () -> Bool = { false }
    ) {
        self.closing = closing
        closes = isClosing
        seeks = isSeekAwaited
    }

    /// Makes one that never comes.
    /// - Throws: if the system refuses a descriptor.
    package static func never() throws(PlatformError) -> Interruption {
        Interruption(closing: try Wakeup(), isClosing: { false })
    }

    /// Whether reading has to end.
    package var isClosing: Bool { closes() }
    /// Whether a seek was requested that reading delays.
    package var isSeekAwaited: Bool { seeks() }
}
