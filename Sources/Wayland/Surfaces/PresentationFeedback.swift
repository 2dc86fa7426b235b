import OrielWaylandProtocols

/// What became of one content update (`wp_presentation_feedback`).
public enum PresentationFeedback: Sendable, Hashable {
    /// It was shown.
    case presented(Presentation)
    /// It was never shown: something newer came first, or the surface was covered.
    case discarded

    /// When and how an update was shown.
    public struct Presentation: Sendable, Hashable {
        /// Host time at which the first pixel turned to light, as well as the compositor knows.
        public var time: Duration
        /// The expected time until the next refresh; zero where unknown.
        public var refresh: Duration
        /// The output's refresh counter; 0 where it has none.
        public var sequence: UInt64
        /// What `time` is worth.
        public var flags: Flags

        /// For tests and simulations.
        public init(time: Duration, refresh: Duration, sequence: UInt64 = 0, flags: Flags = []) {
            self.time = time
            self.refresh = refresh
            self.sequence = sequence
            self.flags = flags
        }
    }

    /// What the time is worth (`wp_presentation_feedback.kind`).
    public struct Flags: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Shown in step with the refresh.
        public static let vsync = Flags(rawValue: 1)
        /// The time is the hardware's.
        public static let hardwareClock = Flags(rawValue: 2)
        /// The hardware said when it was done.
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
