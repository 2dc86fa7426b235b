public import OrielGeometry
public import OrielStamps

/// Contents of the screen from one refresh to the next.
public struct Composition: Hashable, Sendable, Codable {
    /// Number of the captured composition, from 0.
    public var number: Int
    /// Host time of its presentation.
    public var time: Duration
    /// Host time at which the capture received it.
    public var received: Duration
    /// All legible stamps, each with its place.
    public var stamps: [StampReading]
    /// Colour in the middle of each stamped frame, 0x00RRGGBB; a frame has its stream's colour there.
    public var middles: [UInt32]
    /// Parts that have changed, as reported by the compositor.
    public var damage: [Rect]

    public init(
        number: Int, time: Duration, received: Duration, stamps: [StampReading], middles: [UInt32] = [],
        damage: [Rect] = []
    ) {
        self.number = number
        self.time = time
        self.received = received
        self.stamps = stamps
        self.middles = middles
        self.damage = damage
    }

    /// Returns the newest visible index of a stream; nil if it isn't visible.
    public func index(of stream: StampColor) -> Int? {
        stamps.lazy.filter { $0.stream == stream }.map(\.index).max()
    }

    /// Returns the places at which a stream is visible.
    public func places(of stream: StampColor) -> [Rect] { stamps.filter { $0.stream == stream }.map(\.picture) }
}
