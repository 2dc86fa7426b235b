import OrielWaylandProtocols

/// Outcome of one content update (`wp_presentation_feedback`).
public enum PresentationFeedback: Sendable, Hashable {
    /// The update was shown.
    case presented(Presentation)
    /// The update was never shown: a newer one replaced it, or the surface was covered.
    case discarded

    /// Time and kind of an update's presentation.
    public struct Presentation: Sendable, Hashable {
        /// Host time at which the first pixel was shown, as precisely as the compositor knows.
        public var time: Duration
        /// Expected time until the next refresh; zero if unknown.
        public var refresh: Duration

        /// Creates a value; for tests and simulations.
        public init(time: Duration, refresh: Duration) {
            self.time = time
            self.refresh = refresh
        }
    }

    init?(_ event: WpPresentationFeedback.Event) {
        switch event {
        case .presented(let secondsHigh, let secondsLow, let nanoseconds, let refresh, _, _, _):
            let seconds = UInt64(secondsHigh) << 32 | UInt64(secondsLow)
            self = .presented(
                Presentation(
                    time: .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(nanoseconds)),
                    refresh: .nanoseconds(Int64(refresh))))
        case .discarded: self = .discarded
        case .syncOutput: return nil
        }
    }
}
