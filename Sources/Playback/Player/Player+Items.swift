public import OrielLibav
import OrielPlatform
import OrielTransport

/// The list of items, with the names of AVFoundation's `AVQueuePlayer`. Played items stay in the list, so that the user
/// can go back. If the next item could be opened in time, sound continues without a lost sample and video without a
/// gap.
extension Player {
    /// Action at the end of an item.
    public enum ActionAtItemEnd: Hashable, Sendable {
        /// Plays the next item; ends after the last.
        case advance
        /// Ends playback.
        case pause
        /// Ends playback, which a seek continues, without `play()`. AVPlayer's rate stays at the end; here it is 0.
        case none
    }

    /// The items of the list in order, played or not.
    ///
    /// Setting the list keeps the present item, and its playback, if the new list has it; otherwise the first item
    /// becomes the present one. An item that occurs several times is taken once. A player of the app's own frames has
    /// no list.
    public var items: [PlayerItem] {
        get { observed(\.items, queue?.list ?? []) }
        set { change { $0.setList(newValue.taken(by: self)) } }
    }

    /// The present item; nil if there is none.
    public var currentItem: PlayerItem? { observed(\.currentItem, queue?.current) }

    /// Action at the end of the present item.
    public var actionAtItemEnd: ActionAtItemEnd {
        get {
            access(\.actionAtItemEnd)
            guard queue?.advancesAtEnd == false else { return .advance }
            return face.playsOnFromEnd ? .none : .pause
        }
        set {
            guard newValue != actionAtItemEnd else { return }
            mutate(\.actionAtItemEnd) {
                face.playsOnFromEnd = newValue == .none
                queue?.advancesAtEnd = newValue == .advance
            }
            send(.news)
        }
    }

    /// Whether the first item follows the last.
    public var loopsItems: Bool {
        get { observed(\.loopsItems, queue?.loopsList ?? false) }
        set {
            guard newValue != loopsItems else { return }
            mutate(\.loopsItems) { queue?.loopsList = newValue }
            send(.news)
            onFactsChange()
        }
    }

    /// Whether the list is in a random order. True puts the present item first and the others behind it at random;
    /// false restores the order that the items had, with those that were added since at the end.
    public var shufflesItems: Bool {
        get { observed(\.shufflesItems, face.unshuffled != nil) }
        set {
            guard newValue != (face.unshuffled != nil), queue != nil else { return }
            mutate(\.shufflesItems) {
                let present = items
                if newValue {
                    face.unshuffled = present
                    let current = currentItem
                    items = [current].compactMap(\.self) + present.filter { $0 != current }.shuffled()
                } else {
                    let (former, listed) = (face.unshuffled ?? [], Set(present))
                    face.unshuffled = nil
                    let known = Set(former)
                    items = former.filter { listed.contains($0) } + present.filter { !known.contains($0) }
                }
            }
        }
    }

    /// Whether the present item begins again after its last frame; see `Options.loops`.
    package var repeatsItem: Bool {
        get { queue?.repeatsItem ?? false }
        set {
            queue?.repeatsItem = newValue
            send(.news)
            onFactsChange()
        }
    }

    /// Returns the media time at which an item starts, each time it is opened; nil for `PlayerItem.startTime`, which
    /// counts the first time. The first item of a new player is opened before this can be set. An item is opened some
    /// seconds before the one before it ends. It must not change the list.
    public var startTimeOfItem: (PlayerItem) -> Duration? {
        get { queue?.startOfItem ?? { _ in nil } }
        set { queue?.startOfItem = newValue }
    }

    /// The reason why an item was skipped; nil if it wasn't.
    public func failure(of item: PlayerItem) -> MediaError? { queue?.failure(of: item) }

    /// Whether an item can be inserted: it isn't in the list yet nor in another player's, and the item to follow is.
    public func canInsert(_ item: PlayerItem, after other: PlayerItem?) -> Bool {
        guard queue != nil, !item.isTaken(from: self) else { return false }
        return !items.contains(item) && (other.map { items.contains($0) } ?? true)
    }

