import CWaylandServer
import Glibc
import OrielPlatform
import OrielWaylandProtocols

/// The server's side of a Wayland display (`struct wl_display` of libwayland-server), for fake compositors. It belongs
/// to the thread that dispatches it; `ServerThread` creates one.
package final class ServerDisplay {
    private let display: OpaquePointer
    private var globals: [UInt64: Global] = [:]
    private var nextNumber: UInt64 = 1

    /// Identifies a global that was added.
    package struct GlobalToken: Hashable, Sendable { fileprivate let number: UInt64 }

    private final class Global {
        var pointer: OpaquePointer?
        let bind: (OpaquePointer, UInt32, UInt32) -> Void
        init(bind: @escaping (OpaquePointer, UInt32, UInt32) -> Void) { self.bind = bind }
    }

    package init() throws {
        guard let made = wl_display_create() else { throw TestSupportError("wl_display_create failed") }
        display = made
    }

    deinit {
        wl_display_destroy_clients(display)
        for global in globals.values { global.pointer.map { wl_global_destroy($0) } }
        wl_display_destroy(display)
    }

    /// Descriptor that is readable when there are requests to dispatch.
    package var descriptor: CInt { wl_event_loop_get_fd(wl_display_get_event_loop(display)) }

    /// Dispatches requests and flushes events. Never waits.
    package func dispatch() {
        wl_event_loop_dispatch(wl_display_get_event_loop(display), 0)
        wl_display_flush_clients(display)
    }

    /// Returns a new serial (`wl_display_next_serial`).
    package func nextSerial() -> UInt32 { wl_display_next_serial(display) }

    /// Listens on a socket at this path.
    package func listen(at path: String) throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard socket >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw TestSupportError("no socket at \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(socket, 16) == 0, wl_display_add_socket_fd(display, socket) == 0 else {
            close(socket)
            throw TestSupportError("can't listen at \(path)")
        }
    }

    /// Ends all clients' connections, as at a compositor's death.
    package func disconnectClients() { wl_display_destroy_clients(display) }

    /// Adds a global (`wl_global_create`).
    /// - Parameter bound: called with each client's object; sets its handlers and sends the first events.
    @discardableResult
    package func addGlobal<T: Resource>(
        _ type: T.Type, version: UInt32, _ bound: @escaping (T) -> Void
    ) -> GlobalToken {
        let global = Global { client, version, id in bound(T(Resource.Raw(client: client, version: version, id: id))) }
        let interface = type.interface.pointer.assumingMemoryBound(to: wl_interface.self)
        let number = nextNumber
        nextNumber += 1
        globals[number] = global
        global.pointer = wl_global_create(
            display, interface, CInt(clamping: min(version, type.interface.version)),
            Unmanaged.passUnretained(global).toOpaque()
        ) { client, data, version, id in
            guard let client, let data else { return }
            Unmanaged<Global>.fromOpaque(data).takeUnretainedValue().bind(client, version, id)
        }
        return GlobalToken(number: number)
    }

    /// A timer of the display's loop (`wl_event_loop_add_timer`), initially disarmed; removed with this object.
    package final class EventSource {
        private var source: OpaquePointer?
        private let handler: () -> Void
        /// Retained, since its loop owns the source.
        private let display: ServerDisplay

        fileprivate init(_ display: ServerDisplay, _ handler: @escaping () -> Void) {
            self.display = display
            self.handler = handler
            source = wl_event_loop_add_timer(
                wl_display_get_event_loop(display.display),
                { data in
                    if let data { Unmanaged<EventSource>.fromOpaque(data).takeUnretainedValue().handler() }
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        deinit { source.map { _ = wl_event_source_remove($0) } }

        /// Runs the handler once after the delay.
        package func fire(afterMilliseconds delay: Int) {
            source.map { _ = wl_event_source_timer_update($0, CInt(clamping: delay)) }
        }

        package func disarm() { source.map { _ = wl_event_source_timer_update($0, 0) } }
    }

    package func addTimer(_ handler: @escaping () -> Void) -> EventSource {
        EventSource(self, handler)
    }

    /// Removes a global (`wl_global_destroy`); bound objects stay.
    package func removeGlobal(_ token: GlobalToken) {
        guard let global = globals.removeValue(forKey: token.number) else { return }
        global.pointer.map { wl_global_destroy($0) }
    }
}
