import OrielWaylandProtocols

/// Outcome of one content update (`wp_presentation_feedback`).
public enum PresentationFeedback: Sendable, Hashable {
    /// The update was shown: the host time of its first pixel, as precisely as the compositor knows, and the expected
    /// time until the next refresh, zero if unknown.
    case presented(time: Duration, refresh: Duration)
    /// The update was never shown: a newer one replaced it, or the surface was covered.
    case discarded

    init?(_ event: WpPresentationFeedback.Event) {
        switch event {
        case .presented(let secondsHigh, let secondsLow, let nanoseconds, let refresh, _, _, _):
            let seconds = UInt64(secondsHigh) << 32 | UInt64(secondsLow)
            self = .presented(
                time: .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(nanoseconds)),
                refresh: .nanoseconds(Int64(refresh)))
        case .discarded: self = .discarded
        case .syncOutput: return nil
        }
    }
}
