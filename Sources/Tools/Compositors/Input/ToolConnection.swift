import CLinux
import CWayland
import Glibc
package import OrielPlatform
package import OrielWaylandProtocols

/// A test tool's own connection to a compositor, independent of the code under test. It belongs to one thread.
package final class ToolConnection {
    /// A global as announced by the registry.
    package struct Global: Hashable, Sendable {
        package let name: UInt32
        package let interface: String
        package let version: UInt32
    }

    package let display: WlDisplay
    package private(set) var globals: [Global] = []
    private let registry: WlRegistry
    private let pointer: OpaquePointer

    /// Connects (`wl_display_connect`) and collects the globals.
    /// - Parameter socket: absolute path of the socket.
    package init(socket: String) throws {
        guard let pointer = wl_display_connect(socket) else {
            throw TestSupportError("no compositor answers at \(socket): \(String(cString: strerror(errno)))")
        }
        self.pointer = pointer
        display = WlDisplay(connection: pointer)
        registry = display.getRegistry()
        registry.onEvent = { [unowned self] event in
            switch event {
            case .global(let name, let interface, let version):
                globals.append(Global(name: name, interface: interface, version: version))
            case .globalRemove(let name): globals.removeAll { $0.name == name }
            }
        }
        try roundtrip()
    }

    deinit {
        display.table.abandonAll()
        wl_display_disconnect(pointer)
    }

    /// Binds the first global of a class; nil if the compositor offers none.
    package func bind<T: Proxy>(_ type: T.Type, version: UInt32) -> T? { bindAll(type, version: version).first }

    /// Binds all globals of a class.
    package func bindAll<T: Proxy>(_ type: T.Type, version: UInt32) -> [T] {
        globals.filter { $0.interface == type.interface.name }.map {
            registry.bind(type, name: $0.name, version: min(version, $0.version))
        }
    }

    /// Binds a required global.
    /// - Throws: if the compositor doesn't offer it.
    package func require<T: Proxy>(_ type: T.Type, version: UInt32) throws -> T {
        guard let object = bind(type, version: version) else {
            throw TestSupportError("the compositor offers no \(type.interface.name)")
        }
        return object
    }

    /// Sends all requests and waits until the compositor has processed them (`wl_display_roundtrip`).
    package func roundtrip() throws {
        if wl_display_roundtrip(pointer) < 0 { throw failure }
    }

    /// Sends queued requests (`wl_display_flush`).
    package func flush() { wl_display_flush(pointer) }

    /// Sends queued requests, waits for events, a wakeup or the limit, and dispatches. True if there were events.
    @discardableResult
    package func dispatch(limit: Duration, waking wakeup: Wakeup? = nil) throws -> Bool {
        while wl_display_prepare_read(pointer) != 0 {
            guard wl_display_dispatch_pending(pointer) == 0 else { return try checked(true) }
            if wl_display_get_error(pointer) != 0 { throw failure }
        }
        wl_display_flush(pointer)
        var entries = [
            pollfd(fd: wl_display_get_fd(pointer), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeup?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&entries, 2, CInt(clamping: (max(.zero, limit).nanoseconds + 999_999) / 1_000_000))
        guard count > 0, entries[0].revents != 0 else {
            wl_display_cancel_read(pointer)
            return false
        }
        guard wl_display_read_events(pointer) == 0, wl_display_dispatch_pending(pointer) >= 0 else { throw failure }
        return try checked(true)
    }

    private func checked(_ result: Bool) throws -> Bool {
        if wl_display_get_error(pointer) != 0 { throw failure }
        return result
    }

    private var failure: TestSupportError {
        let error = wl_display_get_error(pointer)
        guard error == EPROTO else {
            return TestSupportError("the compositor is gone: \(String(cString: strerror(error)))")
        }
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = wl_display_get_protocol_error(pointer, &interface, &id)
        let name = interface.flatMap { $0.pointee.name.map { String(cString: $0) } } ?? "an object"
        return TestSupportError("the compositor sent error \(code) on \(name)")
    }

    /// Returns the outputs with their names and sizes in pixels; takes two round trips.
    package func outputs() throws -> [ToolOutput] {
        let outputs = bindAll(WlOutput.self, version: 4).map(ToolOutput.init)
        try roundtrip()
        return outputs
    }
}

/// An output, for test tools.
package final class ToolOutput {
    package let proxy: WlOutput
    package private(set) var name = ""
    package private(set) var width = 0
    package private(set) var height = 0
    /// Transform of the output (`wl_output.geometry`).
    package private(set) var transform = WlOutput.Transform.normal

    /// Clockwise quarter turns that bring a scanned-out frame upright; nil if it is mirrored.
    package var turns: Int? {
        switch transform {
        case .normal: 0
        case ._90: 1
        case ._180: 2
        case ._270: 3
        default: nil
        }
    }

    init(_ proxy: WlOutput) {
        self.proxy = proxy
        // The proxy may outlive this object.
        proxy.onEvent = { [weak self] event in
            switch event {
            case .name(let name): self?.name = name
            case .geometry(_, _, _, _, _, _, _, let transform): self?.transform = transform
            case .mode(let flags, let width, let height, _) where flags.contains(.current):
                self?.width = Int(width)
                self?.height = Int(height)
            default: break
            }
        }
    }
}
