public import OrielGeometry

extension PictureInPictureSession {
    /// What the app and the user decide.
    public struct Settings: Hashable, Sendable {
        public var timings = PictureInPictureTimings()
        public var profile = PictureInPictureProfile.desktop
        /// End Picture in Picture when the media ends.
        public var stopsWhenMediaEnds = false
        /// `canStartPictureInPictureAutomaticallyFromInline`.
        public var startsAutomaticallyFromInline = false
        /// The user's setting; false stops every automatic start.
        public var allowsAutomaticStart = true
        /// Whether the delegate can bring its user interface back; told to the broker.
        public var canRestore = true
        /// A call's source: it suspends the holder of the slot and is not displaced.
        public var isCall = false
        /// Where the picture stands in its window, to animate from; nil fades.
        public var sourceRect: Rect?
        /// The window's size, which bounds `sourceRect`.
        public var sourceSurface = Size.zero

        public init() {}
    }

    /// What a session knows of its surroundings.
    public struct World: Hashable, Sendable {
        public var isSupported = true
        public var isBrokerReachable = false
        public var slot = SlotStatus()
        public var isSourceReady = false
        public var isLocked = false
        public var isForeground = true
        public var isPlaying = false
        public var isWindowVisible = true
        public var windowMode = WindowMode.window(nil)

        /// A supported system; neither broker nor source yet.
        public init() {}
    }
}

/// Whose rules `stopPictureInPicture()` follows.
public enum PictureInPictureProfile: String, Hashable, Sendable, CaseIterable {
    /// It ends this session only.
    case desktop
    /// While this session is not active it ends whichever is.
    case tv
}
