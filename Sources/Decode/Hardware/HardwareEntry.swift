import CFFmpeg
import OrielLibav

/// Recognises the packets with which another decoder can begin. Decode thread only.
struct HardwareEntry {
    private let reader: PacketReader?
    /// Whether the container's or the parser's mark of a keyframe is enough (MJPEG, AV1).
    private let trustsFlag: Bool
    private var hasParametersInside = false

    init(_ decoder: VideoDecoder) {
        reader = PacketReader(decoder: decoder.codecName, extradata: decoder.extradata)
        trustsFlag = decoder.traits.codec == AV_CODEC_ID_MJPEG || decoder.traits.codec == AV_CODEC_ID_AV1
    }

    /// Whether no later packet refers back beyond this one. Every packet has to be shown once, in order.
    mutating func isEntry(_ packet: Packet) -> Bool {
        guard packet.pointer.pointee.pts != ORIEL_AV_NOPTS_VALUE else { return false }
        guard let reader else { return trustsFlag && packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        let role = reader.role(of: UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size))
        hasParametersInside = hasParametersInside || role.hasParameters
        return role.kind == .entry && (!hasParametersInside || role.hasAllParameters)
    }
}
