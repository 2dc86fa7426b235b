/// Which frame of the ring each frame of a stream at the server is: in steps, since what is void or late is passed over.
struct StreamMap {
    private struct Piece {
        var stream: Int
        var ring: Int
    }

    /// Oldest first.
    private var pieces: [Piece] = []
    private static let limit = 32

    init() { pieces.reserveCapacity(Self.limit + 1) }

    /// The next frame that is written as `stream` is the ring's `ring`.
    mutating func note(stream: Int, ring: Int) {
        if let last = pieces.last, ring - last.ring == stream - last.stream { return }
        if pieces.count >= Self.limit { pieces.removeFirst() }
        pieces.removeAll { $0.stream >= stream }
        pieces.append(Piece(stream: stream, ring: ring))
    }

    /// The ring's frame of one that was written, and where the piece begins that it is of.
    func ring(of stream: Int) -> (frame: Int, start: Int)? {
        guard let piece = pieces.last(where: { $0.stream <= stream }) else { return nil }
        return (piece.ring + stream - piece.stream, piece.stream)
    }

    /// The last piece's first frame in the stream.
    var lastStart: Int? { pieces.last?.stream }

    mutating func clear() { pieces.removeAll(keepingCapacity: true) }
}
