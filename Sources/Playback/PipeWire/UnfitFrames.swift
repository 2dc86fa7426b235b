/// A run of frames that can't be shown, so that its source can be given up. Pure.
package struct UnfitFrames: Hashable, Sendable {
    private var beginning: Duration?
    private var reason = ""

    package init() {}

    /// Ends the run: a frame was shown.
    package mutating func end() { beginning = nil }

    /// Adds a frame.
    /// - Parameters:
    ///   - reason: reason why it can't be shown.
    ///   - now: time at which it came.
    package mutating func add(_ reason: String, at now: Duration) {
        beginning = beginning ?? now
        self.reason = reason
    }

    /// Returns the latest frame's reason if the run has lasted for `patience`; nil otherwise.
    package func hopeless(at now: Duration, patience: Duration) -> String? {
        guard let beginning, now - beginning >= patience else { return nil }
        return reason
    }
}
