import CWayland
import Glibc
import Synchronization

/// A request or event of an interface: its name, libwayland's signature, and the class of each object argument.
public struct ProtocolMessage: Sendable {
    /// Name in the protocol.
    public let name: String
    /// True if the message destroys the object it is sent to or comes from.
    public let destroys: Bool
    let signature: String
    let types: [Proxy.Type?]

    /// Creates a message; for generated code.
    public init(_ name: String, _ signature: String, _ types: [Proxy.Type?] = [], destroys: Bool = false) {
        self.name = name
        self.signature = signature
        self.types = types
        self.destroys = destroys
    }
}

/// An interface's description for libwayland (`struct wl_interface`). Allocated once and never freed, since libwayland
/// keeps its address. Any thread.
public final class ProtocolInterface: @unchecked Sendable {  // Written by `link` alone, under `linking`.
    /// Name in the protocol, such as `wl_surface`.
    public let name: String
    /// The newest version described.
    public let version: UInt32
    /// Requests in opcode order.
    public let requests: [ProtocolMessage]
    /// Events in opcode order.
    public let events: [ProtocolMessage]

    private let table: UnsafeMutablePointer<wl_interface>
    private var linked = false

    /// Guards the `types` of all tables. One lock for all, since tables refer to each other in cycles.
    private static let linking = Mutex(())

    /// Creates a description; for generated code.
    public init(name: String, version: UInt32, requests: [ProtocolMessage], events: [ProtocolMessage]) {
        self.name = name
        self.version = version
        self.requests = requests
        self.events = events
        table = .allocate(capacity: 1)
        table.initialize(
            to: wl_interface(
                name: strdup(name), version: CInt(clamping: version), method_count: CInt(clamping: requests.count),
                methods: Self.messages(requests), event_count: CInt(clamping: events.count),
                events: Self.messages(events)))
    }

    /// The `struct wl_interface` with all interfaces it refers to, for libwayland-client and libwayland-server.
    public var pointer: UnsafeRawPointer { UnsafeRawPointer(wlInterface) }

    var wlInterface: UnsafePointer<wl_interface> {
        Self.linking.withLock { _ in link() }
        return UnsafePointer(table)
    }

    /// Fills in the interface of each object argument. Not done in the initialiser: two tables that refer to each other
    /// would wait for each other's initialisation. Links all reachable interfaces at once, since libwayland reads a new
    /// object's events before any Swift code sees that object.
    private func link() {
        guard !linked else { return }
        linked = true
        for (messages, list) in [(requests, table.pointee.methods), (events, table.pointee.events)] {
            for (index, message) in messages.enumerated() {
                guard let types = list?[index].types else { continue }
                for (position, type) in message.types.enumerated() {
                    guard let interface = type?.interface else { continue }
                    interface.link()
                    UnsafeMutablePointer(mutating: types)[position] = UnsafePointer(interface.table)
                }
            }
        }
    }

    private static func messages(_ messages: [ProtocolMessage]) -> UnsafePointer<wl_message>? {
        guard !messages.isEmpty else { return nil }
        let list = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
        for (index, message) in messages.enumerated() {
            // One entry per argument, even without object arguments: libwayland always reads it.
            let count = max(1, message.signature.utf8.count)
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: count)
            types.initialize(repeating: nil, count: count)
            (list + index).initialize(
                to: wl_message(name: strdup(message.name), signature: strdup(message.signature), types: types))
        }
        return UnsafePointer(list)
    }
}
