/// A picture's short way from one place to another: fast at first, slow towards its end. Pure; all times are of one clock.
public struct Glide: Hashable, Sendable {
    /// How long it takes.
    public static let duration = Duration.milliseconds(200)

    private let start: Rect
    private let end: Placement
    private let area: Size
    private let beginning: Duration

    /// Nil where there is nothing to glide: the places are one, or on two outputs.
    /// - Parameters:
    ///   - area: the usable area that both places refer to, in logical pixels.
    ///   - beginning: when the picture is still at its start.
    public init?(from start: Placement, to end: Placement, in area: Size, at beginning: Duration) {
        guard start.output == end.output, start.rect(in: area) != end.rect(in: area) else { return nil }
        self.start = start.rect(in: area)
        self.end = end
        self.area = area
        self.beginning = beginning
    }

    /// It has arrived.
    public func isOver(at time: Duration) -> Bool { time >= beginning + Self.duration }

    /// Where the picture is at a time, held by the corner of its end so that only margins and size change.
    public func placement(at time: Duration) -> Placement {
        guard !isOver(at: time) else { return end }
        let left = 1 - max(0, (time - beginning) / Self.duration)
        let share = 1 - left * left * left
        func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
        let target = end.rect(in: area)
        let rect = Rect(
            x: between(start.x, target.x), y: between(start.y, target.y),
            width: between(start.width, target.width), height: between(start.height, target.height))
        return Placement(rect: rect, holding: end.corner, in: area, output: end.output)
    }
}
