/// Audio speed from a position on.
struct SoundSpeed: Hashable, Sendable {
    /// Media seconds per second.
    var speed = 1.0
    /// Media time of the change, and its generation.
    var position = Duration.zero
    var generation = 0
    /// Epoch of audio at this speed; audio made before has older epochs.
    var epoch = 0
}
