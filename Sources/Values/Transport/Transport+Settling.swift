import OrielMedia

/// Consequences of time and the source's state, seen or unseen.
extension Transport {
    /// Notes that the source was opened, or has failed to open.
    mutating func open(_ turn: inout Turn) {
        guard !wasOpened, turn.source.phase != .opening else { return }
        wasOpened = true
        if turn.source.phase != .failed { turn.tell(.opened) }
    }

    mutating func settle(_ turn: inout Turn) {
        guard turn.source.phase != .opening else { return }
        switch phase {
        case .opening, .seeking: land(&turn)
        case .cued(let limit): if turn.now >= limit { start(at: turn.now) }
        case .playing: isPaused ? stand(&turn) : run(&turn)
        case .buffering: refill(&turn)
        case .ended, .failed: break
        }
    }

    // MARK: Arriving

    /// Makes the first frame of the last requested position the picture, seen or unseen.
    private mutating func land(_ turn: inout Turn) {
        guard turn.source.timebase == nil else { return showFirst(&turn) }
        guard asked == nil || asked?.kind == .rejoin else { return }
        guard let index = turn.source.waiting.firstIndex(where: { $0.generation >= awaited }) else {
            switch turn.source.phase {
            case .failed: fail(&turn)
            case .ended:
                turn.tell(.landed)
                if waitsAtEnd(of: turn.source) { return phase = .playing }
                if turn.source.hasSuccessor { return turn.effects.append(.advance(late: .zero)) }
                end(at: clock.mediaTime(at: turn.now), &turn)
            case .opening, .ready: break
            }
            return
        }
        let isFirst = phase == .opening
        let frame = turn.source.waiting[index]
        isCatchingUp = false
        clock.set(media: frame.time, at: turn.now)
        liveOffset = turn.source.hasLiveEdge ? turn.now - frame.time : nil
        if isPaused {
            phase = .playing
        } else if isFirst {
            phase = .cued(until: turn.now + settings.firstCueLimit)
        } else {
            phase = .cued(until: turn.now + (isSeen(at: turn.now) ? settings.cueLimit : .zero))
        }
        take(index + 1, &turn)
        landing = frame
        turn.tell(.landed)
        if case .cued(let limit) = phase, turn.now >= limit { start(at: turn.now) }
    }

    /// Ends a rejoin when frames at the clock's time have come.
    mutating func rejoin(_ turn: inout Turn) {
        guard isRejoining, asked == nil else { return }
        guard let first = turn.source.waiting.first, first.generation >= awaited else {
            // The frame on the way was the last one.
            if generation >= awaited, !mayFollow(in: turn.source) { isRejoining = false }
            return
        }
        if phase == .ended {
            take(turn.source.waiting.count, &turn)
            isRejoining = turn.source.phase == .ready
            return
        }
        guard !isOnTheWay(first, in: turn.source) else { return }
        isRejoining = false
        isCatchingUp = true
        generation = first.generation
        let newest = current(in: turn.source).last ?? first
        lag = max(.zero, clock.mediaTime(at: turn.now) - newest.end)
    }

    /// Whether a frame is from before the position that is being decoded, and no later one has come.
    func isOnTheWay(_ frame: FrameStamp, in source: SourceState) -> Bool {
        frame.time < rejoinTarget && frame.end <= rejoinTarget && source.waiting.count == 1 && mayFollow(in: source)
    }

    /// Whether a frame of the position may still come.
    private func mayFollow(in source: SourceState) -> Bool { source.phase == .ready && !source.goesBySound }

    // MARK: Going on

    /// Handles the paused state, in which only steps happen.
    private mutating func stand(_ turn: inout Turn) {
        if isAstray || turn.source.hasLostVideo, stepsWanted > 0, asked == nil, turn.source.canSeek {
            return ask(clock.mediaTime(at: turn.now), .rejoin, &turn)
        }
        while stepsWanted > 0, !isRejoining, asked == nil, let next = turn.source.waiting.first {
            // Frames that came due unseen are skipped.
            if next.time > clock.mediaTime(at: turn.now) || next.generation > generation {
                stepsWanted -= 1
                clock.set(media: next.time, at: turn.now)
            }
            take(1, &turn)
        }
        if turn.source.phase == .failed, turn.source.waiting.isEmpty, !turn.source.isStill { fail(&turn) }
    }

    private mutating func run(_ turn: inout Turn) {
        guard asked == nil else { return }
        // The end was waited for. The same run goes on, and doesn't count as newly seen.
        if clock.isPaused, !waitsAtEnd(of: turn.source) { clock.resume(at: turn.now) }
        let media = clock.mediaTime(at: turn.now)
        if let liveOffset, turn.source.hasLiveEdge, turn.now - media - liveOffset > settings.liveDistance {
            return ask(media, .live, &turn)
        }
        if !isHeld, let end = repeatEnd(in: turn.source), media >= end, let repeated {
            return ask(repeated.lowerBound, .position, &turn)
        }
        if let end = end(of: turn.source, at: turn.now), media >= end {
            return waitsAtEnd(of: turn.source) ? wait(at: end, &turn) : pass(end, media: media, &turn)
        }
        if isConsumedUnseen(turn.source), !isSeen(at: turn.now), let newest = current(in: turn.source).last {
            // An app may push frames far ahead of time.
            let due = turn.source.timebase == nil && newest.time > media ? 0 : dueCount(in: turn.source, at: media)
            take(due, &turn)
        }
        if turn.source.phase == .failed, turn.source.waiting.isEmpty, isAstray || isRejoining { fail(&turn) }
        if let due = starvation(in: turn.source), turn.now >= due { starve(&turn) }
    }

