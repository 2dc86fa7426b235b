import OrielDemux
import OrielTestSupport
import Testing

@Suite struct TransportPayloadTests {
    /// Returns a packet of one stream: a header with an optional adaptation field, then `fill` bytes that identify it.
    private func packet(_ pid: Int, adaptation: Int? = nil, fill: UInt8) -> [UInt8] {
        var bytes: [UInt8] = [0x47, UInt8(pid >> 8), UInt8(pid & 0xff), adaptation == nil ? 0x10 : 0x30]
        if let adaptation { bytes += [UInt8(adaptation)] + Array(repeating: 0xff, count: adaptation) }
        return bytes + Array(repeating: fill, count: 188 - bytes.count)
    }

    @Test(arguments: [0, 4, 16], [0, 5]) func aStreamsBytesAreTakenOut(more: Int, before: Int) {
        var bytes = [UInt8](repeating: 1, count: before)
        for (number, pid) in [0x100, 0x101, 0x100, 0x100, 0x1fff].enumerated() {
            bytes += [UInt8](repeating: 2, count: more == 4 ? 4 : 0)
            bytes += packet(pid, adaptation: number == 2 ? 100 : number == 3 ? 183 : nil, fill: UInt8(10 + number))
            bytes += [UInt8](repeating: 2, count: more == 16 ? 16 : 0)
        }
        bytes += packet(0x100, fill: 99).prefix(100)
        let payload = TransportPayload.bytes(of: 0x100, in: bytes)
        #expect(payload == Array(repeating: 10, count: 184) + Array(repeating: 12, count: 83))
    }

    @Test func anythingElseHasNone() {
        var generator = SeededGenerator(seed: 7)
        #expect(TransportPayload.bytes(of: 0, in: []) == [])
        for _ in 0..<200 {
            let bytes = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = TransportPayload.bytes(of: Int.random(in: 0...0x1fff, using: &generator), in: bytes)
            // Adaptation fields with wrong lengths.
            var packets = (0..<10).flatMap { _ in packet(0x100, adaptation: 10, fill: 1) }
            for index in stride(from: 4, to: packets.count, by: 188) { packets[index] = bytes[index] }
            #expect(TransportPayload.bytes(of: 0x100, in: packets).count <= 184 * 10)
        }
    }
}
