/// Whose rules `stopPictureInPicture()` follows.
public enum PictureInPictureProfile: String, Hashable, Sendable, CaseIterable {
    /// It ends this session only.
    case desktop
    /// While this session is not active it ends whichever is.
    case tv
}
