import CWayland

/// A protocol object of this client (`struct wl_proxy`); generated classes add its requests and events.
///
/// An object lives until its destructor request is sent, a destructor event arrives, `abandon()` is called or the
/// connection ends; its `ObjectTable` keeps it so long. After that it is inert: requests do nothing, objects made by it
/// are inert too, and events that were already queued are dropped. Nothing from outside can trap here.
///
/// Neither `Sendable` nor isolated: it belongs to the thread that dispatches the connection.
open class Proxy {
    /// The class's table. Generated classes override it.
    open class var interface: ProtocolInterface { anyInterface }
    private static let anyInterface = ProtocolInterface(name: "", version: 1, requests: [], events: [])

    /// libwayland's object (`struct wl_proxy *`), nil once this object has ended. For EGL and other C interfaces.
    public private(set) var pointer: OpaquePointer?
    /// The version that was bound, or the creator's.
    public let version: UInt32
    /// The live objects of this object's connection.
    public let table: ObjectTable

    /// What a generated class is made from; only the run-time types make one.
    public struct Raw {
        let pointer: OpaquePointer?
        let version: UInt32
        let table: ObjectTable
        /// False for `wl_display`, whose events libwayland answers itself.
        var listens = true
    }

    /// Used by generated code and the run-time types.
    public required init(_ raw: Raw) {
        pointer = raw.pointer
        version = raw.version
        table = raw.table
        guard let pointer else { return }
        table.insert(self)
        if raw.listens {
            wl_proxy_add_dispatcher(
                pointer, dispatchEvent, Proxy.mark, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// False once the object has ended.
    public var isAlive: Bool { pointer != nil }

    /// The number of the object on the wire, 0 once it has ended (`wl_proxy_get_id`).
    public var id: UInt32 { pointer.map { wl_proxy_get_id($0) } ?? 0 }

    /// Ends the object on this side alone (`wl_proxy_destroy`), for what has no destructor, such as `wl_registry`.
    public final func abandon() {
        guard let pointer = end() else { return }
        // The display itself is freed by wl_display_disconnect.
        if !(self is WlDisplay) { wl_proxy_destroy(pointer) }
    }

    /// Makes the object inert; answers what it was.
    private func end() -> OpaquePointer? {
        guard let ended = pointer else { return nil }
        pointer = nil
        forgetHandler()
        table.remove(self)
        return ended
    }

    // MARK: Requests

    /// A request's argument, for generated code.
    public enum Argument {
        case int(Int32)
        case uint(UInt32)
        case fixed(Double)
        case string(String?)
        case object(Proxy)
        case optionalObject(Proxy?)
        /// An object that isn't from generated code, such as a cursor theme's buffer.
        case foreignObject(OpaquePointer)
        case newObject
        case newObjectOfAnyInterface
        case array([UInt8]?)
        case descriptor(CInt)
    }

    /// Sends a request (`wl_proxy_marshal_array_flags`). Nothing happens if this object or an argument has ended.
    public final func send(
        _ opcode: UInt32, since: UInt32 = 1, destroying: Bool = false, _ arguments: Argument...
    ) {
        precondition(version >= since, "\(Self.interface.name) is version \(version), the request needs \(since)")
        guard let pointer, arguments.allSatisfy(\.isUsable) else { return }
        // Ended first, so that nothing can reach the object while libwayland frees it.
        if destroying { _ = end() }
        withWireArguments(arguments, new: nil) { list in
            _ = wl_proxy_marshal_array_flags(pointer, opcode, nil, version, destroying ? destroyFlag : 0, list)
        }
    }

    /// Sends a request that makes an object, which is inert if this object or an argument has ended.
    /// - Parameter version: what is bound, for `wl_registry.bind`; clamped to what `type`'s table describes.
    public final func create<T: Proxy>(
        _ type: T.Type, version wanted: UInt32? = nil, _ opcode: UInt32, since: UInt32 = 1, destroying: Bool = false,
        _ arguments: Argument...
    ) -> T {
        precondition(version >= since, "\(Self.interface.name) is version \(version), the request needs \(since)")
        let newVersion = wanted.map { max(1, min($0, type.interface.version)) } ?? version
        guard let pointer, arguments.allSatisfy(\.isUsable) else {
            return T(Raw(pointer: nil, version: newVersion, table: table))
        }
        if destroying { _ = end() }
        var made: OpaquePointer?
        withWireArguments(arguments, new: (type.interface.name, newVersion)) { list in
            made = wl_proxy_marshal_array_flags(
                pointer, opcode, type.interface.wlInterface, newVersion, destroying ? destroyFlag : 0, list)
        }
        return T(Raw(pointer: made, version: newVersion, table: table))
    }

    // MARK: Events

    /// True if someone listens; generated classes override it. Without a handler an event's descriptors are closed.
    open var hasHandler: Bool { false }

    /// Decodes an event and hands it over; generated classes override it.
    open func receive(_ opcode: UInt32, _ arguments: EventArguments) {}

    /// Drops the handler and what it holds; generated classes override it.
    open func forgetHandler() {}

    fileprivate func dispatch(_ opcode: UInt32, _ arguments: EventArguments) {
        if hasHandler { receive(opcode, arguments) } else { arguments.discard() }
        if Self.interface.events.indices.contains(Int(opcode)), Self.interface.events[Int(opcode)].destroys {
            abandon()
        }
    }

    /// Marks the objects that are ours: others on the same connection (EGL's, the cursor theme's) carry foreign data.
    /// Allocated once and never freed, as libwayland keeps it; only its address counts.
    private nonisolated(unsafe) static let mark: UnsafeRawPointer = UnsafeRawPointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// The Swift object behind a C one, nil for null and for what isn't ours.
    static func existing(_ pointer: OpaquePointer?) -> Proxy? {
        guard let pointer, wl_proxy_get_listener(pointer) == mark, let data = wl_proxy_get_user_data(pointer) else {
            return nil
        }
        return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
    }
}

/// `WL_MARSHAL_FLAG_DESTROY`, a macro that isn't imported.
private let destroyFlag: UInt32 = 1

/// The `wl_dispatcher_func_t` of every object. The table keeps the object, so the unretained pointer holds.
private func dispatchEvent(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> CInt {
    guard let target, let message, let proxy = Proxy.existing(OpaquePointer(target)) else { return 0 }
    proxy.dispatch(opcode, EventArguments(values: arguments, message: message, owner: proxy))
    return 0
}

extension WlSurface {
    /// `wl_surface.attach` of a buffer that isn't from generated code: a cursor theme's `wl_buffer`.
    public func attach(foreignBuffer: OpaquePointer) { send(1, .foreignObject(foreignBuffer), .int(0), .int(0)) }
}

extension Proxy: Hashable {
    public static func == (a: Proxy, b: Proxy) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension WlDisplay {
    /// The display of a connection (`wl_display_connect`), with a table of its own. Disconnecting stays the caller's:
    /// `table.abandonAll()`, then `wl_display_disconnect`.
    public convenience init(connection: OpaquePointer) {
        self.init(Raw(pointer: connection, version: 1, table: ObjectTable(), listens: false))
    }
}
