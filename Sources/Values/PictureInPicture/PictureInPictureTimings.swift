/// Time limits of the lifecycle's steps. `swap` and `peer` apply to both sides; the others only within one client.
package struct PictureInPictureTimings: Hashable, Sendable {
    /// T_grant: from the request to the broker's answer.
    package var grant: Duration = .seconds(1)
    /// T_firstFrame: from *willStart* to the first presented frame; in a swap to *prepared*.
    package var firstFrame: Duration = .seconds(3)
    /// T_present: from a commit in a swap or restore to its presentation; after it, the commit counts as presented.
    package var present: Duration = .seconds(1)
    /// T_restore: from the restore request to its answer, and in a swap to the drawn window frame.
    package var restore: Duration = .seconds(5)
    /// Time after which an unanswered restore is logged.
    package var restoreWarning: Duration = .seconds(1)
    /// T_transition: duration of the animation; after it, the animation jumps to its end.
    package var transition: Duration = .seconds(1)
    /// T_skip: from a skip to its completion.
    package var skip: Duration = .seconds(5)
    /// T_peer: from a message to its acknowledgement, for the broker and its clients. `BrokerClient` and
    /// `BrokerConnections` apply it.
    package var peer: Duration = .seconds(2)
    /// T_swap: duration of a whole swap.
    package var swap: Duration = .seconds(20)
    /// Maximum time from a surface's `closed` to its output's removal for the output to count as the cause.
    package var outputRemoval: Duration = .milliseconds(100)

    /// Creates the limits that docs/handoff.md names.
    package init() {}
}
