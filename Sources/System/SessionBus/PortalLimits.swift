/// Longest waits for a portal's answers.
public struct PortalLimits: Hashable, Sendable {
    /// For a step that needs no user.
    public var step = Duration.seconds(25)
    /// For the user's choice.
    public var choice = Duration.seconds(600)

    public init() {}
}
