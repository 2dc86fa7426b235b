/// Makes one continuous clock of a chained Ogg stream, whose links each count from zero. Value code.
package struct LinkClock: Hashable, Sendable {
    /// Whether a second link is known of. The beginnings of links are only known by reading from the start.
    package private(set) var isChained: Bool
    /// Sample rate of the present link in hertz, in which its times count; nil in the first link.
    package var rate: Int32?
    /// Ticks to add to the times in the present link.
    private var offset: Int64 = 0
    /// Time of the last packet within its link; nil after a jump.
    private var last: Int64?
    /// End of the last packet on the continuous clock.
    private var end: Int64 = 0

    package init(isChained: Bool = false) { self.isChained = isChained }

    /// Takes the next packet and returns the ticks to add to its times.
    /// - Parameters:
    ///   - time: the packet's time within its link; nil if unknown.
    ///   - length: its duration; 0 if unknown.
    package mutating func follow(_ time: Int64?, length: Int64) -> Int64 {
        if let time {
            // Within a link, times only increase.
            if let last, time < last {
                isChained = true
                // An encoder's delay lies before zero and isn't audible.
                offset = end &- max(0, time)
            }
            last = time
            end = time &+ offset
        }
        end &+= max(0, length)
        return offset
    }

    /// Takes the next packet of a link whose times are wrong, and returns its time by the lengths of those before.
    package mutating func count(length: Int64) -> Int64 {
        defer { end &+= max(0, length) }
        return end
    }

    /// Prepares for a packet of another position in the same link.
    package mutating func jump() { last = nil }

    /// Prepares for the very first packet.
    package mutating func rewind() { self = LinkClock(isChained: isChained) }
}
