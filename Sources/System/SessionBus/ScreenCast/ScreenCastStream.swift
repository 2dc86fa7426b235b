public import OrielGeometry
public import OrielPlatform

/// A window or screen that the user shares, as the portal describes it.
public struct ScreenCastStream: Hashable, Sendable {
    /// Number of the source in PipeWire.
    public var node: UInt32
    /// Kind of the source; nil if the portal doesn't tell (version 2 and older).
    public var source: ScreenCastRequest.Sources?
    /// Place of a screen in the compositor's coordinates, in logical pixels; nil if the portal doesn't tell.
    public var position: Point?
    /// Size in logical pixels; nil if the portal doesn't tell.
    public var size: Size?

    public init(node: UInt32, source: ScreenCastRequest.Sources? = nil) {
        self.node = node
        self.source = source
    }

    /// Most streams that are read from an answer; one is asked for.
    static let limit = 64

    /// The streams of an answer, `a(ua{sv})`.
    static func list(_ value: BusArgument?) -> [ScreenCastStream] {
        (value?.items ?? []).prefix(limit).compactMap { item in
            guard let node = item.items.first?.number, let facts = item.items.last else { return nil }
            var stream = ScreenCastStream(node: node)
            stream.source = facts["source_type"]?.number.map { ScreenCastRequest.Sources(rawValue: $0) }
            stream.position = facts["position"]?.pair.map { Point(x: $0, y: $1) }
            stream.size = facts["size"]?.pair.map { Size(width: $0, height: $1) }
            return stream
        }
    }
}

extension BusArgument {
    /// A structure of two numbers (`(ii)`); nil for other types.
    fileprivate var pair: (Int, Int)? {
        guard items.count == 2, case (.signed(let first), .signed(let last)) = (items[0], items[1]) else { return nil }
        return (Int(first), Int(last))
    }
}

/// A share that the user has granted: the source, and the connection to PipeWire that shows it alone.
public struct ScreenCastGrant: ~Copyable {
    public let stream: ScreenCastStream
    /// Token for the same choice without a dialogue; nil if the desktop keeps none.
    public let restoreToken: String?
    private var descriptor: Descriptor

    init(_ stream: ScreenCastStream, restoreToken: String?, remote: consuming Descriptor) {
        self.stream = stream
        self.restoreToken = restoreToken
        descriptor = remote
    }

    /// Takes the connection.
    public consuming func remote() -> Descriptor { descriptor }
}
