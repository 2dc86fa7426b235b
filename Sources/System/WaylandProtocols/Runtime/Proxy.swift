import CWayland

/// A protocol object of this client (`struct wl_proxy`); generated subclasses add its requests and events.
///
/// An object lives until its destructor request is sent, a destructor event arrives, `abandon()` is called or the
/// connection ends; until then its `ObjectTable` retains it. After that it is inert: requests do nothing, objects
/// created by it are inert too, and events already queued are dropped. No input from the compositor can trap here.
///
/// Neither `Sendable` nor isolated: it belongs to the thread that dispatches the connection.
open class Proxy {
    /// The class's interface description. Generated classes override it.
    open class var interface: ProtocolInterface { anyInterface }
    private static let anyInterface = ProtocolInterface(name: "", version: 1, requests: [], events: [])

    /// libwayland's object (`struct wl_proxy *`); nil once this object has ended. For EGL and other C interfaces.
    public private(set) var pointer: OpaquePointer?
    /// The bound version, or that of the object that created this one.
    public let version: UInt32
    /// The live objects of this object's connection.
    public let table: ObjectTable

    /// Input of a generated class's initialiser; only this module creates it.
    public struct Raw {
        let pointer: OpaquePointer?
        let version: UInt32
        let table: ObjectTable
        /// False for `wl_display`, as libwayland handles its events itself.
        var listens = true
        /// True for an object of other code, which requests only name.
        var isForeign = false
    }

