import CFFmpeg
import OrielLibav

/// Recognises the packets with which another decoder can begin. Decode thread only.
struct DecoderEntry {
    private let reader: PacketReader?
    /// Whether the container's or the parser's mark of a keyframe is enough (MJPEG, AV1).
    private let trustsFlag: Bool
    private var hasParametersInside = false
    /// Whether a packet brought codec parameters beside its data, which come only once.
    private var hasOtherParameters = false
    /// Whether the last packet holds all codec parameters that the container doesn't.
    private var isComplete = true

    init(_ decoder: VideoDecoder) {
        reader = PacketReader(decoder: decoder.codecName, extradata: decoder.extradata)
        trustsFlag = decoder.traits.codec == AV_CODEC_ID_MJPEG || decoder.traits.codec == AV_CODEC_ID_AV1
    }

    /// Whether a decoder that is opened with the container's parameters knows those of the stream.
    var hasOnlyContainersParameters: Bool { !hasParametersInside && !hasOtherParameters }

    /// Whether a new decoder can begin a run with the last packet.
    var canBeginRun: Bool { isComplete && !hasOtherParameters }

    /// Whether no later packet refers back beyond this one. Every packet has to be shown, in order.
    mutating func isEntry(_ packet: Packet) -> Bool {
        hasOtherParameters = hasOtherParameters || packet.changesParameters
        let role = reader?.role(of: UnsafeRawBufferPointer(start: packet.pointer.pointee.data, count: packet.size))
        if let role {
            hasParametersInside = hasParametersInside || role.hasParameters
            isComplete = !hasParametersInside || role.hasAllParameters
        }
        guard packet.pointer.pointee.pts != ORIEL_AV_NOPTS_VALUE else { return false }
        guard let role else { return trustsFlag && packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        return role.kind == .entry && isComplete
    }
}

extension Packet {
    /// Whether the packet brings new codec parameters.
    fileprivate var changesParameters: Bool {
        (0..<Int(pointer.pointee.side_data_elems)).contains { index in
            [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE].contains(pointer.pointee.side_data[index].type)
        }
    }
}
