import OrielDecode
import Testing

/// The packets at which a decoder can begin, by their first bytes.
@Suite struct PacketRoleTests {
    private static let avcC: [UInt8] = [1, 100, 0, 31, 0xff, 0xe1, 0]

    private func role(_ decoder: String, _ bytes: [UInt8], extradata: [UInt8] = []) throws -> PacketRole {
        let reader = try #require(
            extradata.withUnsafeBytes { PacketReader(decoder: decoder, extradata: $0) })
        return bytes.withUnsafeBytes { reader.role(of: $0) }
    }

    @Test func h264WithStartCodes() throws {
        let idr = try role(
            "h264", [0, 0, 0, 1, 9, 0xf0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 1, 0x65, 0x88, 0x80])
        #expect(idr.kind == .entry && idr.hasParameters && idr.hasAllParameters)
        let bare = try role("h264", [0, 0, 1, 0x65, 0x88, 0x80])
        #expect(bare.kind == .entry && !bare.hasParameters)
        let half = try role("h264", [0, 0, 1, 0x68, 3, 0, 0, 1, 0x65, 0x88])
        #expect(half.hasParameters && !half.hasAllParameters)
        #expect(try role("h264", [0, 0, 1, 0x41, 0x9a, 0, 0, 1, 0x65, 0x88]).kind == .other)
    }

    @Test func h264WithLengths() throws {
        let sliced: [UInt8] = [0, 0, 0, 2, 6, 5, 0, 0, 0, 3, 0x65, 0x88, 0x80]
        #expect(try role("h264", sliced, extradata: Self.avcC).kind == .entry)
        #expect(try role("h264", [0, 0, 0, 2, 0x41, 0x9a], extradata: Self.avcC).kind == .other)
    }

    @Test func hevc() throws {
        let kinds: [(UInt8, PacketRole.Kind)] = [
            (19, .entry), (20, .entry), (21, .openEntry), (6, .other), (9, .other), (1, .other), (16, .other),
        ]
        for (type, kind) in kinds { #expect(try role("hevc", [0, 0, 1, type << 1, 1, 0x80]).kind == kind) }
        let whole = try role(
            "hevc", [0, 0, 1, 0x40, 1, 0, 0, 1, 0x42, 1, 0, 0, 1, 0x44, 1, 0, 0, 1, 0x26, 1, 0xaf])
        #expect(whole.kind == .entry && whole.hasAllParameters)
    }

    @Test func vp8AndVP9() throws {
        #expect(try role("vp8", [0x50, 1, 0, 0x9d, 1, 0x2a, 0, 1, 0, 1]).kind == .entry)
        #expect(try role("vp8", [0x51, 1, 0, 0x9d, 1, 0x2a, 0, 1, 0, 1]).kind == .other)
        #expect(try role("vp9", [0x82, 0x49, 0x83, 0x42]).kind == .entry)
        #expect(try role("vp9", [0x86, 0, 0x40, 0x92]).kind == .other)
        #expect(try role("vp9", [0x88, 0x49, 0x83, 0x42]).kind == .other)
    }

    @Test func othersHaveNone() {
        for decoder in ["mpeg4", "libdav1d", "libvpx-vp9", "mjpeg"] {
            #expect([UInt8]().withUnsafeBytes { PacketReader(decoder: decoder, extradata: $0) } == nil)
        }
    }

    /// Wrong lengths and codes make no entry point and cause no read beyond the packet.
    @Test func damageIsNoEntry() throws {
        let boxed: [[UInt8]] = [
            [], [0], [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff, 0x65], [0, 0, 0, 9, 0x65],
            [0, 0, 0, 0, 0x65, 0, 0, 0, 1, 0x65],
        ]
        for bytes in boxed { #expect(try role("h264", bytes, extradata: Self.avcC).kind == .other) }
        for bytes: [UInt8] in [[], [0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1], [0, 0, 2, 0x65]] {
            #expect(try role("h264", bytes).kind == .other)
            #expect(try role("hevc", bytes).kind == .other)
            #expect(try role("vp8", bytes).kind == .other)
            #expect(try role("vp9", bytes).kind == .other)
        }
    }
}
