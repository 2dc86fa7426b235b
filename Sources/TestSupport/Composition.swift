public import OrielGeometry
public import OrielStamps

/// What the screen showed from one refresh to the next.
public struct Composition: Hashable, Sendable, Codable {
    /// Counts the captured ones from 0.
    public var number: Int
    /// When the compositor presented it: host time.
    public var time: Duration
    /// When the capture got it: host time.
    public var received: Duration
    /// Every stamped stream that was legible, newest reading of each place.
    public var stamps: [StampReading]
    /// What stands in the middle of each stamped picture, 0x00RRGGBB: a frame has its stream's colour there.
    public var middles: [UInt32]
    /// The parts that changed, as the compositor said.
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

    /// The newest index of a stream that is visible anywhere; nil if it is visible nowhere.
    public func index(of stream: StampColor) -> Int? {
        stamps.lazy.filter { $0.stream == stream }.map(\.index).max()
    }

    /// Where a stream is visible.
    public func places(of stream: StampColor) -> [Rect] { stamps.filter { $0.stream == stream }.map(\.picture) }
}
