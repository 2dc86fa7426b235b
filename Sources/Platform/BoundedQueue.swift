import CLinux

/// A blocking queue of bounded length between two threads (pthread mutex and condition: Synchronization has none).
///
/// `close()` wakes everyone for good. `reset(generation:)` empties it for a seek; elements of older generations that are
/// pushed afterwards are refused, so a late producer can't leak stale ones.
public final class BoundedQueue<Element: Sendable>: @unchecked Sendable {  // Guarded by `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var elements: [Element] = []
    private var closed = false
    private var currentGeneration = 0
    private let capacity: Int
    private let weightLimit: Int
    private let weight: @Sendable (Element) -> Int
    private var waitingWeight = 0

    /// - Parameters:
    ///   - capacity: how many elements wait at most.
    ///   - weightLimit: what they may weigh together; one element alone may weigh more.
    ///   - weight: an element's, the same each time.
    public init(
        capacity: Int, weightLimit: Int = .max, weight: @escaping @Sendable (Element) -> Int = { _ in 0 }
    ) {
        precondition(capacity > 0, "a queue holds at least one element")
        self.capacity = capacity
        self.weightLimit = weightLimit
        self.weight = weight
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    private func locked<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// The number of elements waiting.
    public var count: Int { locked { elements.count } }

    /// The generation of the last `reset`.
    public var generation: Int { locked { currentGeneration } }

    /// True once `close()` was called.
    public var isClosed: Bool { locked { closed } }

    /// Waits for room and appends. False if the queue was closed, or reset to a newer generation, meanwhile.
    @discardableResult
    public func push(_ element: Element, generation: Int) -> Bool {
        let added = weight(element)
        return locked {
            while !closed && generation == currentGeneration && !hasRoom(for: added) {
                pthread_cond_wait(changed, mutex)
            }
            guard !closed && generation == currentGeneration else { return false }
            elements.append(element)
            waitingWeight += added
            pthread_cond_broadcast(changed)
            return true
        }
    }

    /// Waits until all were taken, the queue was closed, or it is no longer of this generation.
    public func waitUntilEmpty(generation: Int) {
        locked {
            while !closed && generation == currentGeneration && !elements.isEmpty {
                pthread_cond_wait(changed, mutex)
            }
        }
    }

    private func hasRoom(for added: Int) -> Bool {
        elements.isEmpty || elements.count < capacity && waitingWeight <= weightLimit - added
    }

    /// Waits for an element and takes it. Nil if the queue was closed, or is no longer of this generation.
    public func pop(generation: Int) -> Element? {
        locked {
            while !closed && generation == currentGeneration && elements.isEmpty {
                pthread_cond_wait(changed, mutex)
            }
            guard !closed && generation == currentGeneration else { return nil }
            return take()
        }
    }

    /// Takes the first element if there is one. Never waits.
    public func tryPop() -> Element? { locked { !elements.isEmpty ? take() : nil } }

    /// The waiting elements, oldest first, up to `limit`. Never waits.
    public func peek(_ limit: Int) -> [Element] { locked { Array(elements.prefix(limit)) } }

    /// Empties the queue and starts `generation`; waiting producers and consumers of older ones return.
    public func reset(generation: Int) {
        locked {
            elements.removeAll(keepingCapacity: true)
            waitingWeight = 0
            currentGeneration = generation
            pthread_cond_broadcast(changed)
        }
    }

    /// Empties the queue and makes every present and future call return at once.
    public func close() {
        locked {
            closed = true
            elements.removeAll()
            waitingWeight = 0
            pthread_cond_broadcast(changed)
        }
    }

    private func take() -> Element {
        // Few wait, and what was taken must not be kept alive here.
        let element = elements.removeFirst()
        waitingWeight -= weight(element)
        pthread_cond_broadcast(changed)
        return element
    }
}
