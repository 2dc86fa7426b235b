/// Maps frames of a stream at the server to frames of the ring, in pieces. Obsolete and late frames are skipped.
struct StreamMap {
    private struct Piece {
        var stream: Int
        var ring: Int
    }

    /// Pieces, oldest first.
    private var pieces: [Piece] = []
    private static let limit = 32

    init() { pieces.reserveCapacity(Self.limit + 1) }

    /// Notes that the next frame, `stream` at the server, is the ring's frame `ring`.
    mutating func note(stream: Int, ring: Int) {
        if let last = pieces.last, ring - last.ring == stream - last.stream { return }
        if pieces.count >= Self.limit { pieces.removeFirst() }
        pieces.removeAll { $0.stream >= stream }
        pieces.append(Piece(stream: stream, ring: ring))
    }

    /// Ring frame of a written frame, and the start of its piece; nil if unknown.
    func ring(of stream: Int) -> (frame: Int, start: Int)? {
        guard let piece = pieces.last(where: { $0.stream <= stream }) else { return nil }
        return (piece.ring + stream - piece.stream, piece.stream)
    }

    /// First frame of the last piece in the stream; nil if there is none.
    var lastStart: Int? { pieces.last?.stream }

    mutating func clear() { pieces.removeAll(keepingCapacity: true) }
}
