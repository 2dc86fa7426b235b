public import Oriel

/// The way in which `oriel float` ended.
public enum FloatEnd: Sendable, Hashable {
    /// The user returned from Picture in Picture, closed it, or quit.
    case stopped
    /// The share has ended, or did not begin.
    case cast(ScreenCastEnd)
    /// Picture in Picture could not start; with the reason.
    case failed(String)
}
