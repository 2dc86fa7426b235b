/// The screens and windows that the desktop's dialogue is to offer.
public struct ScreenCastRequest: Hashable, Sendable {
    /// Kinds of sources, as the portal numbers them.
    public struct Sources: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A whole screen.
        public static let screens = Sources(rawValue: 1)
        /// One window.
        public static let windows = Sources(rawValue: 2)
    }

    public var sources: Sources
    /// Whether the pointer is part of the picture, where the desktop can.
    public var showsPointer = false
    /// Whether the desktop remembers the choice for another time, where it can.
    public var persists = false
    /// A remembered choice, which needs no dialogue; nil to ask the user.
    public var restoreToken: String?

    public init(_ sources: Sources) { self.sources = sources }
}
