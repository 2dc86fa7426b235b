import OrielMedia

/// Sources whose clock is an app's own (`SourceState.timebase`): it says when frames are due, and whether it runs. Here nothing
/// waits for it, corrects it or stops it, and commands have nothing to say to it.
extension Transport {
    mutating func follow(_ timebase: PlaybackClock, _ turn: inout Turn) {
        clock = timebase
        guard isPaused != timebase.isPaused else { return }
        isPaused = timebase.isPaused
        turn.tell(.paused)
    }

    /// Where there is nothing to be seen, the first frame is the picture, though it may be before its time; of those that are
    /// due, the last.
    mutating func showFirst(_ turn: inout Turn) {
        guard !turn.source.waiting.isEmpty else { return }
        let media = clock.mediaTime(at: turn.now)
        let count = max(1, turn.source.waiting.prefix { $0.time <= media }.count)
        counts.dropped += count - 1
        phase = .playing
        take(count, &turn)
        turn.tell(.landed)
    }

    mutating func removePicture() {
        guard phase == .playing else { return }
        phase = .opening
        picture = nil
    }
}
