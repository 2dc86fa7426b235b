import OrielDecode
import OrielLibav
import OrielMedia

/// Item in the queue from the demux thread to a decode thread, in order.
enum DecodeItem: Sendable {
    /// The stream's decoder: the first item, and again when another video stream is selected.
    case decoder(Decoder)
    /// A run begins after a seek: data still in the decoder is discarded.
    case begin(SeekPlan)
    /// A repetition begins after the end of the one before, which is drained first.
    case loop(SeekPlan)
    case packet(Packet)
    /// The last packet of this run came before; the error is nil at a regular end.
    case end(MediaError?)
    /// No more video packets come in this run.
    case lost
    /// No video packets come for a while although audio does.
    case pause
    /// Decoded frames have to be freed; nothing follows before a run begins.
    case release
    /// Audio is wanted at another speed. Queued items stay valid.
    case speed(AudioSpeed)
    /// Another audio track is wanted; the items that follow belong to it.
    case track(AudioSwitch)

    /// Source of a stream's frames.
    enum Decoder: Sendable {
        case video(VideoDecoder)
        /// The fixed frame of audio only, and the medium's length; nil if unknown.
        case picture(VideoFrame, length: Duration?)
    }
}
