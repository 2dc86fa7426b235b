/// Wish for hardware decoding (`--hwdec`).
public enum HardwareDecoding: String, Hashable, Sendable, CaseIterable {
    /// In hardware if the codec was seen to be decoded correctly by this kind of driver, else in software.
    case auto
    /// In software.
    case no
    /// By VA-API if the device can decode the video, else in software.
    case vaapi
}
