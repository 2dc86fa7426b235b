/// A person's intent in using the controls.
package enum ControlsIntent: Hashable, Sendable {
    /// A control was pressed that isn't dragged.
    case press(Control)
    case seek(by: Duration)
    /// A drag of the scrub bar began at this time.
    case beginScrubbing(Duration)
    case scrub(to: Duration)
    case endScrubbing(Duration)
    /// Volume in per cent.
    case setVolume(Int)
}
