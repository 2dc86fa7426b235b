/// Where sound goes, as `--audio` names it.
package enum AudioSink: String, Sendable, Hashable, CaseIterable {
    /// The sound server where its library is installed, else `null`.
    case auto
    /// PulseAudio, or PipeWire in its place, through libpulse.
    case pulse
    /// Nowhere, in the time that it would have taken.
    case null
    /// Sound isn't even decoded.
    case none

    /// What it comes to here, and why. Opens libpulse, where that is asked for.
    package var choice: (sink: AudioSink, reason: String) {
        switch self {
        case .auto:
            if let problem = PulseLibrary.problem { return (.null, "for libpulse can't be opened: \(problem)") }
            return (.pulse, "for libpulse is installed")
        case .pulse:
            if let problem = PulseLibrary.problem {
                return (.null, "in place of pulse, for libpulse can't be opened: \(problem)")
            }
            return (.pulse, "as asked for")
        case .null, .none: return (self, "as asked for")
        }
    }
}
