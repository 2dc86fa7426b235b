import CWayland
import Glibc

extension WaylandError {
    /// Describes in a sentence why a connection ended (`wl_display_get_error`, `wl_display_get_protocol_error`).
    /// - Parameter hasOverflowed: whether more requests waited for the compositor than are kept.
    init(endOf connection: OpaquePointer, hasOverflowed: Bool) {
        let reason = wl_display_get_error(connection)
        guard reason != 0 || !hasOverflowed else {
            self.init(.connectionLost, "the Wayland connection is given up: the compositor reads nothing any more")
            return
        }
        guard reason == EPROTO else {
            let text =
                reason == 0 || reason == EPIPE || reason == ECONNRESET ? "" : ": \(String(cString: strerror(reason)))"
            self.init(.connectionLost, "the compositor has closed the Wayland connection\(text)")
            return
        }
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = wl_display_get_protocol_error(connection, &interface, &id)
        let name = interface.flatMap { $0.pointee.name }.map { String(cString: $0) } ?? "an object"
        let line = WaylandLog.lastLine
        let detail = line.firstRange(of: "error \(code): ").map { " (\(line[$0.upperBound...]))" } ?? ""
        self.init(.protocolError, "the compositor ended the connection: \(name)#\(id) raised error \(code)\(detail)")
    }
}
