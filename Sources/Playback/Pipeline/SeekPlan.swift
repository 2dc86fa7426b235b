/// Precision of `MediaPipeline.seek`.
public enum SeekMode: Hashable, Sendable {
    /// The frame that is shown at that time: decodes from the keyframe before it.
    case exact
    /// Like `exact`, preceded by a preview: the first frame decoded on the way to the target, with its own time. It
    /// comes from the right group of pictures and is there soonest.
    case exactAfterPreview
    /// The keyframe at or before that time, if the container indexes its keyframes. Faster; for dragging.
    case keyframe
}

/// Plan of one run, a sequence of consecutive packets: its beginning, and the treatment of its first frames.
struct SeekPlan: Sendable {
    /// How the demuxer gets to the beginning of the run.
    enum Approach: Hashable, Sendable {
        /// Stays at the present position: the first run.
        case stay
        /// Seeks with the container's means to a keyframe at or before this media time.
        case seek(Duration)
        /// Goes back to the very first packet.
        case rewind
        /// Opens a live stream anew, at its present position.
        case liveEdge

        /// The intended landing time.
        var time: Duration {
            if case .seek(let time) = self { time } else { .zero }
        }
    }

    var approach: Approach
    /// Time until which frames are decoded and dropped: the seek's target. Nil drops none.
    var target: Duration?
    /// Whether the run begins at the target itself, within the time of its frame. If false, it begins with the frame.
    var entersFrame = true
    /// Time before which the decoder may skip frames that no other frame refers to. Nil if the medium's end is unknown,
    /// since the last frame is the result of a target behind the end.
    var skipsUntil: Duration?
    /// Whether the decoder must not skip any frame, because in an earlier attempt it skipped the target's frame.
    var leavesNothingOut = false
    /// Latest time at which the first frame may begin; a later one makes the demuxer start from farther back.
    var latest: Duration?
    /// Whether the first frame is delivered although it is before the target.
    var hasPreview = false
    /// Number of earlier attempts from nearer positions.
    var attempt = 0
    /// Generation of the seek that the run belongs to, as known by the frame queue.
    var seekGeneration = 0
    /// Generation of the run's frames. A repetition of a loop gets its own when its decoding begins.
    var generation = 0
    /// Epoch of the run's audio.
    var soundEpoch = 0
    /// Whether audio that was delivered before is still played, and the run's audio continues it.
    var keepsSound = false
    /// Number of the run, by which packets of an abandoned run are recognised.
    var run = 0

    /// Whether the run's first frame is the medium's first.
    var isFromStart: Bool {
        switch approach {
        case .stay, .rewind: latest == nil || target == nil
        case .seek, .liveEdge: false
        }
    }

    /// Returns the plan of a seek, or of a start, at `time`.
    static func to(_ time: Duration, _ mode: SeekMode) -> SeekPlan {
        SeekPlan(
            approach: .seek(time), target: mode == .keyframe ? nil : time, latest: time,
            hasPreview: mode == .exactAfterPreview)
    }

    /// Returns the same plan without skipping any frame.
    func whole() -> SeekPlan {
        var plan = self
        plan.leavesNothingOut = true
        return plan
    }

    /// Returns the plan that goes on with the frame that begins at a time, within the same seek. Audio goes on.
    func resumed(at time: Duration) -> SeekPlan {
        var plan = SeekPlan.to(time, .exact)
        plan.entersFrame = false
        plan.leavesNothingOut = true
        plan.keepsSound = true
        plan.seekGeneration = seekGeneration
        plan.generation = generation
        plan.soundEpoch = soundEpoch
        return plan
    }

    /// Returns the plan of the next attempt after the demuxer landed behind the target; nil if there is none.
    ///
    /// The distances before the target are 1, 4, 16 and 64 seconds, then the beginning of the medium. After an attempt
    /// from the beginning there is none.
    func fartherBack() -> SeekPlan? {
        guard let latest, approach != .stay, approach != .rewind || attempt == 0 else { return nil }
        var plan = self
        plan.attempt += 1
        let distance = Duration.seconds(1 << (2 * plan.attempt - 2))
        plan.approach = plan.attempt > 4 || latest <= distance ? .rewind : .seek(latest - distance)
        return plan
    }
}
