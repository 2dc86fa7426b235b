/// The live objects of one connection. It keeps each object from its creation until it is destroyed, so events always
/// find their object; a handler kept nowhere else (a frame callback's, say) still runs.
///
/// Belongs to the thread that dispatches the connection.
public final class ObjectTable {
    private var objects: [ObjectIdentifier: Proxy] = [:]

    /// An empty table, for a new connection.
    public init() {}

    /// The number of live objects, for tests that look for leaks.
    public var count: Int { objects.count }

    func insert(_ object: Proxy) { objects[ObjectIdentifier(object)] = object }
    func remove(_ object: Proxy) { objects[ObjectIdentifier(object)] = nil }

    /// Ends every object without telling the compositor (`wl_proxy_destroy`): the step before `wl_display_disconnect`,
    /// after which libwayland would read freed memory through any object that is left.
    public func abandonAll() {
        while let object = objects.first?.value { object.abandon() }
    }
}
