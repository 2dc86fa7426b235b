public import SystemPackage

/// Reason why the desktop shares no window or screen, or no longer.
public enum ScreenCastRefusal: Hashable, Sendable {
    /// The user has cancelled the desktop's dialogue.
    case cancelled
    /// The desktop has ended the dialogue otherwise, or refuses.
    case denied
    /// The desktop has no portal, or one without screen casts.
    case unsupported(Errno)
    /// The desktop shares none of the wanted kinds.
    case noSuchSource
    /// The portal fails, or its answer makes no sense.
    case failed(Errno)
    /// The portal or the user doesn't answer.
    case timedOut
    /// The desktop has ended a share that was granted.
    case revoked
}
