/// How long each step may take. `swap` and `peer` bound both sides; the rest is a client's own.
package struct PictureInPictureTimings: Hashable, Sendable {
    /// T_grant: request → the broker's answer.
    package var grant: Duration = .seconds(1)
    /// T_firstFrame: *willStart* → first frame presented; in a swap *willStart* → *prepared*.
    package var firstFrame: Duration = .seconds(3)
    /// T_present: a commit in a swap or a restore → presented; afterwards it counts as presented.
    package var present: Duration = .seconds(1)
    /// T_restore: restore → answer, and in a swap the window's frame drawn.
    package var restore: Duration = .seconds(5)
    /// When an unanswered restore is logged.
    package var restoreWarning: Duration = .seconds(1)
    /// T_transition: the animation; afterwards it jumps to its end.
    package var transition: Duration = .seconds(1)
    /// T_skip: a skip → its completion.
    package var skip: Duration = .seconds(5)
    /// T_peer: a broker message → the library's acknowledgement, and the other way round. Kept by the broker's link.
    package var peer: Duration = .seconds(2)
    /// T_swap: the whole swap.
    package var swap: Duration = .seconds(20)
    /// How long after a surface's `closed` its output may go for the closing to count as the output's.
    package var outputRemoval: Duration = .milliseconds(100)

    /// The contract's values.
    package init() {}
}
