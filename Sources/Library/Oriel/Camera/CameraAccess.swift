import OrielPlatform
import OrielSessionBus

/// The way to PipeWire's cameras: by the desktop's portal, which asks the user, or directly where there is none.
@MainActor
final class CameraAccess {
    private let loop: MainLoop
    private var portal: CameraPortal?
    /// Whether the user was asked, by the portal.
    var isByPortal: Bool { portal != nil }

    /// Asks for permission.
    /// - Parameter done: called once, from the loop; with nil once there are cameras to connect to.
    init(
        loop: MainLoop, buses: BusConnections, limits: PortalLimits,
        done: @escaping @MainActor (CameraEnd?) -> Void
    ) {
        self.loop = loop
        do throws(PlatformError) {
            let portal = try CameraPortal(buses, limits: limits)
            portal.onGrant = { MainActor.assumeIsolated { done(nil) } }
            portal.onEnd = { [weak self] refusal in
                MainActor.assumeIsolated {
                    let end = CameraEnd(refusal)
                    // The portal is in a call of its own.
                    _ = loop.after(.zero) {
                        if end == nil { self?.portal = nil }; done(end)
                    }
                }
            }
            self.portal = portal
        } catch { _ = loop.after(.zero) { done(nil) } }
    }

    /// Opens a connection to PipeWire.
    /// - Parameter done: called once, at once or from the loop, with a descriptor to close, or -1 for the user's
    ///   PipeWire; with nil if the portal gives none.
    func connect(_ done: @escaping @MainActor (CInt?) -> Void) {
        guard let portal else { return done(-1) }
        portal.connect { remote in
            let number = remote?.release()
            MainActor.assumeIsolated { done(number) }
        }
    }

    /// Asks whether there is a camera that the portal may show to others.
    func askForPresence(_ done: @escaping @MainActor (Bool) -> Void) {
        guard let portal else { return done(false) }
        portal.askForPresence { isPresent in MainActor.assumeIsolated { done(isPresent ?? false) } }
    }

    func stop() {
        portal?.stop()
        portal = nil
    }
}
