package import OrielGeometry
package import OrielPictureInPicture

/// What a player does when its broker speaks. All are called on the loop that the client was given, never inside a call of
/// the player's own.
package struct PlayerHandlers {
    /// An event for its session, in order.
    package var event: (BrokerEvent) -> Void
    /// A command from outside. The reply is to be called once its effect is complete, with nil or with why it failed; later
    /// calls are ignored.
    package var command: (PlayerCommand, _ reply: @escaping (CommandFailure?) -> Void) -> Void
    /// What it shows now; asked when it registers and after `RegisteredPlayer.reportChanged()`.
    package var report: () -> PlayerReport
    /// Its state for `oriel status`, as `RemoteControl` encodes it.
    package var snapshot: () -> [UInt8]
    /// How loud it may be beside the others, 0 to 1.
    package var gain: (Double) -> Void
    /// A swap may soon ask for a window of this mode, or not.
    package var expected: (WindowMode) -> Void
    /// Whether there is another picture that its own can change places with.
    package var offered: (Bool) -> Void
    /// What floats besides when its start is granted.
    package var neighbours: ([Placement]) -> Void
    /// The name that commands find it by. Told once at first, and again if a new broker has to change it.
    package var identified: (PlayerIdentifier) -> Void

    package init(
        event: @escaping (BrokerEvent) -> Void,
        command: @escaping (PlayerCommand, @escaping (CommandFailure?) -> Void) -> Void,
        report: @escaping () -> PlayerReport, snapshot: @escaping () -> [UInt8] = { [] },
        gain: @escaping (Double) -> Void = { _ in },
        expected: @escaping (WindowMode) -> Void = { _ in },
        offered: @escaping (Bool) -> Void = { _ in },
        neighbours: @escaping ([Placement]) -> Void = { _ in },
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
        self.identified = identified
    }
}
