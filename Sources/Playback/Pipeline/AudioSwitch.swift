import OrielDecode
import OrielLibav

/// Change of the audio track, sent to the audio decode thread, which then discards its present audio.
struct AudioSwitch: Sendable {
    /// The track to play; nil for none.
    var track: AudioTrack?
    /// Decoder of the track if one is open already; nil has the thread open one.
    var decoder: AudioDecoder?
    /// Run and repetition of the track's first packets; nil if a run has yet to begin.
    var plan: SeekPlan?
    /// Media time of the first audible sample; nil if it is the time of the run's first frame.
    var position: Duration?
    /// Epoch of the new audio; audio of older epochs is discarded.
    var epoch = 0
}
