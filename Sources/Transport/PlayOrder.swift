/// What a player plays one after the other, by numbers that stand for its items, and which of it now. Value code: it opens
/// nothing.
package struct PlayOrder: Hashable, Sendable {
    /// Each number stands once.
    package private(set) var items: [Int] = []
    /// Nil where there is none.
    package private(set) var current: Int?
    /// Begins again after the last.
    package var loops = false
    /// What could not be played is passed over from then on.
    package private(set) var unplayable: Set<Int> = []

    /// Begins with the first.
    package init(_ items: [Int] = []) {
        self.items = items
        current = items.first
    }

    /// The place of the present one.
    package var currentIndex: Int? { current.flatMap { items.firstIndex(of: $0) } }

    /// What follows on the present one; in a loop of one playable item, itself.
    package var next: Int? { neighbour(1) }

    /// What stands before the present one.
    package var previous: Int? { neighbour(-1) }

    /// The nearest item in a direction that can be played, as far as is known.
    private func neighbour(_ step: Int) -> Int? {
        guard let here = currentIndex else { return nil }
        for distance in 1...items.count {
            var index = here + step * distance
            if !items.indices.contains(index) {
                guard loops else { return nil }
                index = (index % items.count + items.count) % items.count
            }
            if !unplayable.contains(items[index]) { return items[index] }
        }
        return nil
    }

    /// Goes to an item of the list.
    package mutating func go(to item: Int) {
        guard items.contains(item) else { return }
        current = item
    }

    /// It could not be played.
    package mutating func refuse(_ item: Int) { if items.contains(item) { unplayable.insert(item) } }

    /// It could be, after all, or is to be tried once more.
    package mutating func admit(_ item: Int) { unplayable.remove(item) }

    /// Puts an item behind another, or at the end; where there was none, it is the present one. One that is there already
    /// stays where it is.
    package mutating func insert(_ item: Int, after other: Int? = nil) { insert([item], after: other) }

    /// Puts several items behind another, in their order, as `insert` does one.
    package mutating func insert(_ more: [Int], after other: Int? = nil) {
        var known = more.count > 1 ? Set(items) : []
        let new = more.filter { more.count > 1 ? known.insert($0).inserted : !items.contains($0) }
        let index = other.flatMap { items.firstIndex(of: $0) }.map { $0 + 1 } ?? items.count
        items.insert(contentsOf: new, at: index)
        current = current ?? new.first
    }

    /// Takes an item out. What follows on the present one, else the last that is left, takes its place.
    package mutating func remove(_ item: Int) {
        guard let index = items.firstIndex(of: item) else { return }
        let following = item == current ? neighbour(1).flatMap { $0 == item ? nil : $0 } : current
        items.remove(at: index)
        unplayable.remove(item)
        current = following ?? items.last { !unplayable.contains($0) } ?? items.last
    }

    /// Another item stands where the present one stood, and is the present one; nil takes it out.
    package mutating func replaceCurrent(with item: Int?) {
        guard let item else { return current.map { remove($0) } ?? () }
        guard let index = currentIndex, item != current else { return insert(item) }
        if let other = items.firstIndex(of: item) {
            current = items[other]
        } else {
            unplayable.remove(items[index])
            items[index] = item
            current = item
        }
    }

    /// Empties it.
    package mutating func removeAll() {
        (items, current, unplayable) = ([], nil, [])
    }
}
