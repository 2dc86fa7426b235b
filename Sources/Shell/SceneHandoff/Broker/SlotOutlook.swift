import OrielPictureInPicture

/// State of the slot at one moment, and the status that it means for each player. Pure.
struct SlotOutlook: Hashable, Sendable {
    var holders: [Broker.Holder]
    var limit: Int
    /// Whether a transition is under way.
    var isBusy: Bool
    /// Players that take part in the transition.
    var sides: [PlayerKey]

    func status(for key: PlayerKey) -> SlotStatus {
        var (occupied, others, hasPlainOther) = (0, 0, false)
        for holder in holders where holder.use != .suspended {
            occupied += 1
            guard holder.key != key else { continue }
            others += 1
            if !holder.isCall { hasPlainOther = true }
        }
        let isFree = others < limit
        return SlotStatus(
            isFree: isFree, isDisplaceable: isFree || occupied <= limit && hasPlainOther, canStop: !holders.isEmpty,
            transition: !isBusy ? .none : sides.contains(key) ? .own : .foreign)
    }
}
