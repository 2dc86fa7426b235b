/// The player's progress from one item of its list to the next, within one event.
package struct ItemProgress: Hashable, Sendable {
    /// Whether the present event has brought the first frame of the next item.
    package private(set) var hasCrossed = false
    private var hasNewItem = false
    /// Number of the present item's losses that were reported.
    private var toldLosses = 0

    package init() {}

    /// The player leaves the present item.
    /// - Parameter hasEnded: whether it was played to its end.
    package mutating func left(hasEnded: Bool) { hasCrossed = hasEnded }

    /// The next item is the present one now.
    package mutating func arrived() { self = ItemProgress(hasNewItem: true) }

    /// Returns whether an item has become the present one since the last call.
    package mutating func takeNewItem() -> Bool {
        defer { hasNewItem = false }
        return hasNewItem
    }

    /// Returns the losses that were not reported yet, and counts them as reported.
    package mutating func unreported<Loss>(of losses: [Loss]) -> ArraySlice<Loss> {
        guard losses.count > toldLosses else { return [] }
        defer { toldLosses = losses.count }
        return losses[toldLosses...]
    }

    private init(hasNewItem: Bool) { self.hasNewItem = hasNewItem }
}
