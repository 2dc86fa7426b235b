/// Audio speed from a position on.
package struct AudioSpeed: Hashable, Sendable {
    /// Media seconds per second.
    package var speed = 1.0
    /// Media time of the change, and its generation.
    package var position = Duration.zero
    package var generation = 0
    /// Epoch of audio at this speed; audio made before has older epochs.
    package var epoch = 0

    package init(speed: Double = 1.0, position: Duration = Duration.zero, generation: Int = 0, epoch: Int = 0) {
        self.speed = speed
        self.position = position
        self.generation = generation
        self.epoch = epoch
    }
}
