package import OrielGeometry
package import OrielPictureInPicture

/// A player as it handles messages from the broker. Called on the client's loop, never during one of the player's own
/// calls.
package protocol PlayerHandlers: AnyObject {
    /// The player's current report; read at registration and after `RegisteredPlayer.reportChanged()`.
    var report: PlayerReport { get }
    /// The player's state for `oriel status`, as `RemoteControl` encodes it.
    var snapshot: [UInt8] { get }
    /// Receives an event for the player's session, in order.
    func receive(_ event: BrokerEvent)
    /// Performs a command from outside. It must call the reply when the effect is complete, with nil or the reason of
    /// the failure; later calls are ignored.
    func perform(_ command: PlayerCommand, reply: @escaping (CommandFailure?) -> Void)
    /// Receives the player's gain beside other players, 0 to 1.
    func setGain(_ gain: Double)
    /// Announces that a swap will probably restore a window in this mode.
    func expectWindow(_ mode: WindowMode)
    /// Receives whether there is another player that this one can swap with.
    func offerSwap(_ isOffered: Bool)
    /// Receives the placements of the other overlays before a start is granted.
    func setNeighbours(_ places: [Placement])
    /// Receives the token with which the next command may raise the player's window.
    func setRaiseToken(_ token: String)
    /// Receives the name that commands use. Called after the registration, and again if a new broker has to change it.
    func identified(as name: PlayerIdentifier)
}
