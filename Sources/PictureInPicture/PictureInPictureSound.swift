/// What is heard of a picture in Picture in Picture beside one that is heard in a window.
public enum PictureInPictureSound: String, Hashable, Sendable, CaseIterable {
    /// Nothing: who has the window has the sound.
    case focus
    /// Little: 18 dB less.
    case duck
    /// All of it.
    case keep

    /// What the floating one's samples are multiplied by.
    package var gainBesideWindow: Double {
        switch self {
        case .focus: 0
        case .duck: 0.126
        case .keep: 1
        }
    }
}
