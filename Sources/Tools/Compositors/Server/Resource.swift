import CWaylandServer
import Glibc
package import OrielWaylandProtocols

/// A protocol object of a fake compositor (`struct wl_resource`); generated subclasses add its events and requests.
///
/// It lives until the client destroys it or disconnects; then it is inert: it sends no events and receives no requests.
/// As its display, it belongs to one thread.
package class Resource {
    /// The class's interface description. Generated classes override it.
    package class var interface: ProtocolInterface { WlDisplay.interface }

    /// libwayland's object (`struct wl_resource *`); nil once it has ended.
    package private(set) var pointer: OpaquePointer?
    /// The version bound by the client, or that of the object that created this one.
    package let version: UInt32
    /// `struct wl_client *`, for comparisons only; dangling once the client has disconnected.
    package let client: OpaquePointer
    /// The object's protocol ID.
    package let id: UInt32
    /// Runs when the object has ended: the client destroyed it or disconnected.
    package var onDestroy: (() -> Void)?

    /// Input of a generated class's initialiser; only this module creates it.
    package struct Raw {
        let client: OpaquePointer
        let version: UInt32
        /// 0 lets libwayland choose, for objects created by an event.
        let id: UInt32
    }

    /// Creates the object (`wl_resource_create`). libwayland retains it until its end.
    package required init(_ raw: Raw) {
        client = raw.client
        version = raw.version
        let interface = Self.interface.pointer.assumingMemoryBound(to: wl_interface.self)
        let made = wl_resource_create(raw.client, interface, CInt(clamping: raw.version), raw.id)
        pointer = made
        id = made.map { wl_resource_get_id($0) } ?? 0
        guard let made else { return }
        wl_resource_set_dispatcher(
            made, dispatchRequest, Resource.mark, Unmanaged.passRetained(self).toOpaque(), endResource)
    }

    /// False once the object has ended.
    package var isAlive: Bool { pointer != nil }

    /// Destroys the object on the server's side (`wl_resource_destroy`).
    package final func destroy() { pointer.map { wl_resource_destroy($0) } }

    /// Ends the client's connection with a protocol error (`wl_resource_post_error`).
    package final func postError(_ code: UInt32, _ message: String) {
        pointer.map { oriel_wl_resource_post_error($0, code, message) }
    }

    // MARK: Events

    /// An argument of an event, for generated code.
    package enum Argument {
        case int(Int32)
        case uint(UInt32)
        case fixed(Double)
        case string(String?)
        case object(Resource?)
        case newObject
        case array([UInt8]?)
        case descriptor(CInt)
    }

    /// Sends an event (`wl_resource_post_event_array`), unless the object has ended or its version lacks the event.
    package final func send(_ opcode: UInt32, since: UInt32 = 1, _ arguments: Argument...) {
        post(opcode, since: since, arguments, new: nil)
    }

    /// Sends an event that creates an object.
    package final func create<T: Resource>(
        _ type: T.Type, _ opcode: UInt32, since: UInt32 = 1, _ arguments: Argument...
    ) -> T {
        let made = T(Raw(client: client, version: version, id: 0))
        post(opcode, since: since, arguments, new: made)
        return made
    }

    private func post(_ opcode: UInt32, since: UInt32, _ arguments: [Argument], new: Resource?) {
        guard let pointer, version >= since else { return }
        var memory: [UnsafeMutableRawPointer] = []
        defer { for block in memory { free(block) } }
        var values = arguments.map { argument in
            var value = wl_argument()
            switch argument {
            case .int(let number): value.i = number
            case .uint(let number): value.u = number
            case .fixed(let number): value.f = Int32(max(-8_388_608, min(8_388_607, number)) * 256)
            case .string(let text):
                let copy = text.flatMap { strdup($0) }
                copy.map { memory.append(UnsafeMutableRawPointer($0)) }
                value.s = copy.map { UnsafePointer($0) }
            case .object(let object): value.o = object?.pointer
            case .newObject: value.o = new?.pointer
            case .array(let bytes):
                guard let bytes, let block = malloc(MemoryLayout<wl_array>.size + bytes.count) else { break }
                memory.append(block)
                let data = block + MemoryLayout<wl_array>.size
                data.copyMemory(from: bytes, byteCount: bytes.count)
                value.a = block.bindMemory(to: wl_array.self, capacity: 1)
                value.a.pointee = wl_array(size: bytes.count, alloc: bytes.count, data: data)
            case .descriptor(let number): value.h = number
            }
            return value
        }
        wl_resource_post_event_array(pointer, opcode, &values)
    }

    // MARK: Requests

    /// Decodes a request and calls the handler; generated classes override it.
    package func receive(_ opcode: UInt32, _ arguments: RequestArguments) {}

    /// Releases the handler and its captures; generated classes override it.
    package func forgetHandler() {}

    fileprivate func dispatch(_ opcode: UInt32, _ arguments: RequestArguments) {
        receive(opcode, arguments)
        let requests = Self.interface.requests
        if requests.indices.contains(Int(opcode)), requests[Int(opcode)].destroys { destroy() }
    }

    fileprivate func end() {
        pointer = nil
        let handler = onDestroy
        onDestroy = nil
        forgetHandler()
        handler?()
    }

    /// Dispatcher address that marks our objects. Allocated once and never freed; only its address matters.
    fileprivate nonisolated(unsafe) static let mark: UnsafeRawPointer = UnsafeRawPointer(
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    /// Returns the Swift object of a C resource; nil for null and for resources not ours.
    static func existing(_ pointer: OpaquePointer?) -> Self? {
        let interface = Self.interface.pointer.assumingMemoryBound(to: wl_interface.self)
        guard let pointer, wl_resource_instance_of(pointer, interface, mark) != 0,
            let data = wl_resource_get_user_data(pointer)
        else { return nil }
        return Unmanaged<Resource>.fromOpaque(data).takeUnretainedValue() as? Self
    }
}

private func dispatchRequest(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> CInt {
    guard let target, let data = wl_resource_get_user_data(OpaquePointer(target)) else { return 0 }
    let resource = Unmanaged<Resource>.fromOpaque(data).takeUnretainedValue()
    resource.dispatch(opcode, RequestArguments(values: arguments, owner: resource))
    return 0
}

private func endResource(_ pointer: OpaquePointer?) {
    guard let pointer, let data = wl_resource_get_user_data(pointer) else { return }
    Unmanaged<Resource>.fromOpaque(data).takeRetainedValue().end()
}

extension Resource: Hashable {
    package static func == (a: Resource, b: Resource) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
