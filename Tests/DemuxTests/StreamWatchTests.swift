import OrielDemux
import Testing

/// The detection of a stream that can't be decoded any further.
@Suite struct StreamWatchTests {
    private func look(_ watch: inout StreamWatch, _ bytes: [UInt8], until end: Duration? = nil) -> StreamWatch.Finding?
    {
        bytes.withUnsafeBytes { watch.look(at: $0, until: end) }
    }

    private static let hevc: [UInt8] = [
        0, 0, 0, 1, 0x40, 1, 12, 1, 0, 0, 0, 1, 0x42, 1, 1, 1, 0, 0, 0, 1, 0x44, 1, 0xc1, 0x72, 0xb4,
    ]
    private static let h264: [UInt8] = [
        0, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1, 0x67, 100, 0, 31, 0, 0, 1, 0x68, 0xeb, 0xe3, 0xcb,
    ]
    private static let mpeg2: [UInt8] = [0, 0, 1, 0xb3, 0x50, 0x02, 0xd0, 0x33, 0, 0, 1, 0xb5, 0x14, 0x8a, 0, 1]

    @Test func parametersTellTheCodec() {
        for (bytes, name) in [(Self.hevc, "hevc"), (Self.h264, "h264"), (Self.mpeg2, "mpeg2video")] {
            #expect(bytes.withUnsafeBytes { CodecSign.codec(of: $0) } == name)
            for count in 0..<bytes.count - 4 {
                _ = bytes.prefix(count).withUnsafeBytes { CodecSign.codec(of: $0) }
            }
        }
        let slices: [UInt8] = [0, 0, 1, 0x66, 1, 2, 3, 0, 0, 1, 0x67, 0x12, 3, 0, 0, 1, 0x68, 0x13, 3, 4, 5]
        #expect(slices.withUnsafeBytes { CodecSign.codec(of: $0) } == nil)
    }

    @Test func whatIsDecodedIsNotLookedAt() {
        var watch = StreamWatch("h264")
        #expect(look(&watch, Self.hevc) == nil)
        watch.noteFrame(until: .seconds(2), isDamaged: false)
        #expect(look(&watch, Self.hevc) == nil)
        watch.noteRefusal()
        #expect(look(&watch, Self.h264) == nil)
        #expect(look(&watch, Self.hevc) == .becomes("hevc") && watch.end == .seconds(2))
        // After a seek the detection begins anew.
        watch.begin()
        watch.noteRefusal()
        #expect(look(&watch, Self.hevc) == nil)
    }

    @Test func refusalsAreNotAllDamage() {
        var watch = StreamWatch("h264")
        watch.noteFrame(until: .seconds(2), isDamaged: false)
        for _ in 0..<149 {
            watch.noteRefusal()
            #expect(look(&watch, [1, 2, 3], until: .milliseconds(3900)) == nil)
        }
        watch.noteRefusal()
        #expect(look(&watch, [1, 2, 3]) == .undecodable)
        watch.noteFrame(until: .seconds(3), isDamaged: false)
        for _ in 0..<7 {
            watch.noteRefusal()
            #expect(look(&watch, [], until: .seconds(60)) == nil)
        }
        watch.noteRefusal()
        #expect(look(&watch, [], until: .seconds(4)) == nil)
        #expect(look(&watch, [], until: .seconds(5)) == .undecodable)
    }
}
