package import OrielDecode

/// The played audio: the selected track, the speed, the epoch, and the time until which it was delivered. Value code.
package struct AudioFlow: Sendable {
    /// Whether audio is or may be played, so that its thread lives.
    package var isPossible: Bool
    /// Index of the played track; nil for none.
    package var selection: Int?
    /// Whether packets of all audio tracks are read; if false, only those of the played one.
    package var readsAllTracks = true
    /// Newest epoch that was given out. Audio of older epochs is discarded.
    package private(set) var epoch = 0
    /// Media time until which audio was delivered in this run, and the generation it belongs to.
    package private(set) var end: Duration?
    package private(set) var generation = 0
    /// Speed for audio that is made next. The audio decode thread has yet to take it while `hasNewSpeed`.
    package private(set) var speed = AudioSpeed()
    package private(set) var hasNewSpeed = false

    package init(isPossible: Bool, speed: Double = 1) {
        self.isPossible = isPossible
        self.speed.speed = speed
    }

    /// Requests another speed from a media time of a generation on.
    package mutating func setSpeed(_ speed: Double, at position: Duration, generation: Int) {
        epoch += 1
        self.speed = AudioSpeed(speed: speed, position: position, generation: generation, epoch: epoch)
        hasNewSpeed = true
    }

    /// Takes a change of speed; nil if there is none.
    package mutating func takeSpeed() -> AudioSpeed? {
        guard hasNewSpeed else { return nil }
        hasNewSpeed = false
        return speed
    }

    /// Begins a new epoch, whose audio doesn't continue the delivered audio.
    package mutating func renew() { epoch += 1 }

    /// Discards the delivered audio: counts none as delivered, and begins a new epoch.
    package mutating func discard() {
        end = nil
        epoch += 1
    }

    package mutating func noteDelivered(until end: Duration, generation: Int) {
        self.end = end
        self.generation = generation
    }

    /// Counts no audio as delivered in a new run.
    package mutating func beginRun() { end = nil }
}
