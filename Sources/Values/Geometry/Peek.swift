/// Decides when an overlay is faded so that what lies below is seen and takes input. Pure; all times are of one clock.
///
/// While it peeks, only the overlay's rim takes input, so nothing is known of a pointer inside. A rest at the rim is
/// followed by a probe: the whole overlay takes input for a moment, and a pointer that is still there enters it.
public struct Peek: Hashable, Sendable {
    /// The reason for the peek.
    private enum Phase: Hashable, Sendable {
        case none
        /// The pointer came, and was heard of last at this time.
        case hovered(Duration)
        /// The whole overlay takes input, and is still faded.
        case probing(Duration)
        /// A command or a key asked for it.
        case asked
        /// A click ended it, and the pointer is still there.
        case dismissed
    }

    /// Width of the rim, in logical pixels.
    public static let rim = 12
    /// Time without an event at the rim after which the peek may end.
    static let patience = Duration.milliseconds(1500)
    /// Longest time between two probes of a pointer that stays.
    private static let longestPatience = Duration.seconds(12)
    /// Time in which a pointer that is still there enters.
    static let probe = Duration.milliseconds(100)

    private var phase = Phase.none
    /// Time until the next probe; longer with each that finds the pointer.
    private var patience = patience

    /// Creates a value without a peek.
    public init() {}

    /// Whether the overlay is faded.
    public var isActive: Bool { phase != .none && phase != .dismissed }
    /// Whether only the rim and the padlock's corner take input.
    public var letsThrough: Bool {
        switch phase {
        case .none, .probing, .dismissed: false
        case .hovered, .asked: true
        }
    }
    /// When `timeIsUp` is to be called; nil for never.
    public var deadline: Duration? {
        switch phase {
        case .none, .asked, .dismissed: nil
        case .hovered(let last): last + patience
        case .probing(let start): start + Self.probe
        }
    }

    /// Handles a pointer that came onto the overlay, or moved on its rim, or a finger that was held there.
    /// - Parameter isNew: whether it came now; one that stays after a click begins no peek.
    public mutating func pointerCame(at now: Duration, isNew: Bool = true) {
        switch phase {
        case .dismissed where !isNew: break
        case .none, .dismissed: phase = .hovered(now)
        case .hovered: (phase, patience) = (.hovered(now), Self.patience)
        case .probing: (phase, patience) = (.hovered(now), min(patience * 2, Self.longestPatience))
        case .asked: break
        }
    }

    /// Handles a pointer that left.
    /// - Parameters:
    ///   - x: its last position on the overlay, in logical pixels.
    ///   - y: its last position on the overlay, in logical pixels.
    public mutating func pointerLeft(x: Double, y: Double, size: Size) {
        if phase == .dismissed { end() }
        guard case .hovered = phase else { return }
        let distance = min(x, y, Double(size.width) - x, Double(size.height) - y)
        // Nearer to the outer edge of the rim than to the inner one: it is outside now.
        if distance < Double(Self.rim) / 2 { end() }
    }

    /// Handles that the deadline has passed.
    public mutating func timeIsUp(at now: Duration) {
        switch phase {
        case .hovered(let last) where now >= last + patience: phase = .probing(now)
        case .probing(let start) where now >= start + Self.probe: end()
        case .none, .hovered, .probing, .asked, .dismissed: break
        }
    }

    /// Begins or ends a peek that a user has asked for.
    public mutating func ask(_ isWanted: Bool) {
        if isWanted { phase = .asked } else { end() }
    }

    /// Ends the peek by a click; the overlay stays whole until the pointer has left it.
    public mutating func dismiss() { (phase, patience) = (.dismissed, Self.patience) }

    /// Ends the peek.
    public mutating func end() { (phase, patience) = (.none, Self.patience) }

    /// The parts of an overlay that take input while it peeks.
    public static func rims(of size: Size) -> [Rect] {
        let whole = Rect(origin: .zero, size: size)
        return whole.subtracting(whole.inset(by: rim))
    }
}
