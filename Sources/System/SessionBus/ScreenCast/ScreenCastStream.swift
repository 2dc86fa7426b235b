public import OrielPlatform

/// A window or screen that the user shares, as the portal describes it.
public struct ScreenCastStream: Hashable, Sendable {
    /// Number of the source in PipeWire.
    public var node: UInt32
    /// Kind of the source; nil if the portal doesn't tell (version 2 and older).
    public var source: ScreenCastRequest.Sources?
    /// Place of a screen in the compositor's coordinates, in logical pixels; nil if the portal doesn't tell.
    public var position: (x: Int, y: Int)? {
        get { x.flatMap { x in y.map { (x, $0) } } }
        set { (x, y) = (newValue?.x, newValue?.y) }
    }
    /// Size in logical pixels; nil if the portal doesn't tell.
    public var size: (width: Int, height: Int)? {
        get { width.flatMap { width in height.map { (width, $0) } } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    private var x, y, width, height: Int?

    public init(node: UInt32, source: ScreenCastRequest.Sources? = nil) {
        self.node = node
        self.source = source
    }

    /// Most streams that are read from an answer; one is asked for.
    static let limit = 64

    /// Reads `a(ua{sv})`.
    static func list(from message: BusMessage) throws(BusMessage.Malformed) -> [ScreenCastStream] {
        var streams: [ScreenCastStream] = []
        try message.structures(of: "ua{sv}") { () throws(BusMessage.Malformed) in
            var stream = ScreenCastStream(node: try message.number())
            try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
                switch name {
                case "source_type":
                    let kind = try message.variant(of: "u") { () throws(BusMessage.Malformed) in try message.number() }
                    stream.source = kind.map { ScreenCastRequest.Sources(rawValue: $0) }
                case "position":
                    stream.position = try message.variant(of: "(ii)") { () throws(BusMessage.Malformed) in
                        try message.pair()
                    }
                case "size":
                    stream.size = try message.variant(of: "(ii)") { () throws(BusMessage.Malformed) in
                        try message.pair()
                    }
                default: try message.skip("v")
                }
            }
            if streams.count < limit { streams.append(stream) }
        }
        return streams
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
