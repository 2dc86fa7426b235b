/// Compact storage of subtitle packets in few large pieces of memory.
///
/// Text packets are small and number tens of thousands. Allocated one by one, they would keep the memory that
/// libavformat frees around them from being returned. Value code.
package struct PacketStore: Sendable {
    /// Display time of a packet, as the container states it.
    package struct Time: Hashable, Sendable {
        /// Time since the start of the medium.
        package var start: Duration
        /// Nil if the container states none.
        package var duration: Duration?

        package init(start: Duration, duration: Duration?) {
            self.start = start
            self.duration = duration
        }
    }

    private struct Place {
        var piece: UInt32
        var offset: UInt32
        var count: UInt32
    }

    private static let pieceSize = 256 << 10

    /// Times of all packets, in the order of arrival.
    package private(set) var times: [Time] = []
    private var places: [Place] = []
    private var pieces: [[UInt8]] = []
    /// Bytes of all packets.
    package private(set) var byteCount = 0

    package init() {}

    package var count: Int { times.count }

    package subscript(index: Int) -> SubtitleStream.Packet {
        let place = places[index]
        let bytes = pieces[Int(place.piece)][Int(place.offset)..<Int(place.offset) + Int(place.count)]
        return SubtitleStream.Packet(bytes: Array(bytes), start: times[index].start, duration: times[index].duration)
    }

    /// Appends a packet.
    /// - Parameter bytes: the packet's data, less than 4 GiB.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at time: Time) {
        if pieces.last.map({ $0.count + bytes.count > Self.pieceSize }) ?? true {
            var piece: [UInt8] = []
            piece.reserveCapacity(max(Self.pieceSize, bytes.count))
            pieces.append(piece)
        }
        let last = pieces.count - 1
        places.append(
            Place(piece: UInt32(last), offset: UInt32(pieces[last].count), count: UInt32(bytes.count)))
        pieces[last].append(contentsOf: bytes)
        times.append(time)
        byteCount += bytes.count
    }
}
