/// Audio output as chosen by `--audio`.
package enum AudioSink: String, Sendable, Hashable, CaseIterable {
    /// The sound server if its library is installed, otherwise `null`.
    case auto
    /// PulseAudio, or PipeWire in its place, through libpulse.
    case pulse
    /// No device; audio is consumed in real time.
    case null
    /// Audio isn't decoded.
    case none

    /// The sink to use on this system, and the reason for the log. Opens libpulse if it may be used.
    package var choice: (sink: AudioSink, reason: String) {
        switch self {
        case .auto:
            if let problem = PulseLibrary.problem { return (.null, "because libpulse can't be opened: \(problem)") }
            return (.pulse, "because libpulse is installed")
        case .pulse:
            if let problem = PulseLibrary.problem {
                return (.null, "instead of pulse, because libpulse can't be opened: \(problem)")
            }
            return (.pulse, "as asked for")
        case .null, .none: return (self, "as asked for")
        }
    }
}