    /// Whether an end is waited for: the user holds the position, or has chosen an item that is being opened.
    private func waitsAtEnd(of source: SourceState) -> Bool { isHeld || source.awaitsItem && !source.loops }

    /// Stands at the end with the last picture until the wait is over.
    private mutating func wait(at end: Duration, _ turn: inout Turn) {
        if isComplete(turn.source), !isAstray, !isRejoining { take(current(in: turn.source).count, &turn) }
        clock.pause(at: turn.now)
        clock.set(media: end, at: turn.now)
        followsDevice = false
    }

    /// Number of due frames of the shown generation.
    private func dueCount(in source: SourceState, at media: Duration) -> Int {
        current(in: source).prefix { $0.time <= media }.count
    }

    /// Handles the end of the last frame's time: a repetition, a failure, the next medium, or the end.
    private mutating func pass(_ end: Duration, media: Duration, _ turn: inout Turn) {
        suppliedUntil = .zero
        let frames = current(in: turn.source)
        // After a seek behind the end, nothing is late.
        let late = picture.map { $0.time >= end } == true ? .zero : media - end
        if turn.source.waiting.count > frames.count, !isRejoining {
            let next = turn.source.waiting[frames.count]
            clock.set(media: next.time + late, at: turn.now)
            if turn.source.hasSuccessor { repeated = nil }
            take(frames.count + 1, &turn)
            turn.tell(.looped)
        } else if turn.source.phase == .failed || breakage(of: turn.source).map({ media >= $0 }) == true {
            fail(&turn)
        } else if turn.source.loops, turn.source.isSeekable, end > .zero {
            // Unseen: the source stays where it is, and is sent to the clock when the picture is seen again.
            let turns = ((media - end) / end).rounded(.down)
            clock.set(media: media - end - end * turns, at: turn.now)
            isAstray = true
            unseenLoops += 1 + Int(min(turns, 1e9))
            turn.tell(.looped)
        } else {
            let isLast = isComplete(turn.source) && !isRejoining
            if isLast { take(frames.count, &turn) } else { isAstray = true }
            if turn.source.hasSuccessor { return turn.effects.append(.advance(late: late)) }
            self.end(at: end, &turn)
        }
    }

    /// Stops the clock at the end of the picture's time to wait for the source.
    private mutating func starve(_ turn: inout Turn) {
        // Frames that come late are shown, not dropped.
        let media =
            turn.source.goesBySound ? turn.source.bufferedUntil : picture.flatMap { isRejoining ? nil : supplied($0) }
        phase = .buffering
        followsDevice = false
        clock.pause(at: turn.now)
        if let media { clock.set(media: media, at: turn.now) }
        turn.effects.append(.wakeWhenBuffered(until: clock.mediaTime(at: turn.now) + settings.highWater))
        turn.tell(.buffering)
    }

    private mutating func refill(_ turn: inout Turn) {
        guard asked == nil else { return }
        let position = clock.mediaTime(at: turn.now)
        let wanted = position + settings.highWater
        let isEnough = turn.source.phase != .ready || (turn.source.bufferedUntil.map { $0 >= wanted } ?? true)
        guard let first = turn.source.waiting.first else {
            switch turn.source.phase {
            case .failed: fail(&turn)
            case .ended:
                turn.tell(.buffering)
                if waitsAtEnd(of: turn.source) { return phase = .playing }
                if turn.source.hasSuccessor { return turn.effects.append(.advance(late: .zero)) }
                end(at: position, &turn)
            case .ready where turn.source.goesBySound && isEnough: goOn(&turn)
            case .ready where turn.source.hasLostVideo && turn.source.canSeek: ask(position, .rejoin, &turn)
            case .opening, .ready: break
            }
            return
        }
        guard isEnough else { return }
        // A live source goes on at its present position.
        if first.time - position > settings.resyncDistance { clock.set(media: first.time, at: turn.now) }
        goOn(&turn)
    }

    private mutating func goOn(_ turn: inout Turn) {
        phase = .playing
        if !isPaused { startClock(at: turn.now) }
        turn.tell(.buffering)
    }

    private mutating func end(at time: Duration, _ turn: inout Turn) {
        phase = .ended
        isPaused = true
        followsDevice = false
        stepsWanted = 0
        clock.pause(at: turn.now)
        clock.set(media: time, at: turn.now)
        turn.tell(.ended)
    }

    private mutating func fail(_ turn: inout Turn) {
        guard !waitsAtEnd(of: turn.source) else { return }
        if turn.source.hasSuccessor { return turn.effects.append(.advance(late: .zero)) }
        phase = .failed
        playsAfterFailure = !isPaused
        isPaused = true
        clock.pause(at: turn.now)
        turn.tell(.failed)
    }
}