    /// Inserts an item after another, or at the end of the list for nil. In an empty list it becomes the present item.
    /// Does nothing if `canInsert` is false.
    public func insert(_ item: PlayerItem, after other: PlayerItem?) {
        guard ![item].taken(by: self).isEmpty, canInsert(item, after: other) else { return }
        insert([item], after: other)
    }

    /// Inserts items in their order after another, or at the end of the list for nil, with one update. In an empty list
    /// the first becomes the present item at once.
    package func insert(_ more: [PlayerItem], after other: PlayerItem?) {
        change { queue in
            let isFirst = queue.current == nil
            queue.insert(more.taken(by: self), after: other)
            if isFirst { queue.begin() }
            return isFirst
        }
    }

    /// Goes to the next item at once, playing or paused as before. Does nothing at the last.
    public func advanceToNextItem() { change { $0.go(.next) } }

    /// Goes to the previous item at once, playing or paused as before. Does nothing at the first.
    public func returnToPreviousItem() { change { $0.go(.previous) } }

    // MARK: The user's items

    /// Plays items instead of the present one, which plays on until the first of them that can be played has a frame.
    /// They are inserted after it; those that can't be played are reported and leave the list again.
    package func open(_ more: [PlayerItem]) {
        guard let queue, queue.present != nil else {
            insert(more, after: currentItem)
            if currentItem != more.first { advanceToNextItem() }
            return resume()
        }
        change { queue in
            queue.open(more.taken(by: self))
            return false
        }
        sourceHasNews()
    }

    /// Goes to the next or the previous item, as soon as it has a frame; items that can't be played are passed over.
    /// The present item plays on until then, and for good if there is no other.
    package func goToItem(_ direction: QueueSource.Direction) {
        guard let queue, queue.present != nil else {
            return change { $0.go(direction) }
        }
        queue.visit(direction)
        sourceHasNews()
    }

    /// The item that is being opened for the user; nil for none.
    package var awaitedItem: PlayerItem? { queue?.awaited }

    /// Takes up the awaited item, if it has a frame.
    func takeUpAwaitedItem() {
        guard queue?.hasArrived == true else { return }
        var resumes = false
        change { queue in
            guard let isOpening = queue.arrive() else { return false }
            resumes = isOpening
            return true
        }
        if resumes { resume() }
    }

    /// Removes an item from the list. If it is the present one, the next one takes its place at once, playing or paused
    /// as before; at the end of the list, the one before it becomes the present one.
    public func remove(_ item: PlayerItem) { change { $0.remove(item) } }

    /// Empties the list. The last frame stays; Picture in Picture ends (`StopReason.sourceLost`).
    public func removeAllItems() {
        change { queue in
            defer { queue.removeAll() }
            return queue.current != nil
        }
    }

    /// Replaces the present item by another at once, playing or paused as before; nil removes it. Also after the
    /// present one has failed. Does nothing if the item is already the present one.
    public func replaceCurrentItem(with item: PlayerItem?) {
        guard item == nil || item != currentItem, item.map({ [$0].taken(by: self).isEmpty }) != true else { return }
        change { queue in
            let old = queue.current
            queue.replaceCurrent(with: item)
            return queue.current != old
        }
    }

    /// Whether there is an item to go to.
    package func hasItem(_ direction: QueueSource.Direction) -> Bool { queue?.has(direction) ?? false }

    // MARK: Repetition

    /// Range of media times that is repeated until a seek leads behind its end; nil for none. It ends with the item.
    public var repeatedRange: Range<Duration>? {
        get { observed(\.repeatedRange, transport.repeated) }
        set {
            send(.repeating(newValue.map { $0.lowerBound.onClocks..<$0.upperBound.onClocks }))
            tell(\.repeatedRange)
        }
    }
}

/// AVFoundation's name of a player that has a list, as every player here.
public typealias QueuePlayer = Player
