import CFFmpeg
import OrielDecode
import OrielLibav

/// Drops packets at the start of a run until decoding can begin.
///
/// Needed for runs in the middle of a group of pictures, as in transport streams. HEVC's decoder would make up the
/// missing references and show gray, damaged frames without an error.
struct EntryGate {
    /// Number of attempts from farther back (16 s) after which decoding begins anywhere. The group is longer then, or
    /// has no entry.
    private static let attempts = 3

    private let reader: PacketReader?
    private var isShut = false

    init(_ decoder: VideoDecoder) {
        reader = decoder.name == "hevc" ? PacketReader(decoder: "hevc", extradata: decoder.extradata) : nil
    }

    /// Shuts the gate at the start of a run, if it may begin in the middle of a group.
    mutating func begin(_ plan: SeekPlan) {
        isShut =
            switch plan.approach {
            case .seek: reader != nil && plan.attempt <= Self.attempts
            case .liveEdge: reader != nil
            case .stay, .rewind: false
            }
    }

    /// Whether a packet is decoded. The first entry opens the gate.
    mutating func isOpen(for packet: Packet) -> Bool {
        guard isShut, let reader else { return true }
        let role = reader.role(of: UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size))
        isShut = role.kind != .entry && role.kind != .openEntry
        return !isShut
    }
}
