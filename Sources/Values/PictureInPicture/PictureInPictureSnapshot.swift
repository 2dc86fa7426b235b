/// Observable state of a ``PictureInPictureController`` at one moment.
public struct PictureInPictureSnapshot: Hashable, Sendable {
    /// Revision number, increased by one with each change.
    public package(set) var revision: UInt64 = 0
    /// State of the transition.
    public package(set) var state = PictureInPictureTransitionState.idle
    /// True if a start would be granted.
    public package(set) var isPossible = false
    /// True from just before *didStart* to just before *didStop*.
    public package(set) var isActive = false
    /// True if active, but hidden and paused by a call that took the slot or by the lock of the session.
    public package(set) var isSuspended = false
    /// True if the user has stashed the overlay at an edge.
    public package(set) var isStashed = false
    /// True if a session of the user is in Picture in Picture and can be stopped.
    public package(set) var canStop = false
    /// True if the session started because the app went to the background.
    public package(set) var isAutomatic = false
    /// True if the app's window disappeared in a swap.
    public package(set) var isBackground = false

    /// Creates the snapshot of an idle session.
    package init() {}
}
