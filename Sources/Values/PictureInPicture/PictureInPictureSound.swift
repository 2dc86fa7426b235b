/// Sound of an overlay while another player is heard in a window.
public enum PictureInPictureSound: String, Hashable, Sendable, CaseIterable {
    /// Mute the overlay: only the window is heard.
    case focus
    /// Play the overlay 18 dB quieter.
    case duck
    /// Play the overlay at its own volume.
    case keep

    /// Factor for the overlay's samples, 0 to 1.
    package var gainBesideWindow: Double {
        switch self {
        case .focus: 0
        case .duck: 0.126
        case .keep: 1
        }
    }
}
