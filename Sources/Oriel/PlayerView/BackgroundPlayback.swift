/// Whether playback pauses when nobody sees it, and goes on afterwards. Pure.
package struct BackgroundPlayback: Hashable, Sendable {
    /// What is to be done.
    package enum Decision: Hashable, Sendable {
        case pause, resume
    }

    private var isInBackground = false
    /// What plays is paused by this and by nobody else.
    private var hasPaused = false

    package init() {}

    /// - Parameters:
    ///   - isInBackground: nobody sees its picture, neither in its window nor in Picture in Picture.
    ///   - pauses: whether what plays pauses then.
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
}
