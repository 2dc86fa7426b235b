/// The user's navigation in a medium: a hand on the bar, hands that hold the position, and the part to repeat.
///
/// A hand on the bar asks for more positions than can be decoded. The next position is sought when the frame of the
/// last one is there.
package struct Navigation: Equatable {
    /// The position under the hand, or where the hand let go; nil once its frame is there.
    package private(set) var wanted: Duration?
    /// The position that was sought last for the hand.
    private var sought: Duration?
    /// The player's position when the hand came to the bar; nil if no hand holds the bar of the present item.
    package private(set) var origin: Duration?
    /// The item whose bar the hand is on; nil for a player without a list.
    private var item: ObjectIdentifier?
    /// The number of hands that hold the position, on bars and by keys.
    private var hands = 0
    /// Whether hands have let go, and playback waits for the seek of their last position.
    private var waitsToLetGo = false
    /// The beginning of the part to repeat, until the user sets its end.
    package var repeatStart: Duration?

    /// Whether a hand holds the bar of the present item.
    package var isScrubbing: Bool { origin != nil }
    /// Whether a hand holds the position.
    package var isHeld: Bool { hands > 0 }

    package init() {}

    package mutating func handMoved(isDown: Bool) { hands = max(hands + (isDown ? 1 : -1), 0) }

    /// A hand came to the bar.
    /// - Parameters:
    ///   - position: The player's position then.
    ///   - item: The item that the bar is of; nil for a player without a list.
    package mutating func beginScrubbing(from position: Duration, in item: AnyObject?) {
        origin = position
        self.item = item.map { ObjectIdentifier($0) }
    }

    /// The hand is at a time of the bar.
    package mutating func scrub(to time: Duration) { wanted = time }

    /// The hand let go of the bar. Its last position is still sought.
    package mutating func endScrubbing() { origin = nil }

    /// Returns the time to seek to now for the hand on the bar, and notes it as sought; nil if there is none.
    /// - Parameter item: The present item. A position belongs to the item on whose bar the hand was.
    package mutating func nextSeek(isSeeking: Bool, in item: AnyObject?) -> Duration? {
        guard let wanted, !isSeeking else { return nil }
        guard wanted != sought, item.map({ ObjectIdentifier($0) }) == self.item else {
            giveUpSeek()
            return nil
        }
        sought = wanted
        return wanted
    }

    /// Returns whether playback goes on, after the last hand let go: at once, or once the hand's last position was
    /// sought.
    /// - Parameter isAsked: Whether the hands let go; false to ask whether a wait is over.
    package mutating func letsGo(isAsked: Bool) -> Bool {
        guard !isHeld, isAsked || waitsToLetGo else { return false }
        waitsToLetGo = wanted != nil
        return !waitsToLetGo
    }

    /// Forgets the position under the hand: its frame is there, or the source refused it.
    package mutating func giveUpSeek() { (wanted, sought) = (nil, nil) }

    /// Another item or another player is shown: times of the one before have no meaning. Hands that hold the position
    /// still do.
    package mutating func mediumChanged() {
        giveUpSeek()
        (origin, repeatStart) = (nil, nil)
    }
}
