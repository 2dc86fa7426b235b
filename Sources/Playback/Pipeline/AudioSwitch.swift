import OrielMedia

/// What the sound's thread is told when another track is chosen: what it has is void.
struct AudioSwitch: Sendable {
    /// Nil for none.
    var track: AudioTrack?
    /// One that is open already.
    var decoder: AudioDecoder?
    /// The run and turn that its first packets are of; nil where a run is to begin first.
    var plan: SeekPlan?
    /// Media time at which it is heard first; nil where the first picture of its run tells.
    var position: Duration?
    /// What was heard before is of older epochs.
    var epoch = 0
}
