import OrielMedia

/// Choice of the frame that a refresh shows.
extension Transport {
    mutating func refresh(for presentation: Duration, interval: Duration, _ turn: inout Turn) {
        // Frames that came due unseen don't count as dropped.
        if !isSeen(at: turn.now) { isCatchingUp = true }
        lastRefresh = turn.now
        switch phase {
        case .cued: start(at: presentation)
        case .playing:
            choose(for: presentation, interval: interval, &turn)
            // Without a seek there is no catching up: the newest due frame is shown, or comes late.
            if turn.source.timebase != nil { isCatchingUp = false }
        case .ended:
            if isAstray, !isRejoining, asked == nil, turn.source.canSeek {
                ask(clock.mediaTime(at: turn.now), .rejoin, &turn)
            }
        case .opening, .seeking, .buffering, .failed: break
        }
    }

    /// Starts the clock with the picture's time at `presentation`, when it is seen first.
    mutating func start(at presentation: Duration) {
        phase = .playing
        isCatchingUp = false
        if let picture { clock.set(media: picture.time, at: presentation) }
        startClock(at: presentation)
    }

    /// Queued frames of the shown generation.
    func current(in source: SourceState) -> ArraySlice<FrameStamp> {
        source.waiting.prefix { $0.generation == generation }
    }

    private mutating func choose(for presentation: Duration, interval: Duration, _ turn: inout Turn) {
        guard asked == nil else { return }
        if isRejoining, !turn.source.hasLostVideo { return approach(&turn) }
        let media = clock.mediaTime(at: presentation)
        let frames = current(in: turn.source)
        if turn.source.timebase == nil, turn.source.hasLostVideo || isOffCourse(frames.last, media, turn.source) {
            // Frames from before a pause of the video, which time has passed: the next ones are the due ones.
            if !isAstray, !turn.source.hasLostVideo, let lastPause, turn.now - lastPause < settings.resyncDistance {
                return take(frames.count, &turn)
            }
            if turn.source.canSeek { return ask(media, .rejoin, &turn) }
            // A source that can't seek stays late, so the clock returns to it.
            counts.dropped += frames.count - 1
            if let newest = frames.last { clock.set(media: newest.time, at: presentation) }
            return take(frames.count, &turn)
        }
        // A frame belongs to the refresh nearest to its time. While paused, only overdue frames are shown.
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
            // An app's frames without a duration are due whenever they come.
            let isOwed = (turn.source.timebase == nil || picture.duration > .zero) && !turn.source.goesBySound
            if isOwed, !isComplete(turn.source), media >= picture.end { counts.repeated += 1 }
            followLoop(for: presentation, media: media, reach: interval * (clock.speed / 2), &turn)
        }
    }

    /// Shows the first frame on the way to the clock's time, if it is nearer than the picture.
    private mutating func approach(_ turn: inout Turn) {
        guard let first = turn.source.waiting.first, first.generation >= awaited else { return }
        if let picture, first.time < picture.time { drop(first, &turn) } else { take(1, &turn) }
    }

    /// Whether the queued frames, up to `newest`, are too far behind the clock to catch up.
    private func isOffCourse(_ newest: FrameStamp?, _ media: Duration, _ source: SourceState) -> Bool {
        if isAstray { return true }
        // After the last frames, only audio follows.
        guard let newest, source.phase != .ended else { return false }
        // A source that took long to get there gets as long again to catch up.
        return media - newest.end > max(settings.resyncDistance, lag * 2)
    }

    /// Begins the next repetition of a loop, without a gap after the last frame.
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

    /// Takes the `count` oldest queued frames and makes the last of them the picture.
    mutating func take(_ count: Int, _ turn: inout Turn) {
        guard count > 0, count <= turn.source.waiting.count else { return }
        let frame = turn.source.waiting[count - 1]
        turn.source.waiting.removeFirst(count)
        picture = frame
        generation = frame.generation
        turn.effects.append(.take(count))
        turn.tell(.picture)
    }

    /// Takes the oldest queued frame without showing it.
    mutating func drop(_ frame: FrameStamp, _ turn: inout Turn) {
        turn.source.waiting.removeFirst()
        generation = frame.generation
        turn.effects.append(.drop)
    }
}
