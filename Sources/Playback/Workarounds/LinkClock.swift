/// Makes one clock of the times in a chained Ogg stream, whose links each count from zero. Value code.
package struct LinkClock: Hashable, Sendable {
    /// A second link is known of. Only reading from the beginning tells where in time a link begins.
    package private(set) var isChained: Bool
    /// Ticks to add to the times of the present link.
    private var offset: Int64 = 0
    /// Time of the packet before, by its own link.
    private var last: Int64?
    /// End of the packet before, by the one clock.
    private var end: Int64 = 0

    package init(isChained: Bool = false) { self.isChained = isChained }

    /// Takes the next packet and returns the ticks to add to its times.
    /// - Parameters:
    ///   - time: by its own link; nil where it isn't told.
    ///   - length: how long it lasts; 0 where it isn't told.
    package mutating func follow(_ time: Int64?, length: Int64) -> Int64 {
        if let time {
            // Within a link, times only increase.
            if let last, time < last {
                isChained = true
                // An encoder's delay lies before zero and isn't heard.
                offset = end &- max(0, time)
            }
            last = time
            end = time &+ offset
        }
        end &+= max(0, length)
        return offset
    }

    /// Reading goes on elsewhere in the same link.
    package mutating func jump() { last = nil }

    /// Reading begins again with the first packet.
    package mutating func rewind() { self = LinkClock(isChained: isChained) }
}
