package import OrielPictureInPicture

/// A player of this process, registered with the current broker from `BrokerClient.register` until `unregister()`. Only
/// for the loop's thread.
package final class RegisteredPlayer {
    let handle: PlayerHandle
    /// The player; nil once it is gone. One that succeeds another in the session replaces it.
    package weak var handlers: (any PlayerHandlers)?
    let wish: PlayerIdentifier
    weak var client: BrokerClient?
    /// The last report sent to the current broker.
    var reported: PlayerReport?

    /// The name that commands use; nil until a broker has assigned it.
    package internal(set) var identifier: PlayerIdentifier?

    init(handle: PlayerHandle, wish: PlayerIdentifier, handlers: any PlayerHandlers, client: BrokerClient) {
        self.handle = handle
        self.wish = wish
        self.handlers = handlers
        self.client = client
    }

    var report: PlayerReport { handlers?.report ?? PlayerReport() }

    /// Sends a session's request to the broker, or drops it if there is none. The report to the next broker has the
    /// facts that still hold, and the session repeats a pending start itself.
    package func send(_ request: BrokerRequest) { tell(.request(handle, request)) }

    /// Marks the report as possibly changed; the client requests it before the loop sleeps.
    package func reportChanged() { client?.dirtyPlayers = true }

    /// Sends an event to the clients that watch (`oriel watch`).
    package func publish(_ event: HandoffEvent) { tell(.publish(handle, event)) }

    private func tell(_ message: Message) {
        if let client, client.isIntroduced(self) { client.send(message) }
    }

    /// Requests a swap with this player as a side: into Picture in Picture if it is outside, out of it if it is inside.
    /// - Parameter completion: called with nil once both are in place, or with the reason of the failure.
    package func requestSwap(activationToken: String? = nil, completion: @escaping (CommandFailure?) -> Void = { _ in })
    {
        guard let client else { return completion(.refused(.cancelled)) }
        client.command(
            .swap(.init(activationToken: activationToken)), player: identifier ?? wish, completion: completion)
    }

    /// Unregisters the player after its controller and its surfaces have ended. No handler is called any more.
    package func unregister() { client?.unregister(self) }
}
