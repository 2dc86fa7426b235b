/// Platform whose rules `stopPictureInPicture()` follows.
public enum PictureInPictureProfile: String, Hashable, Sendable, CaseIterable {
    /// It ends only this session.
    case desktop
    /// If this session is not active, it ends the active one.
    case tv
}
