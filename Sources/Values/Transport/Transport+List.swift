import OrielMedia

/// Changes to the next medium, and repetition of a range.
extension Transport {
    /// Changes to another medium. If the picture is unseen, its time runs on; otherwise it begins with its first frame,
    /// and the former picture stays until then.
    mutating func begin(late: Duration?, _ turn: inout Turn) {
        let goesOn = late != nil && phase == .playing && !isPaused && !isSeen(at: turn.now)
        let source = turn.source
        wasOpened = false
        open(&turn)
        if isPaused, phase == .ended || phase == .failed && playsAfterFailure {
            isPaused = false
            turn.tell(.paused)
        }
        (asked, isRejoining, isAstray, isCatchingUp, stepsWanted) = (nil, false, false, false, 0)
        (repeated, isRepeating) = (nil, false)
        (suppliedUntil, lastSupply) = (.zero, turn.now)
        followsDevice = false
        liveOffset = nil
        if goesOn, let late, source.phase == .ready, source.canSeek, !source.isLive, source.duration != nil {
            clock.set(media: late, at: turn.now)
            isAstray = true
            generation = source.waiting.first?.generation ?? generation
        } else {
            phase = .seeking
            clock.pause(at: turn.now)
            clock.set(media: .zero, at: turn.now)
        }
    }

    mutating func repeatRange(_ range: Range<Duration>?, _ turn: inout Turn) {
        repeated = range.flatMap { $0.isEmpty ? nil : $0 }
        guard let repeated else { return isRepeating = false }
        isRepeating = clock.mediaTime(at: turn.now) < repeated.upperBound
    }

    /// End of the repeated range; nil if none is repeated, or playback went behind it.
    func repeatEnd(in source: SourceState) -> Duration? {
        guard isRepeating, source.canSeek, let repeated else { return nil }
        return source.duration.map { min($0, repeated.upperBound) } ?? repeated.upperBound
    }
}
