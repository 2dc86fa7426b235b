import OrielPlatform

/// A player's pause, in which memory is freed after a while. A paused player needs only the shown frame: its waiting
/// frames, the decoder's frames and its tables are a third of its memory, and a seek makes them again on resume.
@MainActor
package final class LongPause {
    /// Duration of a pause after which memory is freed.
    package var limit = Duration.seconds(60)
    private let timer = LoopTimer()
    /// Whether the memory was freed.
    private var hasReleased = false

    nonisolated init() {}

    /// Sets the timer of a pause, unless it is set or is over.
    /// - Parameter release: Frees the memory.
    func begin(on loop: MainLoop, _ release: @escaping @MainActor () -> Void) {
        guard !timer.isSet, !hasReleased else { return }
        timer.set(on: loop, after: limit) { [weak self] in
            self?.hasReleased = true
            release()
        }
    }

    /// Ends the pause, since playback resumed or a seek began.
    func end() {
        timer.cancel()
        hasReleased = false
    }

    /// Returns whether the memory was freed, which counts as regained from now on.
    func takeRelease() -> Bool {
        defer { hasReleased = false }
        return hasReleased
    }
}
