package import OrielGeometry

extension PictureInPictureSession {
    /// What the app and the user decide.
    package struct Settings: Hashable, Sendable {
        package var timings = PictureInPictureTimings()
        package var profile = PictureInPictureProfile.desktop
        /// End Picture in Picture when the media ends.
        package var stopsWhenMediaEnds = false
        /// `canStartPictureInPictureAutomaticallyFromInline`.
        package var startsAutomaticallyFromInline = false
        /// What plays in its window pauses while the session is locked, and goes on afterwards; in Picture in Picture it
        /// always does.
        package var pausesWhenLocked = false
        /// The user's setting; false stops every automatic start.
        package var allowsAutomaticStart = true
        /// Whether the delegate can bring its user interface back; told to the broker.
        package var canRestore = true
        /// A call's source: it suspends the holder of the slot and is not displaced.
        package var isCall = false
        /// The window stays with a placeholder while the picture is elsewhere.
        package var keepsWindow = false
        /// The compositor has shown nothing of the window for a while, as far as is known: a start is the user's or none.
        package var isUnseen = false
        /// Where the picture stands in its window, to animate from, where that window's place is known; nil fades.
        package var sourceRect: Rect?
        /// The window's size, which bounds `sourceRect`.
        package var sourceSurface = Size.zero

        package init() {}
    }

    /// What a session knows of its surroundings.
    package struct World: Hashable, Sendable {
        package var isSupported = true
        package var isBrokerReachable = false
        package var slot = SlotStatus()
        package var isSourceReady = false
        package var isLocked = false
        package var isForeground = true
        package var isPlaying = false
        package var isWindowVisible = true
        package var windowMode = WindowMode.window(nil)

        /// A supported system; neither broker nor source yet.
        package init() {}
    }
}
