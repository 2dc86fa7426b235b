/// The live objects of one connection. It retains each object from its creation until it is destroyed, so events always
/// find their object. Handlers run even if only the table holds the object, such as a frame callback.
///
/// It belongs to the thread that dispatches the connection.
public final class ObjectTable {
    private var objects: [ObjectIdentifier: Proxy] = [:]
    /// The connection's requests while its socket has no room.
    public let requests = RequestQueue()

    /// Creates an empty table for a new connection.
    public init() {}

    /// Number of live objects, for tests that check for leaks.
    public var count: Int { objects.count }

    func insert(_ object: Proxy) { objects[ObjectIdentifier(object)] = object }
    func remove(_ object: Proxy) { objects[ObjectIdentifier(object)] = nil }

    /// Ends every object without a request to the compositor (`wl_proxy_destroy`). Call it before
    /// `wl_display_disconnect`, after which libwayland would read freed memory through a remaining object.
    public func abandonAll() {
        requests.discard()
        while let object = objects.first?.value { object.abandon() }
    }

    /// Ends every object without touching libwayland's: the app has ended their connection.
    public func forgetAll() {
        requests.forget()
        while let object = objects.first?.value { object.forget() }
    }
}
