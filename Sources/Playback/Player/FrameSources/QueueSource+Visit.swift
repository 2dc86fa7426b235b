import OrielPipeline
import OrielTransport

/// Items that the user opens or goes to. The present item plays on until one of them has a frame, so that an item that
/// can't be played, or that opens slowly, costs nothing.
extension QueueSource {
    /// The items that are tried for the user, one after the other.
    struct Visit {
        /// The best one first; it is being opened.
        var targets: [PlayerItem]
        /// Whether playback resumes with the item, and items that can't be played leave the list: they were opened for
        /// this visit.
        let isOpening: Bool
    }

    /// The item that is being opened for the user; nil for none.
    package var awaited: PlayerItem? { visit?.targets.first }

    /// Begins to go to the next or the previous item, counted from the awaited one if there is one, or to an item of
    /// the list. A way back to the present item ends the visit.
    package func visit(_ direction: Direction) {
        if case .index(let index) = direction {
            guard order.items.indices.contains(index) else { return }
            let target = order.items[index]
            return begin(Visit(targets: target == order.current ? [] : [target], isOpening: false))
        }
        guard let start = visit?.targets.first ?? order.current else { return }
        begin(Visit(targets: order.items(beside: start, direction == .next ? 1 : -1), isOpening: false))
    }

    /// Inserts items after the present one, and begins to go to the first of them that can be played.
    package func open(_ more: [PlayerItem]) {
        enter(more)
        order.insert(more, after: order.current)
        begin(Visit(targets: more.filter { $0 != order.current }, isOpening: true))
    }

    private func begin(_ next: Visit) {
        visit = next.targets.isEmpty ? nil : next
        settle()
    }

    /// Goes on to the visit's next item, since the first can't be played.
    func refuseVisit() {
        guard let refused = visit?.targets.removeFirst() else { return }
        if visit?.isOpening == true { order.remove(refused) }
        updateVisit()
    }

    /// Leaves out the items of the visit that have left the list, and ends a visit of none.
    func updateVisit() {
        guard visit != nil else { return }
        let listed = Set(order.items)
        visit?.targets.removeAll { !listed.contains($0) }
        if visit?.targets.isEmpty == true { visit = nil }
    }

    /// Whether the awaited item can become the present one.
    package var hasArrived: Bool {
        guard let ahead, visit?.targets.first == ahead.item else { return false }
        let state = ahead.source.snapshot
        // Frames of an unseen player may be left out.
        return !ahead.source.peekFrames().isEmpty || state.phase == .ended || state.isVideoPaused
    }

    /// Makes the awaited item the present one, if it has arrived.
    /// - Returns: whether playback is to resume with it; nil if it hasn't arrived.
    package func arrive() -> Bool? {
        guard hasArrived, let visit, let target = visit.targets.first else { return nil }
        self.visit = nil
        order.go(to: target)
        follow()
        return visit.isOpening
    }
}
