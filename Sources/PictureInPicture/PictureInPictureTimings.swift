/// How long each step may take. `swap` and `peer` bound both sides; the rest is a client's own.
public struct PictureInPictureTimings: Hashable, Sendable {
    /// T_grant: request → the broker's answer.
    public var grant: Duration = .seconds(1)
    /// T_firstFrame: *willStart* → first frame presented; in a swap *willStart* → *prepared*.
    public var firstFrame: Duration = .seconds(3)
    /// T_present: a commit in a swap or a restore → presented; afterwards it counts as presented.
    public var present: Duration = .seconds(1)
    /// T_restore: restore → answer, and in a swap the window's frame drawn.
    public var restore: Duration = .seconds(5)
    /// When an unanswered restore is logged.
    public var restoreWarning: Duration = .seconds(1)
    /// T_transition: the animation; afterwards it jumps to its end.
    public var transition: Duration = .seconds(1)
    /// T_skip: a skip → its completion.
    public var skip: Duration = .seconds(5)
    /// T_peer: a broker message → the library's acknowledgement, and the other way round. Kept by the broker's link.
    public var peer: Duration = .seconds(2)
    /// T_swap: the whole swap.
    public var swap: Duration = .seconds(20)
    /// How long after a surface's `closed` its output may go for the closing to count as the output's.
    public var outputRemoval: Duration = .milliseconds(100)

    /// The contract's values.
    public init() {}
}
