import CFFmpeg

/// Holds back what can't be decoded where a run begins in the middle of a group of pictures, as transport streams' do: HEVC's decoder makes
/// up the references that it never had, and what it shows then is gray and wrong without a word.
struct EntryGate {
    /// Groups that are longer than the third step back (16 s), or that never begin, are decoded from anywhere.
    private static let attempts = 3

    private let reader: PacketReader?
    private var isShut = false

    init(_ decoder: VideoDecoder) {
        reader = decoder.name == "hevc" ? PacketReader(decoder: "hevc", extradata: decoder.extradata) : nil
    }

    /// A run begins.
    mutating func begin(_ plan: SeekPlan) {
        isShut =
            switch plan.approach {
            case .seek: reader != nil && plan.attempt <= Self.attempts
            case .liveEdge: reader != nil
            case .stay, .rewind: false
            }
    }

    /// Whether a packet is decoded.
    mutating func isOpen(for packet: Packet) -> Bool {
        guard isShut, let reader else { return true }
        let role = reader.role(of: UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size))
        isShut = role.kind != .entry && role.kind != .openEntry
        return !isShut
    }
}
