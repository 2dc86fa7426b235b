/// Changes that listeners have not been told of.
///
/// A listener may cause further changes. They follow after all listeners were told of the one before.
package struct ChangeQueue: Sendable {
    /// A call of the listeners.
    package enum News: Hashable, Sendable {
        case change(Player.Change)
        case left(Departure)
    }

    /// Departure from an item, for `Player.onLeave`.
    package struct Departure: Hashable, Sendable {
        package let item: PlayerItem
        package let position: Duration
        /// Duration of the item if playback can resume there; nil if not.
        package let duration: Duration?
    }

    private var untold: [News] = []
    private var isTelling = false

    package init() {}

    package mutating func append(_ change: Player.Change) { untold.append(.change(change)) }

    package mutating func append(_ departure: Departure) { untold.append(.left(departure)) }

    /// Begins to tell.
    /// - Returns: false if a caller further up tells already; it tells the new changes as well.
    package mutating func beginTelling() -> Bool {
        defer { isTelling = true }
        return !isTelling
    }

    /// Takes the oldest news; nil ends the telling.
    package mutating func next() -> News? {
        guard untold.isEmpty else { return untold.removeFirst() }
        isTelling = false
        return nil
    }
}
