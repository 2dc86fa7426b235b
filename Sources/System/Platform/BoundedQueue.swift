/// A blocking FIFO queue of bounded length and weight, for producer and consumer threads.
///
/// `close()` wakes all waiting threads for good. `reset(generation:)` empties the queue for a seek; pushes of an older
/// generation are refused afterwards, so a late producer can't leave stale elements in it.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var weight = 0
        var isClosed = false
        var generation = 0

        mutating func empty() {
            elements.removeAll(keepingCapacity: !isClosed)
            weight = 0
        }
    }

    private let state = Monitor(State())
    private let capacity: Int
    private let weightLimit: Int
    private let weight: @Sendable (Element) -> Int

    /// - Parameters:
    ///   - capacity: maximum number of waiting elements.
    ///   - weightLimit: maximum total weight of the waiting elements; a single element may exceed it.
    ///   - weight: returns an element's weight; must return the same value at each call for the same element.
    public init(
        capacity: Int, weightLimit: Int = .max, weight: @escaping @Sendable (Element) -> Int = { _ in 0 }
    ) {
        precondition(capacity > 0, "a queue holds at least one element")
        self.capacity = capacity
        self.weightLimit = weightLimit
        self.weight = weight
    }

    /// The number of elements waiting.
    public var count: Int { state.withLock { $0.elements.count } }

    /// Waits for room and appends the element.
    /// - Returns: false if the queue was closed or reset to another generation before there was room.
    @discardableResult
    public func push(_ element: Element, generation: Int) -> Bool {
        let added = weight(element)
        return state.wait { state in
            guard !state.isClosed && generation == state.generation else { return false }
            guard
                state.elements.isEmpty
                    || state.elements.count < capacity && state.weight <= weightLimit - added
            else { return nil }
            state.elements.append(element)
            state.weight += added
            return true
        }
    }

    /// Waits until the queue is empty or closed, or has another generation.
    public func waitUntilEmpty(generation: Int) {
        state.wait { $0.isClosed || generation != $0.generation || $0.elements.isEmpty ? () : nil }
    }

    /// Waits for an element and removes it; nil if the queue is closed or has another generation.
    public func pop(generation: Int) -> Element? {
        state.wait { state -> Element?? in
            guard !state.isClosed && generation == state.generation else { return .some(nil) }
            // Nil from `take` means an empty queue: keep waiting. Only `.some(nil)` ends the wait without an element.
            return take(from: &state).map { .some($0) }
        }
    }

    /// Removes and returns the first element; nil if the queue is empty. Never waits.
    public func tryPop() -> Element? { state.update { take(from: &$0) } }

    /// The waiting elements, oldest first, up to `limit`. Never waits.
    public func peek(_ limit: Int) -> [Element] { state.withLock { Array($0.elements.prefix(limit)) } }

    /// Empties the queue and starts `generation`; waiting producers and consumers of older ones return.
    public func reset(generation: Int) {
        state.update {
            $0.empty()
            $0.generation = generation
        }
    }

    /// Empties the queue and makes every present and future call return at once.
    public func close() {
        state.update {
            $0.isClosed = true
            $0.empty()
        }
    }

    private func take(from state: inout State) -> Element? {
        guard !state.elements.isEmpty else { return nil }
        // Removing the first is linear, but queues are short, and a ring buffer would keep removed elements alive.
        let element = state.elements.removeFirst()
        state.weight -= weight(element)
        return element
    }
}
