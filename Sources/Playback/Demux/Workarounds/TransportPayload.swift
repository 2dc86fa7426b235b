/// Extracts one stream's payload from a piece of a transport stream (ISO 13818-1).
package enum TransportPayload {
    private static let sync: UInt8 = 0x47
    private static let packetSize = 188

    /// Returns the payload of one stream's packets, in order; empty if the bytes are no transport stream.
    /// - Parameters:
    ///   - pid: the packet identifier (AVStream's `id`).
    ///   - bytes: starting anywhere, with packets of 188 bytes, or of 192 or 204 as recorders write them.
    package static func bytes(of pid: Int, in bytes: [UInt8]) -> [UInt8] {
        guard let (first, stride) = frame(of: bytes) else { return [] }
        var result: [UInt8] = []
        var position = first
        while position + packetSize <= bytes.count, bytes[position] == sync {
            if Int(bytes[position + 1] & 0x1f) << 8 | Int(bytes[position + 2]) == pid {
                result += bytes[(position + payloadOffset(of: bytes, at: position))..<position + packetSize]
            }
            position += stride
        }
        return result
    }

    /// Offset of the payload in a packet.
    private static func payloadOffset(of bytes: [UInt8], at position: Int) -> Int {
        let control = bytes[position + 3] >> 4 & 3
        guard control & 1 != 0 else { return packetSize }
        return control & 2 == 0 ? 4 : min(packetSize, 5 + Int(bytes[position + 4]))
    }

    /// Offset of the first packet and distance between packets; nil if the bytes have none. Found by four sync bytes in
    /// a row.
    private static func frame(of bytes: [UInt8]) -> (first: Int, stride: Int)? {
        for stride in [packetSize, 192, 204] where bytes.count > stride * 4 {
            let first = (0..<stride).first { first in (0..<4).allSatisfy { bytes[first + $0 * stride] == sync } }
            if let first { return (first, stride) }
        }
        return nil
    }
}
