import OrielMedia

/// When something follows from time alone.
extension Transport {
    /// The host time at which to send `Event.wake`; nil for not before another event. Standing, ended or failed there is none.
    package func wakeTime(source: @autoclosure () -> SourceState) -> Duration? {
        guard asked == nil else { return nil }
        switch phase {
        case .cued(let limit): return limit
        case .playing: return isPaused ? nil : wakeTime(whilePlaying: source())
        // The source tells when a frame comes, and when enough has been read ahead.
        case .opening, .seeking, .buffering, .ended, .failed: return nil
        }
    }

    /// The host time at which the next waiting frame is due; nil if nothing waits or nothing runs.
    package func nextFrameDue(source: @autoclosure () -> SourceState) -> Duration? {
        guard phase == .playing, !isPaused, !isRejoining else { return nil }
        let source = source()
        guard let next = source.waiting.first else { return nil }
        return clock.hostTime(
            of: next.generation == generation ? next.time : picture.map { over($0, in: source) } ?? next.time)
    }

    /// Stopped, with its picture shown and nothing on its way. After a refresh that finds it so, further ones change nothing until another
    /// event, where the time isn't the source's.
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

    /// Whether nothing of this generation is to come.
    func isComplete(_ source: SourceState) -> Bool {
        source.phase == .ended || source.phase == .failed || source.waiting.contains { $0.generation > generation }
    }

    /// Where the present turn ends, as far as it is known or has to be believed.
    func end(of source: SourceState, at now: Duration) -> Duration? {
        if source.isStill { return source.hasSuccessor ? stillEnd : nil }
        if isComplete(source), !isAstray, !isRejoining {
            return (current(in: source).last ?? picture).map { withSound($0.end, source) }
        }
        return isSeen(at: now) ? nil : unseenEnd(of: source)
    }

    /// When what is shown is over, where nothing of its own follows.
    func over(_ picture: FrameStamp, in source: SourceState) -> Duration {
        source.isStill ? picture.time + settings.stillDuration : withSound(picture.end, source)
    }

    /// Until when a still image is shown that something follows.
    private var stillEnd: Duration? { picture.map { $0.time + settings.stillDuration } }

    /// A container's word, and where reading broke off, count while nobody takes the frames that would tell.
    private func unseenEnd(of source: SourceState) -> Duration? {
        if source.isDurationGuessed, !source.isReadAhead { return breakage(of: source) }
        return source.duration.map { min($0, breakage(of: source) ?? $0) }
    }

    /// Where reading broke off in the present turn; frames of the next one mean that it was in that.
    func breakage(of source: SourceState) -> Duration? {
        source.waiting.contains { $0.generation > generation } ? nil : source.breaksAt
    }

    /// The end of the pictures, or of the sound where that is longer and no other turn follows.
    private func withSound(_ end: Duration, _ source: SourceState) -> Duration {
        if source.isSoundOnly { return soundEnd(of: source) ?? end }
        guard !source.loops, source.phase == .ended, let soundUntil = source.soundUntil else { return end }
        return max(end, soundUntil)
    }

    /// The end of a turn of sound alone, whose one picture was made before that was known.
    private func soundEnd(of source: SourceState) -> Duration? {
        let length = source.isDurationGuessed ? nil : source.duration
        return switch source.phase {
        case .failed: source.soundUntil ?? source.breaksAt ?? length
        case .ended where !source.loops: source.soundUntil ?? length
        case .opening, .ready, .ended: length
        }
    }

    /// Whether its frames are taken although nobody sees them: they can't be had again, or only they tell the end.
    func isConsumedUnseen(_ source: SourceState) -> Bool {
        !source.isStill && (!source.isSeekable || source.isLive || source.duration == nil)
    }

    /// The host time from which the clock waits for the source; nil while frames wait or none are to come.
    func starvation(in source: SourceState) -> Duration? {
        guard source.timebase == nil, source.phase == .ready, source.waiting.isEmpty, !source.isStill, !isAstray,
            !source.hasLostPictures, let picture, let over = supplyEnd(picture, source)
        else { return nil }
        return over + (isRejoining && isRead(source) ? settings.resyncDistance : settings.starvationLimit)
    }

    /// Whether what belongs to the clock's time was read and is being decoded: what is heard meanwhile isn't stopped so soon.
    private func isRead(_ source: SourceState) -> Bool {
        source.isReadAhead || source.bufferedUntil.map { $0 > rejoinTarget } ?? false
    }

    /// The host time at which what there was is over.
    private func supplyEnd(_ picture: FrameStamp, _ source: SourceState) -> Duration? {
        guard source.goesBySound else {
            return (isRejoining ? lastSupply : clock.hostTime(of: picture.end)).map { max($0, lastSupply) }
        }
        // A turn's sound may be shorter than the turn.
        return source.loops ? nil : source.bufferedUntil.flatMap { clock.hostTime(of: $0) }
    }
}
