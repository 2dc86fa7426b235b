/// Position of the text in a subtitle codec's packets, for converting its charset. Value code.
enum TextFraming: Hashable, Sendable {
    /// The packet is text and nothing else.
    case plain
    /// Two bytes of length, the text, and boxes with styles: 3GPP timed text and QuickTime text (`mov_text`).
    case lengthPrefixed
    /// The data is no text: bitmaps, caption pairs, teletext pages.
    case binary

    /// Converts the text in a packet and keeps its framing. A packet with wrong framing stays unchanged.
    func converting(_ packet: [UInt8], _ convert: ([UInt8]) -> [UInt8]) -> [UInt8] {
        switch self {
        case .plain: return convert(packet)
        case .binary: return packet
        case .lengthPrefixed:
            guard packet.count >= 2 else { return packet }
            let end = 2 + (Int(packet[0]) << 8 | Int(packet[1]))
            guard end <= packet.count else { return packet }
            let text = Array(packet[2..<end])
            let converted = convert(text)
            guard converted != text, converted.count <= 0xFFFF else { return packet }
            return [UInt8(converted.count >> 8), UInt8(converted.count & 0xFF)] + converted + packet[end...]
        }
    }
}
