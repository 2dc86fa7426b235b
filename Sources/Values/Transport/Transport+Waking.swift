import OrielMedia

/// Times at which something happens without an event.
extension Transport {
    /// Host time at which to send `Event.wake`; nil for not before another event. Always nil when paused, ended or
    /// failed.
    package func wakeTime(source: @autoclosure () -> SourceState) -> Duration? {
        guard asked == nil else { return nil }
        switch phase {
        case .cued(let limit): return limit
        case .playing: return isPaused ? nil : wakeTime(whilePlaying: source())
        // The source signals when a frame comes, and when enough was read ahead.
        case .opening, .seeking, .buffering, .ended, .failed: return nil
        }
    }

    /// Host time at which the next queued frame is due; nil if none is queued or the clock stands.
    package func nextFrameDue(source: @autoclosure () -> SourceState) -> Duration? {
        guard phase == .playing, !isPaused, !isRejoining else { return nil }
        let source = source()
        guard let next = source.waiting.first else { return nil }
        return clock.hostTime(
            of: next.generation == generation ? next.time : picture.map { over($0, in: source) } ?? next.time)
    }

    /// Whether playback is paused, its picture is shown and nothing is under way. Further refreshes then change nothing
    /// until another event, unless the clock is the source's.
    package var isStanding: Bool {
        isPaused && phase == .playing && asked == nil && !isRejoining && !isAstray && stepsWanted == 0
    }

    private func wakeTime(whilePlaying source: SourceState) -> Duration? {
        var times: [Duration] = []
        func add(_ media: Duration, unlessSeen: Bool = false) {
            guard let time = clock.hostTime(of: media) else { return }
            times.append(unlessSeen ? max(time, seenUntil ?? time) : time)
        }
        if let end = repeatEnd(in: source) { add(end) }
        let isComplete = isComplete(source) && !isAstray && !isRejoining
        if source.isStill, source.hasSuccessor, let end = stillEnd { add(end) }
        if isComplete, !source.isStill, let last = current(in: source).last ?? picture {
            add(withSound(last.end, source))
        }
        if !isComplete, !source.isStill, let end = unseenEnd(of: source) { add(end, unlessSeen: true) }
        if isConsumedUnseen(source), let newest = current(in: source).last { add(newest.time, unlessSeen: true) }
        if let starvation = starvation(in: source) { times.append(starvation) }
        return times.min()
    }

    /// Whether no more frames of this generation come.
    func isComplete(_ source: SourceState) -> Bool {
        source.phase == .ended || source.phase == .failed || source.waiting.contains { $0.generation > generation }
    }

    /// End of the present repetition as far as it is known or has to be assumed; nil otherwise.
    func end(of source: SourceState, at now: Duration) -> Duration? {
        if source.isStill { return source.hasSuccessor ? stillEnd : nil }
        if isComplete(source), !isAstray, !isRejoining {
            return (current(in: source).last ?? picture).map { withSound($0.end, source) }
        }
        return isSeen(at: now) ? nil : unseenEnd(of: source)
    }

    /// End of a picture's time if no frame of its generation follows.
    func over(_ picture: FrameStamp, in source: SourceState) -> Duration {
        source.isStill ? picture.time + settings.stillDuration : withSound(picture.end, source)
    }

    /// End of a still image that another medium follows.
    private var stillEnd: Duration? { picture.map { $0.time + settings.stillDuration } }

    /// While no frames are taken, the container's length and the time of a read failure are believed.
    private func unseenEnd(of source: SourceState) -> Duration? {
        if source.isGrowing || source.isDurationGuessed && !source.isReadAhead { return breakage(of: source) }
        return source.duration.map { min($0, breakage(of: source) ?? $0) }
    }

    /// Time of a read failure in the present repetition. Queued frames of the next one mean that it was in that.
    func breakage(of source: SourceState) -> Duration? {
        source.waiting.contains { $0.generation > generation } ? nil : source.breaksAt
    }

    /// End of the video, or of the audio if it lasts longer and no repetition follows.
    private func withSound(_ end: Duration, _ source: SourceState) -> Duration {
        if source.isSoundOnly { return soundEnd(of: source) ?? end }
        guard !source.loops, source.phase == .ended, let soundUntil = source.soundUntil else { return end }
        return max(end, soundUntil)
    }

    /// End of audio-only media, whose one frame was made before the end was known.
    private func soundEnd(of source: SourceState) -> Duration? {
        let length = source.isDurationGuessed ? nil : source.duration
        return switch source.phase {
        case .failed: source.soundUntil ?? source.breaksAt ?? length
        case .ended where !source.loops: source.soundUntil ?? length
        case .opening, .ready, .ended: length
        }
    }

    /// Whether frames are taken although they are unseen: they can't be read again, or only they reveal the end.
    func isConsumedUnseen(_ source: SourceState) -> Bool {
        !source.isStill && (!source.isSeekable || source.isLive || source.duration == nil || source.isGrowing)
    }

    /// Host time from which the clock waits for the source; nil while frames are queued or none are expected.
    func starvation(in source: SourceState) -> Duration? {
        guard source.timebase == nil, source.phase == .ready, source.waiting.isEmpty, !source.isStill, !isAstray,
            !source.hasLostVideo, let picture, let over = supplyEnd(picture, source)
        else { return nil }
        return over + (isRejoining && isRead(source) ? settings.resyncDistance : settings.starvationLimit)
    }

    /// Whether the packets of the clock's time were read and are being decoded. Audible audio isn't stopped so soon
    /// then.
    private func isRead(_ source: SourceState) -> Bool {
        source.isReadAhead || source.bufferedUntil.map { $0 > rejoinTarget } ?? false
    }

    /// Host time at which the available frames or audio are used up.
    private func supplyEnd(_ picture: FrameStamp, _ source: SourceState) -> Duration? {
        guard source.goesBySound else {
            return (isRejoining ? lastSupply : clock.hostTime(of: picture.end)).map { max($0, lastSupply) }
        }
        // The audio of a repetition may be shorter than the repetition.
        return source.loops ? nil : source.bufferedUntil.flatMap { clock.hostTime(of: $0) }
    }
}
