import CFFmpeg

/// Durations of a Vorbis link's packets. libavformat counts every link of an Ogg chain with the first one's block
/// sizes, which depend on the sample rate. Demux thread only.
final class VorbisBlocks {
    private var parser: OpaquePointer?

    /// Makes the parser of a link (`av_vorbis_parse_init`); nil if libavcodec refuses its headers.
    /// - Parameters:
    ///   - identification: the link's first header packet.
    ///   - setup: its third header packet.
    init?(identification: [UInt8], setup: UnsafeRawBufferPointer) {
        guard setup.count <= Int(UInt16.max) else { return nil }
        // Each header after its size. The comments between the two are left out.
        func sized(_ bytes: some Collection<UInt8>) -> [UInt8] {
            [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
        }
        let headers = sized(identification) + sized([]) + sized(setup)
        parser = av_vorbis_parse_init(headers, CInt(headers.count))
        guard parser != nil else { return nil }
    }

    deinit { av_vorbis_parse_free(&parser) }

    /// Number of samples of the next packet.
    func samples(of packet: UnsafeRawBufferPointer) -> Int64 {
        let bytes = packet.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return Int64(max(0, av_vorbis_parse_frame(parser, bytes, CInt(clamping: packet.count))))
    }
}
