/// Order in which a player plays its items, and the present one. Value code; opens nothing.
package struct PlayOrder<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The items; each occurs once.
    package private(set) var items: [Item] = []
    /// The present item; nil if there are none.
    package private(set) var current: Item?
    /// Whether the first item follows the last one.
    package var loops = false
    /// Items that could not be played, which are skipped.
    package private(set) var unplayable: Set<Item> = []

    /// Makes an order whose present item is the first.
    package init(_ items: [Item] = []) {
        self.items = items
        current = items.first
    }

    /// Index of the present item; nil if there is none.
    package var currentIndex: Int? { current.flatMap { items.firstIndex(of: $0) } }

    /// The item after the present one; in a loop with one playable item, that item itself. Nil if there is none.
    package var next: Item? { neighbour(1) }

    /// The item before the present one; nil if there is none.
    package var previous: Item? { neighbour(-1) }

    /// The nearest item in a direction that is not known to be unplayable; nil if there is none.
    private func neighbour(_ step: Int) -> Item? {
        guard let here = currentIndex else { return nil }
        for distance in 1...items.count {
            guard let index = index(distance, step, from: here) else { return nil }
            if !unplayable.contains(items[index]) { return items[index] }
        }
        return nil
    }

    /// Index at a distance from another; nil beyond the ends of a list that doesn't loop.
    private func index(_ distance: Int, _ step: Int, from here: Int) -> Int? {
        let index = here + step * distance
        if items.indices.contains(index) { return index }
        return loops ? (index % items.count + items.count) % items.count : nil
    }

    /// The items beside another in a direction, nearest first, without those known to be unplayable; at most up to the
    /// present item, which is left out.
    /// - Parameter step: 1 for the items behind it, -1 for those before it.
    package func items(beside item: Item, _ step: Int) -> [Item] {
        guard let here = items.firstIndex(of: item) else { return [] }
        var found: [Item] = []
        for distance in 1...items.count {
            guard let index = index(distance, step, from: here), items[index] != current else { break }
            if !unplayable.contains(items[index]) { found.append(items[index]) }
        }
        return found
    }

    /// Makes an item of the list the present one.
    package mutating func go(to item: Item) {
        guard items.contains(item) else { return }
        current = item
    }

    /// Marks an item as unplayable.
    package mutating func refuse(_ item: Item) { if items.contains(item) { unplayable.insert(item) } }

    /// Inserts an item after another, or at the end. In an empty list it becomes the present one. An item that is in
    /// the list already stays where it is.
    package mutating func insert(_ item: Item, after other: Item? = nil) { insert([item], after: other) }

    /// Inserts several items in order after another, as `insert` does with one.
    package mutating func insert(_ more: [Item], after other: Item? = nil) {
        var known = more.count > 1 ? Set(items) : []
        let new = more.filter { more.count > 1 ? known.insert($0).inserted : !items.contains($0) }
        let index = other.flatMap { items.firstIndex(of: $0) }.map { $0 + 1 } ?? items.count
        items.insert(contentsOf: new, at: index)
        current = current ?? new.first
    }

    /// Removes an item. If it was the present one, the next item takes its place, or else the last one.
    package mutating func remove(_ item: Item) {
        guard let index = items.firstIndex(of: item) else { return }
        let following = item == current ? neighbour(1).flatMap { $0 == item ? nil : $0 } : current
        items.remove(at: index)
        unplayable.remove(item)
        current = following ?? items.last { !unplayable.contains($0) } ?? items.last
    }

    /// Replaces the present item by another, which becomes the present one; nil removes it.
    package mutating func replaceCurrent(with item: Item?) {
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

    /// Replaces the list. The present item stays the present one if the new list has it; otherwise the first one that
    /// is not known to be unplayable becomes it.
    /// - Parameter new: the items; each occurs once.
    package mutating func setItems(_ new: [Item]) {
        let known = Set(new)
        items = new
        unplayable.formIntersection(known)
        if let current, known.contains(current) { return }
        current = new.first { !unplayable.contains($0) } ?? new.first
    }

    package mutating func removeAll() {
        (items, current, unplayable) = ([], nil, [])
    }
}
