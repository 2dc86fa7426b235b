public import OrielPlayback
import OrielTransport

/// What a player plays one after the other, with the names of AVKit's `AVQueuePlayer`; but items that were played stay in the
/// list, so that there is a way back. Sound goes on from item to item without a lost sample and the picture without a blank,
/// where the next one could be opened in time.
extension Player {
    /// What becomes of a player at the end of an item.
    public enum ActionAtItemEnd: Hashable, Sendable {
        /// It plays the next one. After the last it ends.
        case advance
        /// It ends.
        case pause
    }

    /// The list, in order, played or not.
    public var items: [PlayerItem] { queue?.list ?? [] }

    /// Which of it is played; nil where there is none.
    public var currentItem: PlayerItem? { queue?.current }

    /// What becomes of it at the end of an item.
    public var actionAtItemEnd: ActionAtItemEnd {
        get { queue?.advancesAtEnd == false ? .pause : .advance }
        set {
            queue?.advancesAtEnd = newValue == .advance
            send(.news)
        }
    }

    /// Whether the first item follows on the last.
    public var loopsItems: Bool {
        get { queue?.loopsList ?? false }
        set {
            queue?.loopsList = newValue
            send(.news)
        }
    }

    /// Why an item was passed over; nil where it was not.
    public func failure(of item: PlayerItem) -> MediaError? { queue?.failure(of: item) }

    /// Whether an item may be inserted: it isn't in the list yet, and what it is to follow is.
    public func canInsert(_ item: PlayerItem, after other: PlayerItem?) -> Bool {
        guard queue != nil else { return false }
        return !items.contains(item) && (other.map { items.contains($0) } ?? true)
    }

    /// Puts an item behind another, or at the end of the list. In an empty list it is played at once; what can't be inserted is
    /// not.
    public func insert(_ item: PlayerItem, after other: PlayerItem?) {
        guard canInsert(item, after: other) else { return }
        insert([item], after: other)
    }

    /// Puts items behind another in their order, or at the end of the list, at the cost of one. In an empty list the first is played at once.
    package func insert(_ more: [PlayerItem], after other: PlayerItem?) {
        change { queue in
            let isFirst = queue.current == nil
            queue.insert(more, after: other)
            if isFirst { queue.begin() }
            return isFirst
        }
    }

    /// Plays the next item at once. Behind the last there is none, and nothing happens.
    public func advanceToNextItem() { change { $0.go(.next) } }

    /// Plays the item before at once. Before the first there is none, and nothing happens.
    public func returnToPreviousItem() { change { $0.go(.previous) } }

    /// Takes an item out of the list. The one that follows on the present one takes its place at once.
    public func remove(_ item: PlayerItem) { change { $0.remove(item) } }

    /// Empties the list. The picture stays as it is; a view in Picture in Picture comes to its end (`StopReason.sourceLost`).
    public func removeAllItems() {
        change { queue in
            defer { queue.removeAll() }
            return queue.current != nil
        }
    }

    /// Plays another item in the place of the present one, at once; nil takes that out. The one that is played already goes on
    /// as it is.
    public func replaceCurrentItem(with item: PlayerItem?) {
        guard item == nil || item != currentItem else { return }
        change { queue in
            let old = queue.current
            queue.replaceCurrent(with: item)
            return queue.current != old
        }
    }

    /// Whether there is an item to go to.
    package func hasItem(_ direction: QueueSource.Direction) -> Bool { queue?.has(direction) ?? false }

    // MARK: Again and again

    /// What lies between two media times is played again and again, until somebody goes behind it; nil plays on. It ends with the
    /// item.
    public var repeatedRange: Range<Duration>? {
        get { transport.repeated }
        set { send(.repeating(newValue.map { $0.lowerBound.onClocks..<$0.upperBound.onClocks })) }
    }
}
