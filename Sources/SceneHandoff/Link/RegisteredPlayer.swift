package import OrielPictureInPicture

/// One player of this process, known to the broker from `BrokerClient.register` to `unregister()`, whichever broker there
/// is. The loop's thread only.
package final class RegisteredPlayer {
    let handle: PlayerHandle
    /// Whom it concerns. A player that takes another's place in the session brings its own.
    package var handlers: PlayerHandlers
    let wish: PlayerIdentifier
    weak var client: BrokerClient?
    /// The last report that the present broker has.
    var reported: PlayerReport?

    /// The name that commands find it by; nil until a broker has given it one.
    package internal(set) var identifier: PlayerIdentifier?

    init(handle: PlayerHandle, wish: PlayerIdentifier, handlers: PlayerHandlers, client: BrokerClient) {
        self.handle = handle
        self.wish = wish
        self.handlers = handlers
        self.client = client
    }

    /// What its session tells the broker. Without one it is dropped: what is still true then is in the report to the next,
    /// and the session itself asks again for a start that was pending.
    package func send(_ request: BrokerRequest) { client?.send(request, of: self) }

    /// Its report may have changed; it is asked for before the loop sleeps.
    package func reportChanged() { client?.noteReport(of: self) }

    /// Tells `oriel watch`.
    package func publish(_ event: HandoffEvent) { client?.publish(event, of: self) }

    /// Asks for a swap that this player is a side of: into Picture in Picture if it is outside, out of it if it is in.
    /// - Parameter completion: nil once both are where they shall be, or why not.
    package func requestSwap(activationToken: String? = nil, completion: @escaping (CommandFailure?) -> Void = { _ in })
    {
        guard let client else { return completion(.refused(.cancelled)) }
        client.command(
            .swap(.init(activationToken: activationToken)), player: identifier ?? wish, completion: completion)
    }

    /// The controller is gone and its surfaces are, too. Nothing is called any more.
    package func unregister() { client?.unregister(self) }
}
