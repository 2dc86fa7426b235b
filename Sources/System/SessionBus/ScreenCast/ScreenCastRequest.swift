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

    /// Returns the options of `SelectSources`, without those that a portal of this version doesn't know and would
    /// refuse. Nil if it offers none of the wanted kinds.
    /// - Parameter cursorModes: those that the portal has: 1 hidden, 2 part of the picture, 4 told apart.
    package func options(version: UInt32, sources: Sources, cursorModes: UInt32) -> [BusArgument.Option]? {
        let sources = sources.intersection(self.sources)
        guard !sources.isEmpty else { return nil }
        var options: [BusArgument.Option] = [
            .init("types", .number(sources.rawValue)), .init("multiple", .boolean(false)),
        ]
        // As part of the picture, rather than apart from it, where it is drawn here.
        let shown: UInt32? = [2, 4].first { cursorModes & $0 != 0 }
        let mode = showsPointer ? shown ?? 1 : 1
        if version >= 2, cursorModes & mode != 0 { options.append(.init("cursor_mode", .number(mode))) }
        guard version >= 4 else { return options }
        // Kept until the user revokes it.
        if persists { options.append(.init("persist_mode", .number(2))) }
        if let restoreToken { options.append(.init("restore_token", .text(restoreToken))) }
        return options
    }
}
