import OrielTransport

/// Callers that wait for the end of a seek. A further seek, another item, a failure and the player's end leave the seek
/// incomplete. The callers are called later, from the main actor's queue.
struct SeekWaiters: Sendable {
    typealias Handler = @MainActor @Sendable (Bool) -> Void

    private var handler: Handler?
    /// Whether the source goes to the position of the last seek.
    private var hasBegun = false

    init() {}

    /// Notes a seek that is about to begin. The one before is incomplete unless it has landed.
    /// - Parameter handler: receives whether the seek was completed; nil for none.
    mutating func begin(_ handler: Handler?) {
        end(false)
        self.handler = handler
        hasBegun = false
    }

    /// Notes a change of the transport. A source that can't seek lands without a seek.
    mutating func note(_ change: Transport.Change) {
        switch change {
        case .seeked: hasBegun = true
        case .landed: end(hasBegun)
        case .failed: end(false)
        default: break
        }
    }

    /// Ends the wait.
    mutating func end(_ isComplete: Bool) {
        guard let handler else { return }
        self.handler = nil
        Task { @MainActor in handler(isComplete) }
    }
}
