public import SystemPackage

/// Reason why the desktop gives no camera.
public enum CameraRefusal: Hashable, Sendable {
    /// The user refuses, now or once before.
    case denied
    /// The desktop has no portal, or one without cameras; a program outside of a sandbox needs none.
    case absent(Errno)
    /// The portal fails, or its answer makes no sense.
    case failed(Errno)
    /// The portal or the user doesn't answer.
    case timedOut
}
