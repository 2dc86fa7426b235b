/// Predicts when a surface's commits will be presented, from the reported presentations. Value code.
public struct RefreshSchedule: Hashable, Sendable {
    /// Host time of the last reported presentation, and the interval between refreshes.
    public private(set) var lastPresentation: Duration?
    public private(set) var refreshInterval: Duration

    /// Makes a schedule without presentations.
    /// - Parameter refreshInterval: the output's interval until feedback reports a better one. A second or more, or
    ///   zero and less, counts as 1/60 s.
    public init(refreshInterval: Duration = usual) {
        self.refreshInterval = Self.isPlausible(refreshInterval) ? refreshInterval : Self.usual
    }

    /// The refresh interval of most outputs, 1/60 s.
    public static let usual = Duration.nanoseconds(16_666_667)

    private static func isPlausible(_ interval: Duration) -> Bool { interval > .zero && interval < .seconds(1) }

    /// Notes when a commit was presented (`wp_presentation_feedback.presented`), or when its frame callback came.
    public mutating func presented(at host: Duration, refreshInterval: Duration?) {
        lastPresentation = host
        if let refreshInterval, Self.isPlausible(refreshInterval) { self.refreshInterval = refreshInterval }
    }

    /// Host time at which a commit made at `now` will be presented.
    ///
    /// This is the next refresh on the grid of the last presentation, or half an interval ahead if none is known.
    public func nextPresentation(after now: Duration) -> Duration {
        guard let lastPresentation, now >= lastPresentation, now - lastPresentation < .seconds(1) else {
            return now + refreshInterval / 2
        }
        // Both are shorter than a second.
        let passed = (now - lastPresentation).components.attoseconds / refreshInterval.components.attoseconds
        return lastPresentation + refreshInterval * (passed + 1)
    }

    /// Host time at which to wake up for a frame due at `due`.
    ///
    /// This is just after the refresh before the one that shows the frame, so that drawing has a whole interval.
    public func wakeTime(forFrameDueAt due: Duration) -> Duration {
        guard let lastPresentation, due > lastPresentation, due - lastPresentation < .seconds(1) else {
            return due - refreshInterval
        }
        let intervals = (due - lastPresentation) / refreshInterval - 0.5
        return lastPresentation + refreshInterval * max(0, intervals.rounded(.up) - 1) + refreshInterval / 32
    }
}
