/// Decides whether playback pauses while the view isn't visible, and resumes afterwards. Value code.
package struct BackgroundPlayback: Hashable, Sendable {
    /// An action on playback.
    package enum Decision: Hashable, Sendable {
        case pause, resume
    }

    package private(set) var isInBackground = false
    /// Whether playback was paused by this decision, and not by the user.
    private var hasPaused = false

    package init() {}

    /// Returns the action for the view's present visibility; nil for none.
    /// - Parameters:
    ///   - isInBackground: whether the view is visible neither in its window nor in Picture in Picture.
    ///   - pauses: whether playback pauses in the background.
    package mutating func follow(isInBackground: Bool, isPaused: Bool, pauses: Bool) -> Decision? {
        guard isInBackground != self.isInBackground else { return nil }
        self.isInBackground = isInBackground
        guard isInBackground else {
            defer { hasPaused = false }
            return hasPaused && isPaused ? .resume : nil
        }
        hasPaused = pauses && !isPaused
        return hasPaused ? .pause : nil
    }

    /// Notes that the user plays or pauses: what the user wants in the background stays.
    package mutating func noteUserChoice() { hasPaused = false }
}
