import CFFmpeg
import OrielLibav

/// Description of a stream, for opening its decoder. It doesn't keep the software decoder alive. Immutable;
/// `@unchecked Sendable` for libavcodec's constant `AVCodec`.
struct HardwareStream: @unchecked Sendable {
    let traits: StreamTraits
    let parameters: CodecParameters
    let codec: UnsafePointer<AVCodec>
    /// Frame rate that the container states.
    let rate: AVRational
    /// Counter of the frames in memory.
    let memory: PictureMemory
    /// Codec name, such as `vp9`.
    let codecName: String

    init(_ decoder: VideoDecoder) {
        traits = decoder.traits
        parameters = decoder.parameters
        codec = decoder.codec
        rate = decoder.rate
        memory = decoder.memory
        codecName = decoder.codecName
    }

    /// The decoder of libavcodec that hands the stream to VA-API; nil if there is none.
    var hardwareCodec: UnsafePointer<AVCodec>? {
        // The default decoder of AV1 is a library without hardware decoding.
        let codec = traits.codec == AV_CODEC_ID_AV1 ? avcodec_find_decoder_by_name("av1") : codec
        var index: CInt = 0
        while let codec, let configuration = avcodec_get_hw_config(codec, index)?.pointee {
            index += 1
            let takesDevice = configuration.methods & CInt(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
            if takesDevice, configuration.device_type == AV_HWDEVICE_TYPE_VAAPI { return codec }
        }
        return nil
    }
}
