/// The choice that the desktop's dialogue offers for a `ScreenCast`.
public struct ScreenCastOptions: Hashable, Sendable {
    /// Offers windows.
    public var windows = true
    /// Offers whole screens.
    public var screens = true
    /// Whether the pointer is part of the picture, where the desktop can.
    public var showsPointer = false
    /// Whether the desktop remembers the choice: `ScreenCast.onGrant` then receives a token for another time.
    public var persists = false
    /// Token of a remembered choice, which is shown without a dialogue if the desktop still knows it. It counts once.
    public var restoreToken: String?

    /// Makes options that offer windows and screens.
    public init() {}
}
