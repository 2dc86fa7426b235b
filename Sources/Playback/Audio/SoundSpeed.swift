/// How fast sound is heard, from a place on.
struct SoundSpeed: Hashable, Sendable {
    /// Media seconds per second.
    var speed = 1.0
    /// Media time, and the generation that it is of.
    var position = Duration.zero
    var generation = 0
    /// What was made before is of older epochs.
    var epoch = 0
}
