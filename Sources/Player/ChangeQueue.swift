/// Changes that listeners have not been told of, and the streams that receive them.
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

        package init(item: PlayerItem, position: Duration, duration: Duration?) {
            self.item = item
            self.position = position
            self.duration = duration
        }
    }

    private var untold: [News] = []
    private var isTelling = false
    /// Streams that `Player.changes()` has returned.
    private var readers: [AsyncStream<Player.Change>.Continuation] = []

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

    /// Returns a stream of the changes from now on. A reader that falls more than 256 changes behind loses the oldest.
    package mutating func stream() -> AsyncStream<Player.Change> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Player.Change.self, bufferingPolicy: .bufferingNewest(256))
        readers.append(continuation)
        return stream
    }

    /// Yields a change to the streams, and forgets those that have no reader any more.
    package mutating func yield(_ change: Player.Change) {
        readers.removeAll { if case .terminated = $0.yield(change) { true } else { false } }
    }

    /// Ends the streams.
    package mutating func finish() {
        for reader in readers { reader.finish() }
        readers = []
    }
}
