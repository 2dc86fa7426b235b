import CWayland
import Glibc

/// A request that waits for room in the socket. Its objects are libwayland's, which live until the requests that end
/// them are sent.
struct HeldRequest {
    let target: OpaquePointer
    let opcode: UInt32
    let version: UInt32
    /// The request ends its object.
    let isLast: Bool
    let size: RequestSize
    private let arguments: [Proxy.Argument]

    /// - Parameters:
    ///   - new: the object that the request creates, and its interface's name and version.
    init(
        _ target: OpaquePointer, _ opcode: UInt32, version: UInt32, isLast: Bool, size: RequestSize,
        _ arguments: [Proxy.Argument], new: (object: OpaquePointer, interface: String, version: UInt32)? = nil
    ) {
        self.target = target
        self.opcode = opcode
        self.version = version
        self.isLast = isLast
        self.size = size
        self.arguments = arguments.flatMap { argument -> [Proxy.Argument] in
            switch argument {
            case .object(let object): object.pointer.map { [.foreignObject($0)] } ?? [.optionalObject(nil)]
            case .optionalObject(let object):
                object?.pointer.map { [.foreignObject($0)] } ?? [.optionalObject(nil)]
            case .newObject: new.map { [.foreignObject($0.object)] } ?? [.newObject]
            case .newObjectOfAnyInterface:
                new.map { [.string($0.interface), .uint($0.version), .foreignObject($0.object)] } ?? [argument]
            // The caller may close its own once the request is made.
            case .descriptor(let number): [.descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0))]
            default: [argument]
            }
        }
        // Events that are on their way to an object that has ended here are dropped.
        if isLast { wl_proxy_set_user_data(target, nil) }
    }

    /// Hands the request to libwayland.
    func send() {
        withWireArguments(arguments, new: nil) { list in
            _ = wl_proxy_marshal_array_flags(target, opcode, nil, version, isLast ? destroyFlag : 0, list)
        }
        closeDescriptors()
    }

    /// Frees what the request holds, and the object that it was to end.
    func drop() {
        closeDescriptors()
        if isLast { wl_proxy_destroy(target) }
    }

    func closeDescriptors() {
        for case .descriptor(let number) in arguments where number >= 0 { close(number) }
    }
}

/// Length of a request on the wire, in bytes, and the number of its descriptors.
struct RequestSize {
    private(set) var bytes = 8
    private(set) var descriptors = 0

    init(_ arguments: [Proxy.Argument], interface: String? = nil) {
        for argument in arguments {
            switch argument {
            case .string(let text): bytes += 4 + (text.map { ($0.utf8.count + 4) & ~3 } ?? 0)
            case .array(let data): bytes += 4 + (((data?.count ?? 0) + 3) & ~3)
            case .newObjectOfAnyInterface: bytes += 12 + (((interface?.utf8.count ?? 0) + 4) & ~3)
            case .descriptor: descriptors += 1
            default: bytes += 4
            }
        }
    }
}
