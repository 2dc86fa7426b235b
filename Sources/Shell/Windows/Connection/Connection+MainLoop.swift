import OrielPlatform
import OrielWayland

extension Connection {
    /// Serves the connection from the main loop: see `attach(to:onLost:)`.
    /// - Throws: `WaylandError` if the loop can't watch the socket.
    @MainActor func attach(
        to loop: MainLoop, onLost: @escaping @MainActor (WaylandError) -> Void
    ) throws(WaylandError) {
        do throws(PlatformError) {
            try attach(to: loop.eventLoop) { error in MainActor.assumeIsolated { onLost(error) } }
        } catch { throw WaylandError(.resources, error.description) }
    }
}
