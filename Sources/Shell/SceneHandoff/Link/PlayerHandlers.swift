package import OrielGeometry
package import OrielPictureInPicture

/// A player's handlers for messages from the broker. Called on the client's loop, never during one of the player's own
/// calls.
package struct PlayerHandlers {
    /// Receives an event for the player's session, in order.
    package var event: (BrokerEvent) -> Void
    /// Performs a command from outside. It must call the reply when the effect is complete, with nil or the reason of
    /// the failure; later calls are ignored.
    package var command: (PlayerCommand, _ reply: @escaping (CommandFailure?) -> Void) -> Void
    /// Returns the player's current report; called at registration and after `RegisteredPlayer.reportChanged()`.
    package var report: () -> PlayerReport
    /// Returns the player's state for `oriel status`, as `RemoteControl` encodes it.
    package var snapshot: () -> [UInt8]
    /// Receives the player's gain beside other players, 0 to 1.
    package var gain: (Double) -> Void
    /// Announces that a swap will probably restore a window in this mode.
    package var expected: (WindowMode) -> Void
    /// Receives whether there is another player that this one can swap with.
    package var offered: (Bool) -> Void
    /// Receives the placements of the other overlays before a start is granted.
    package var neighbours: ([Placement]) -> Void
    /// Receives the token with which the next command may raise the player's window.
    package var raising: (String) -> Void
    /// Receives the name that commands use. Called after the registration, and again if a new broker has to change it.
    package var identified: (PlayerIdentifier) -> Void

    package init(
        event: @escaping (BrokerEvent) -> Void,
        command: @escaping (PlayerCommand, @escaping (CommandFailure?) -> Void) -> Void,
        report: @escaping () -> PlayerReport, snapshot: @escaping () -> [UInt8] = { [] },
        gain: @escaping (Double) -> Void = { _ in },
        expected: @escaping (WindowMode) -> Void = { _ in },
        offered: @escaping (Bool) -> Void = { _ in },
        neighbours: @escaping ([Placement]) -> Void = { _ in },
        raising: @escaping (String) -> Void = { _ in },
        identified: @escaping (PlayerIdentifier) -> Void = { _ in }
    ) {
        self.event = event
        self.command = command
        self.report = report
        self.snapshot = snapshot
        self.gain = gain
        self.expected = expected
        self.offered = offered
        self.neighbours = neighbours
        self.raising = raising
        self.identified = identified
    }
}
