import OrielMedia

/// What passes from the demux thread to a decode thread, in order.
enum DecodeItem: Sendable {
    /// Sent once, first.
    case decoder(Decoder)
    /// A run begins after a seek: what the decoder still holds is void.
    case begin(SeekPlan)
    /// A run begins after the end of the one before, which is drained first.
    case loop(SeekPlan)
    case packet(Packet)
    /// No more packets in this run, by an error where there is one.
    case end(MediaError?)
    /// No packets of pictures come any more in this run.
    case lost
    /// No pictures come for a while though sound does.
    case pause
    /// What was decoded is given back; nothing follows before a run begins.
    case release
    /// Sound is wanted at another speed; of what waits in the queue nothing is void.
    case speed(SoundSpeed)
    /// Another track of sound is wanted; what follows in the queue is of that.
    case track(AudioSwitch)

    /// A stream's decoder.
    enum Decoder: Sendable {
        case video(VideoDecoder)
        /// Of sound only: its one picture, and how long it is.
        case picture(VideoFrame, length: Duration?)
    }
}
