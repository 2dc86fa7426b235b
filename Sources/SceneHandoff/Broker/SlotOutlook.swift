import OrielPictureInPicture

/// What there is to know of the slot at one moment, and what of it each player is told. Pure.
struct SlotOutlook: Hashable, Sendable {
    var holders: [Broker.Holder]
    var limit: Int
    /// A transition is under way.
    var isBusy: Bool
    /// The players whom the transition concerns.
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
