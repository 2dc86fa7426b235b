/// A player's state behind AVPlayer's names that neither the transport nor the source has.
struct PlayerFace: Sendable {
    /// Speed that `play()` begins with, in media seconds per second.
    var defaultSpeed = 1.0
    /// Whether playback goes on after a seek from the end: `ActionAtItemEnd.none`.
    var playsOnFromEnd = false
    /// Callers that wait for the end of a seek.
    var seeks = SeekWaiters()
}

/// Level of a player without sound output.
struct SilentLevel {
    /// Volume in per cent.
    var volume = 100
    var isMuted = false
}
