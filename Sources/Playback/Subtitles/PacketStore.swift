/// Packets of subtitles in few pieces of memory: those of text are small and tens of thousands, and each in a place of its own would hold
/// what libavformat frees around it. Value code.
package struct PacketStore: Sendable {
    /// When a packet is shown by what the container says.
    package struct Time: Hashable, Sendable {
        /// Since the start of the medium.
        package var start: Duration
        /// Nil where the container doesn't say.
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

    /// Of all packets, as they came.
    package private(set) var times: [Time] = []
    private var places: [Place] = []
    private var pieces: [[UInt8]] = []
    /// Of all packets.
    package private(set) var byteCount = 0

    package init() {}

    package var count: Int { times.count }

    package subscript(index: Int) -> SubtitleStream.Packet {
        let place = places[index]
        let bytes = pieces[Int(place.piece)][Int(place.offset)..<Int(place.offset) + Int(place.count)]
        return SubtitleStream.Packet(bytes: Array(bytes), start: times[index].start, duration: times[index].duration)
    }

    /// - Parameter bytes: fewer than 4 GiB.
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
