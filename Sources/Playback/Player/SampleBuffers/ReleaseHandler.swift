/// Calls an app's release handler when the last reader of its memory releases this object.
final class ReleaseHandler: Sendable {
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}
