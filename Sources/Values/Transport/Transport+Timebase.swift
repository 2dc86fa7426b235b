import OrielMedia

/// Sources whose clock is the app's (`SourceState.timebase`), which decides when frames are due and whether it runs.
/// The transport doesn't wait for it, correct it or stop it, and ignores commands.
extension Transport {
    mutating func follow(_ timebase: PlaybackClock, _ turn: inout Turn) {
        clock = timebase
        guard isPaused != timebase.isPaused else { return }
        isPaused = timebase.isPaused
        turn.tell(.paused)
    }

    /// Shows the first frame, even before its time, if there is no picture. If several are due, shows the last of them.
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
