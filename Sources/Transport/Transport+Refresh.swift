import OrielMedia

/// Which frame a refresh shows.
extension Transport {
    mutating func refresh(for presentation: Duration, interval: Duration, _ turn: inout Turn) {
        // What came due while nobody looked was never to be seen.
        if !isSeen(at: turn.now) { isCatchingUp = true }
        lastRefresh = turn.now
        switch phase {
        case .cued: start(at: presentation)
        case .playing:
            choose(for: presentation, interval: interval, &turn)
            // Nothing can be decoded through: the newest that is due is shown, or comes late.
            if turn.source.timebase != nil { isCatchingUp = false }
        case .ended:
            if isAstray, !isRejoining, asked == nil, turn.source.canSeek {
                ask(clock.mediaTime(at: turn.now), .rejoin, &turn)
            }
        case .opening, .seeking, .buffering, .failed: break
        }
    }

    /// The picture that stands is seen at `presentation`: its time begins then.
    mutating func start(at presentation: Duration) {
        phase = .playing
        isCatchingUp = false
        if let picture { clock.set(media: picture.time, at: presentation) }
        startClock(at: presentation)
    }

    /// The frames of the generation that is shown.
    func current(in source: SourceState) -> ArraySlice<FrameStamp> {
        source.waiting.prefix { $0.generation == generation }
    }

    private mutating func choose(for presentation: Duration, interval: Duration, _ turn: inout Turn) {
        guard asked == nil else { return }
        if isRejoining, !turn.source.hasLostPictures { return approach(&turn) }
        let media = clock.mediaTime(at: presentation)
        let frames = current(in: turn.source)
        if turn.source.timebase == nil, turn.source.hasLostPictures || isOffCourse(frames.last, media, turn.source) {
            // Of before a pause, which time has gone over: what comes next is what is due.
            if !isAstray, !turn.source.hasLostPictures, let lastPause, turn.now - lastPause < settings.resyncDistance {
                return take(frames.count, &turn)
            }
            if turn.source.canSeek { return ask(media, .rejoin, &turn) }
            // What can't be sent there is late for good: the clock comes back to it.
            counts.dropped += frames.count - 1
            if let newest = frames.last { clock.set(media: newest.time, at: presentation) }
            return take(frames.count, &turn)
        }
        // A frame belongs to the refresh nearest to its time. Standing, only what is overdue is made good.
        let limit = isPaused ? media : media + interval * (clock.speed / 2)
        let due = frames.prefix { $0.time <= limit }
        if let newest = due.last {
            if !isCatchingUp { counts.dropped += due.count - 1 }
            if media - newest.time > interval {
                counts.late += isCatchingUp ? 0 : 1
            } else {
                isCatchingUp = false
                lag = .zero
            }
            take(due.count, &turn)
        } else if !isPaused, frames.isEmpty, let picture {
            // Frames of an app that don't say how long they last are due whenever they come.
            let isOwed = (turn.source.timebase == nil || picture.duration > .zero) && !turn.source.goesBySound
            if isOwed, !isComplete(turn.source), media >= picture.end { counts.repeated += 1 }
            followLoop(for: presentation, media: media, reach: interval * (clock.speed / 2), &turn)
        }
    }

    /// What is made first on the way to where the clock is is seen meanwhile, where it is nearer than the picture.
    private mutating func approach(_ turn: inout Turn) {
        guard let first = turn.source.waiting.first, first.generation >= awaited else { return }
        if let picture, first.time < picture.time { drop(first, &turn) } else { take(1, &turn) }
    }

    /// Whether what waits, up to `newest`, is too far behind the clock to come up with it.
    private func isOffCourse(_ newest: FrameStamp?, _ media: Duration, _ source: SourceState) -> Bool {
        if isAstray { return true }
        // Behind the last pictures there is nothing to go to but sound.
        guard let newest, source.phase != .ended else { return false }
        // What took long to come there is given as long again to come up.
        return media - newest.end > max(settings.resyncDistance, lag * 2)
    }

    /// The loop's next turn, which follows on the last frame without a gap.
    private mutating func followLoop(
        for presentation: Duration, media: Duration, reach: Duration, _ turn: inout Turn
    ) {
        guard !isHeld, let next = turn.source.waiting.first, next.generation > generation, let picture,
            case let end = over(picture, in: turn.source), media + reach >= end
        else { return }
        clock.set(media: next.time + (media - end), at: presentation)
        suppliedUntil = .zero
        if turn.source.hasSuccessor { repeated = nil }
        take(1, &turn)
        turn.tell(.looped)
    }

    /// Makes the last of the `count` oldest waiting frames the picture.
    mutating func take(_ count: Int, _ turn: inout Turn) {
        guard count > 0, count <= turn.source.waiting.count else { return }
        let frame = turn.source.waiting[count - 1]
        turn.source.waiting.removeFirst(count)
        picture = frame
        generation = frame.generation
        turn.effects.append(.take(count))
        turn.tell(.picture)
    }

    /// The oldest waiting frame is never the picture.
    mutating func drop(_ frame: FrameStamp, _ turn: inout Turn) {
        turn.source.waiting.removeFirst()
        generation = frame.generation
        turn.effects.append(.drop)
    }
}
