/// What can be observed of a ``PictureInPictureController``, at one moment.
public struct PictureInPictureSnapshot: Hashable, Sendable {
    /// Grows by one with each change.
    public package(set) var revision: UInt64 = 0
    /// Where the session stands.
    public package(set) var state = PictureInPictureTransitionState.idle
    /// A start would be granted.
    public package(set) var isPossible = false
    /// True from just before *didStart* to just before *didStop*.
    public package(set) var isActive = false
    /// Active, but hidden and paused: by a call that took the slot, or by the session's lock.
    public package(set) var isSuspended = false
    /// Pushed past the edge by the user.
    public package(set) var isStashed = false
    /// Some picture of the user's session can be stopped.
    public package(set) var canStop = false
    /// The session began by the app going to the background.
    public package(set) var isAutomatic = false
    /// The app's window went away with a swap.
    public package(set) var isBackground = false

    /// That of a session in which nothing has happened.
    package init() {}
}
