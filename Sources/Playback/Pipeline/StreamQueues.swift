import DequeModule
package import OrielLibav

/// A queue of items for each stream, and the repetitions in it. Value code.
///
/// Items behind a repetition in a queue aren't of the present turn, so their times don't count for it.
package struct StreamQueues<Item: Sendable>: Sendable {
    private var queues: [StreamKind: Deque<Item>] = [:]
    /// Number of repetitions that wait in each queue.
    private var turns: [StreamKind: Int] = [:]
    /// Streams whose decode threads wait for items.
    private var idle: Set<StreamKind> = []

    package init() {}

    package mutating func append(_ item: Item, to kind: StreamKind) { queues[kind, default: []].append(item) }

    /// Appends an item that begins another turn.
    package mutating func appendTurn(_ item: Item, to kind: StreamKind) {
        turns[kind, default: 0] += 1
        append(item, to: kind)
    }

    /// Removes a stream's oldest item. If there is none, the stream's thread counts as waiting.
    package mutating func popFirst(_ kind: StreamKind) -> Item? {
        guard let item = queues[kind]?.popFirst() else {
            idle.insert(kind)
            return nil
        }
        idle.remove(kind)
        return item
    }

    /// Removes the oldest item for which `isWanted` is true.
    package mutating func removeFirst(of kind: StreamKind, where isWanted: (Item) -> Bool) -> Item? {
        guard let index = queues[kind]?.firstIndex(where: isWanted) else { return nil }
        return queues[kind]?.remove(at: index)
    }

    package mutating func removeAll(of kind: StreamKind, where isUnwanted: (Item) -> Bool) {
        queues[kind]?.removeAll(where: isUnwanted)
    }

    /// Removes a stream's items and repetitions. Its thread doesn't count as waiting.
    package mutating func removeAll(of kind: StreamKind) {
        queues[kind] = nil
        turns[kind] = nil
        idle.remove(kind)
    }

    /// Makes the next turn the present one, when its first item was removed.
    package mutating func startTurn(of kind: StreamKind) { turns[kind, default: 1] -= 1 }

    /// Counts all items as of the present turn.
    package mutating func forgetTurns() { turns = [:] }

    /// Whether items that are appended now are of the present turn.
    package func isInPresentTurn(_ kind: StreamKind) -> Bool { turns[kind, default: 0] == 0 }

    /// Whether no repetition waits.
    package var areInPresentTurn: Bool { turns.values.allSatisfy { $0 == 0 } }

    /// Whether a stream's thread waits for items.
    package func isStarved(_ kind: StreamKind) -> Bool { idle.contains(kind) && queues[kind]?.isEmpty != false }

    /// A stream's items, oldest first.
    func items(of kind: StreamKind) -> Deque<Item> { queues[kind] ?? [] }
}
