package import OrielLibav

/// How far a run has come: what was read of it, and which streams were delivered. Value code.
package struct RunProgress: Sendable {
    /// Whether the demuxer has read everything.
    package private(set) var isReadToEnd = false
    /// The error that ended reading; nil at a regular end.
    package private(set) var breakage: MediaError?
    /// Whether the demuxer sleeps until there is plenty of room. A wakeup for each packet would cost as much as the
    /// packet.
    package var isResting = false
    /// Whether the demuxer waits at the present end of a file until a decoder lacks packets.
    package var endsIfWanted = false
    /// Streams whose last frame was delivered.
    private var delivered: Set<StreamKind> = []

    package init() {}

    /// Notes that no more is read.
    package mutating func endReading(_ error: MediaError?) {
        isReadToEnd = true
        breakage = error
    }

    /// Notes that a stream's last frame was delivered.
    package mutating func noteEnd(of kind: StreamKind) { delivered.insert(kind) }

    package func hasDelivered(_ kind: StreamKind) -> Bool { delivered.contains(kind) }

    /// Counts a stream as not delivered, because other packets of it follow.
    package mutating func resume(_ kind: StreamKind) { delivered.remove(kind) }

    /// Forgets that everything was read, since the queued packets were dropped.
    package mutating func dropRead() {
        isResting = false
        isReadToEnd = false
    }
}