    /// Creates the object; for generated code and this module.
    public required init(_ raw: Raw) {
        pointer = raw.pointer
        version = raw.version
        table = raw.table
        guard let pointer, !raw.isForeign else { return }
        table.insert(self)
        if raw.listens {
            wl_proxy_add_dispatcher(
                pointer, dispatchEvent, Proxy.mark, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Names an object that other code has made on the connection, such as a surface of the app's, in requests. Only
    /// that code ends it.
    public convenience init(foreign pointer: OpaquePointer, on table: ObjectTable) {
        self.init(Raw(pointer: pointer, version: 1, table: table, isForeign: true))
    }

    /// False once the object has ended.
    public var isAlive: Bool { pointer != nil }

    /// The object's protocol ID; 0 once it has ended (`wl_proxy_get_id`).
    public var id: UInt32 { pointer.map { wl_proxy_get_id($0) } ?? 0 }

    /// Ends the object on the client's side only (`wl_proxy_destroy`), for interfaces without destructor, such as
    /// `wl_registry`.
    public final func abandon() {
        guard let pointer = end() else { return }
        // `wl_display_disconnect` frees the display itself.
        guard !(self is WlDisplay) else { return }
        wl_proxy_set_user_data(pointer, nil)
        table.requests.afterHeld { wl_proxy_destroy(pointer) }
    }

    /// Ends the object without touching libwayland's, which was freed or must be left.
    func forget() { _ = end() }

    /// Makes the object inert and returns its former pointer; nil if it had already ended.
    private func end() -> OpaquePointer? {
        guard let ended = pointer else { return nil }
        pointer = nil
        forgetHandler()
        table.remove(self)
        return ended
    }

    // MARK: Requests

    /// An argument of a request, for generated code.
    public enum Argument {
        case int(Int32)
        case uint(UInt32)
        case fixed(Double)
        case string(String?)
        case object(Proxy)
        case optionalObject(Proxy?)
        /// An object of libwayland's whose Swift object may have ended.
        case foreignObject(OpaquePointer)
        case newObject
        case newObjectOfAnyInterface
        case array([UInt8]?)
        case descriptor(CInt)
    }

    /// Sends a request (`wl_proxy_marshal_array_flags`). Does nothing if this object or an argument has ended.
    public final func send(
        _ opcode: UInt32, since: UInt32 = 1, destroying: Bool = false, _ arguments: Argument...
    ) {
        precondition(version >= since, "\(Self.interface.name) is version \(version), the request needs \(since)")
        guard let pointer, arguments.allSatisfy(\.isUsable) else { return }
        let size = RequestSize(arguments)
        guard table.requests.admit(size) else {
            table.requests.hold(
                HeldRequest(pointer, opcode, version: version, isLast: destroying, size: size, arguments))
            if destroying { _ = end() }
            return
        }
        // The object ends first, so that it can't be used while libwayland frees it.
        if destroying { _ = end() }
        withWireArguments(arguments, new: nil) { list in
            _ = wl_proxy_marshal_array_flags(pointer, opcode, nil, version, destroying ? destroyFlag : 0, list)
        }
    }

    /// Sends a request that creates an object. The result is inert if this object or an argument has ended.
    /// - Parameter version: version to bind, for `wl_registry.bind`; limited to the version that `type` describes.
    public final func create<T: Proxy>(
        _ type: T.Type, version wanted: UInt32? = nil, _ opcode: UInt32, since: UInt32 = 1, destroying: Bool = false,
        _ arguments: Argument...
    ) -> T {
        precondition(version >= since, "\(Self.interface.name) is version \(version), the request needs \(since)")
        let newVersion = wanted.map { max(1, min($0, type.interface.version)) } ?? version
        guard let pointer, arguments.allSatisfy(\.isUsable) else {
            return type.init(Raw(pointer: nil, version: newVersion, table: table))
        }
        let size = RequestSize(arguments, interface: type.interface.name)
        guard table.requests.admit(size) else {
            return hold(type, newVersion, pointer, opcode, destroying: destroying, size, arguments)
        }
        if destroying { _ = end() }
        var made: OpaquePointer?
        withWireArguments(arguments, new: (type.interface.name, newVersion)) { list in
            made = wl_proxy_marshal_array_flags(
                pointer, opcode, type.interface.wlInterface, newVersion, destroying ? destroyFlag : 0, list)
        }
        return type.init(Raw(pointer: made, version: newVersion, table: table))
    }

    /// Creates an object now whose request waits for room in the socket.
    private func hold<T: Proxy>(
        _ type: T.Type, _ newVersion: UInt32, _ pointer: OpaquePointer, _ opcode: UInt32, destroying: Bool,
        _ size: RequestSize, _ arguments: [Argument]
    ) -> T {
        guard let made = wl_proxy_create(pointer, type.interface.wlInterface) else {
            return type.init(Raw(pointer: nil, version: newVersion, table: table))
        }
        let object = type.init(Raw(pointer: made, version: newVersion, table: table))
        table.requests.hold(
            HeldRequest(
                pointer, opcode, version: newVersion, isLast: destroying, size: size, arguments,
                new: (made, type.interface.name, newVersion)))
        if destroying { _ = end() }
        return object
    }

    // MARK: Events

    /// True if a handler is set; generated classes override it. Without a handler an event's descriptors are closed.
    open var hasHandler: Bool { false }

    /// Decodes an event and calls the handler; generated classes override it.
    open func receive(_ opcode: UInt32, _ arguments: EventArguments) {}

    /// Releases the handler and its captures; generated classes override it.
    open func forgetHandler() {}

    fileprivate func dispatch(_ opcode: UInt32, _ arguments: EventArguments) {
        if hasHandler {
            receive(opcode, arguments)
        } else {
            EventArguments.discard(arguments.values, of: arguments.message)
        }
        if Self.interface.events.indices.contains(Int(opcode)), Self.interface.events[Int(opcode)].destroys {
            abandon()
        }
    }

    /// Listener address that marks our objects: other objects on the connection (EGL's, the cursor theme's) have
    /// foreign user data. Allocated once and never freed, as libwayland keeps it.
    private nonisolated(unsafe) static let mark: UnsafeRawPointer = UnsafeRawPointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// The Swift object of a C proxy; nil for null and for proxies not ours.
    static func existing(_ pointer: OpaquePointer?) -> Proxy? {
        guard let pointer, wl_proxy_get_listener(pointer) == mark, let data = wl_proxy_get_user_data(pointer) else {
            return nil
        }
        return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
    }
}

/// `WL_MARSHAL_FLAG_DESTROY`, a macro that Swift doesn't import.
let destroyFlag: UInt32 = 1

/// The `wl_dispatcher_func_t` of every object. The object table retains the object, so the unretained pointer is valid.
private func dispatchEvent(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> CInt {
    guard let target, let message else { return 0 }
    guard let proxy = Proxy.existing(OpaquePointer(target)) else {
        EventArguments.discard(arguments, of: message)
        return 0
    }
    proxy.dispatch(opcode, EventArguments(values: arguments, message: message, owner: proxy))
    return 0
}

extension Proxy: Hashable {
    public static func == (a: Proxy, b: Proxy) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension WlDisplay {
    /// Wraps a connected display (`wl_display_connect`) with its own object table. The caller disconnects it:
    /// `table.abandonAll()`, then `wl_display_disconnect`.
    public convenience init(connection: OpaquePointer) {
        self.init(Raw(pointer: connection, version: 1, table: ObjectTable(), listens: false))
    }
}
