/// How precisely `MediaPipeline.seek` lands.
public enum SeekMode: Hashable, Sendable {
    /// The picture that is on screen at that time: decodes from the keyframe before it.
    case exact
    /// As `exact`, and before it the first picture that was decoded on the way there, with its own time: something of the right
    /// group of pictures, as soon as it can be had.
    case exactAfterPreview
    /// The keyframe at or before that time, where the container knows its keyframes: faster, for dragging.
    case keyframe
}

/// One run of consecutive packets: where it begins and what its first frames are for.
struct SeekPlan: Sendable {
    /// How the demuxer gets there.
    enum Approach: Hashable, Sendable {
        /// It stays where it is: the first run.
        case stay
        /// By the container's means to a keyframe at or before this time since the start.
        case seek(Duration)
        /// Back to the very first packet.
        case rewind
        /// To where what comes live is by now: it is opened anew.
        case liveEdge

        /// Where it means to land.
        var time: Duration {
            if case .seek(let time) = self { time } else { .zero }
        }
    }

    var approach: Approach
    /// Frames that end by then are decoded and dropped.
    var target: Duration?
    /// The run begins at the target itself, where that lies within the time of the frame; else at the beginning of the frame.
    var entersFrame = true
    /// Frames well before that which no other frame needs aren't even decoded; nil where the end is unknown, since a
    /// target behind the end is met by the last frame.
    var skipsUntil: Duration?
    /// A frame that is the target's was left out before: this time none is.
    var leavesNothingOut = false
    /// The first frame must begin no later, or one has to come from farther back.
    var latest: Duration?
    /// The first picture is delivered although the target comes later.
    var hasPreview = false
    /// How often it was tried from farther back.
    var attempt = 0
    /// The generation of the seek it belongs to: the frame queue's.
    var seekGeneration = 0
    /// The generation its frames carry; a loop gets its own when it begins to be decoded.
    var generation = 0
    /// The epoch of its sound.
    var soundEpoch = 0
    /// The sound that was delivered is heard on, and what follows joins it.
    var keepsSound = false
    /// Distinguishes the runs, so that packets of an abandoned one are recognised.
    var run = 0

    /// Whether its first frame is the medium's first.
    var isFromStart: Bool {
        switch approach {
        case .stay, .rewind: latest == nil || target == nil
        case .seek, .liveEdge: false
        }
    }

    /// To `time`, for a seek or a start.
    static func to(_ time: Duration, _ mode: SeekMode) -> SeekPlan {
        SeekPlan(
            approach: .seek(time), target: mode == .keyframe ? nil : time, latest: time,
            hasPreview: mode == .exactAfterPreview)
    }

    /// The same once more, without leaving out any frame.
    func whole() -> SeekPlan {
        var plan = self
        plan.leavesNothingOut = true
        return plan
    }

    /// The next try after the demuxer landed behind the target; nil once there is nothing farther back.
    func fartherBack() -> SeekPlan? {
        guard let latest, approach != .stay, approach != .rewind || attempt == 0 else { return nil }
        var plan = self
        plan.attempt += 1
        let distance = Duration.seconds(1 << (2 * plan.attempt - 2))
        plan.approach = plan.attempt > 4 || latest <= distance ? .rewind : .seek(latest - distance)
        return plan
    }
}
