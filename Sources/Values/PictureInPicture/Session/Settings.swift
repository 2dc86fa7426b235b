package import OrielGeometry

extension PictureInPictureSession {
    /// Settings of the app and the user.
    package struct Settings: Hashable, Sendable {
        package var timings = PictureInPictureTimings()
        package var profile = PictureInPictureProfile.desktop
        /// End Picture in Picture when the medium ends.
        package var stopsWhenMediaEnds = false
        /// `canStartPictureInPictureAutomaticallyFromInline`.
        package var startsAutomaticallyFromInline = false
        /// Pause a player in its window while the session is locked, and resume it afterwards. In Picture in Picture
        /// this always happens.
        package var pausesWhenLocked = false
        /// The user's setting; false prevents every automatic start.
        package var allowsAutomaticStart = true
        /// Whether the delegate can restore its user interface; reported to the broker.
        package var canRestore = true
        /// The source is a call: it suspends the holder of the slot and can't be replaced.
        package var isCall = false
        /// The window stays open with a placeholder while the video is in the overlay.
        package var keepsWindow = false
        /// The window is believed to be invisible: only the user may start.
        package var isUnseen = false
        /// Another session of this program takes part in the current transition: a start waits for its end.
        package var isSiblingMoving = false
        /// Rectangle of the video in its window, for the start animation, if the window's position is known; nil fades
        /// in.
        package var sourceRect: Rect?
        /// Size of the window, which bounds `sourceRect`.
        package var sourceSurface = Size.zero

        package init() {}

        /// Action on the window whose video moves into the overlay.
        var departingWindow: SurfaceAction { keepsWindow ? .coverWindow : .hideWindow }
    }

    /// The session's knowledge of its surroundings.
    package struct World: Hashable, Sendable {
        package var isSupported = true
        package var isBrokerReachable = false
        package var slot = SlotStatus()
        package var isSourceReady = false
        package var isLocked = false
        package var isConnected = true
        package var isForeground = true
        package var isPlaying = false
        package var isWindowVisible = true
        package var windowMode = WindowMode.window(nil)

        /// A supported system without broker and source.
        package init() {}

        /// Whether a surface would be seen: none is while the session is locked or the compositor is gone.
        var isDark: Bool { isLocked || !isConnected }
    }
}
