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
        /// The output's refresh counter; 0 if it has none.
        public var sequence: UInt64
        /// Quality of `time`.
        public var flags: Flags

        /// Creates a value; for tests and simulations.
        public init(time: Duration, refresh: Duration, sequence: UInt64 = 0, flags: Flags = []) {
            self.time = time
            self.refresh = refresh
            self.sequence = sequence
            self.flags = flags
        }
    }

    /// Quality of a presentation time (`wp_presentation_feedback.kind`).
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Presented in step with the refresh.
        public static let vsync = Flags(rawValue: 1)
        /// The hardware measured the time.
        public static let hardwareClock = Flags(rawValue: 2)
        /// The hardware signalled the completion.
        public static let hardwareCompletion = Flags(rawValue: 4)
        /// Scanned out without a copy.
        public static let zeroCopy = Flags(rawValue: 8)
    }

    init?(_ event: WpPresentationFeedback.Event) {
        switch event {
        case .presented(let secondsHigh, let secondsLow, let nanoseconds, let refresh, let high, let low, let flags):
            let seconds = UInt64(secondsHigh) << 32 | UInt64(secondsLow)
            self = .presented(
                Presentation(
                    time: .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(nanoseconds)),
                    refresh: .nanoseconds(Int64(refresh)), sequence: UInt64(high) << 32 | UInt64(low),
                    flags: Flags(rawValue: flags.rawValue)))
        case .discarded: self = .discarded
        case .syncOutput: return nil
        }
    }
}
