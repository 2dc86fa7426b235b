extension PictureInPictureSession {
    /// An input of the session.
    package enum Event: Hashable, Sendable {
        // From the app and the user.

        /// `startPictureInPicture()`, or the user's key or button.
        case start(userIntent: Bool)
        /// Waits up to the limit for `isPictureInPicturePossible`, then acts as `start`.
        case startWhenPossible(within: Duration, userIntent: Bool)
        /// `stopPictureInPicture()`.
        case stop
        /// `closePictureInPicture()`.
        case close
        /// The user opened the medium that is in Picture in Picture again: its session is restored.
        case openedAgain
        /// The return button of the overlay with this generation was pressed.
        case returnButton(generation: UInt32)
        /// The close button of the overlay with this generation was pressed.
        case closeButton(generation: UInt32)
        /// Esc on the window of a player that is entering Picture in Picture.
        case escape
        /// The delegate's answer to a restore. It may come from any thread; this event is sent on the main actor.
        case restoreAnswered(RestoreToken, Bool)
        /// The user stashed the overlay at an edge, or brought it back.
        case stashed(Bool)
        /// The controller is gone.
        case released

        // From the player.

        case mediaEnded
        /// Whether the source has a frame to show.
        case sourceReady(Bool)
        /// The source was replaced by another, which may not be ready.
        case sourceReplaced(isReady: Bool)
        /// The source, a capability or a permission is gone for good.
        case sourceLost
        /// Whether the compositor offers a surface for overlays.
        case supportChanged(Bool)
        /// Whether the player plays.
        case playing(Bool)

        // From the surroundings.

        /// The window became full screen, or a window again. Not sent for changes made by a swap.
        case windowMode(WindowMode)
        /// Whether the player's window is visible.
        case windowVisible(Bool)
        /// The session was locked or unlocked.
        case locked(Bool)
        /// Whether there is a connection to a compositor. When it is lost, so are all surfaces.
        case connected(Bool)
        /// The user brought the app to the foreground.
        case foregrounded
        /// The app went to the background.
        case backgrounded(BackgroundCause)
        /// The view that showed the video inline was destroyed.
        case hostViewGone

        // Answers.

        case surface(SurfaceEvent)
        /// A timer ran out.
        case timer(Timer, generation: UInt32)
        case broker(BrokerEvent)
    }

    /// Reason why the app went to the background.
    package enum BackgroundCause: Hashable, Sendable {
        /// The user switched to another app.
        case leftByUser
        /// The app opened another window of its own.
        case ownWindow
        /// The app is about to end.
        case quitting
    }

    /// An event of the session's surfaces.
    package enum SurfaceEvent: Hashable, Sendable {
        /// The overlay is configured, its size acknowledged and its frame drawn; no buffer is attached.
        case overlayPrepared(generation: UInt32)
        /// A real frame of the overlay was presented (presentation feedback, or else that commit's frame callback).
        case overlayPresented(generation: UInt32)
        /// The compositor closed the overlay.
        case overlayClosed(generation: UInt32)
        /// The overlay's output was removed.
        case outputRemoved(generation: UInt32)
        /// The animated removal has ended and the overlay is unmapped.
        case overlayRemoved(generation: UInt32)
        /// The window's frame is drawn at its future size; the window need not exist yet.
        case windowDrawn(generation: UInt32)
        /// The window's first buffer was committed.
        case windowCommitted(generation: UInt32)
        /// A real frame of the window was presented. A host without a window sends this at once.
        case windowPresented(generation: UInt32)
        /// The user closed the window.
        case windowClosed(generation: UInt32)
        /// Both frames of an exchange were committed; `overlayPresented` or `windowPresented` follows. The generation
        /// is that of this side's overlay (A) or window (B).
        case exchanged(generation: UInt32)
    }

    /// Identifies a restore; answers to other restores are ignored.
    package struct RestoreToken: Hashable, Sendable {
        /// Number of the start that began the session.
        package let session: UInt32
        /// Number of the restore.
        package let attempt: UInt32

        package init(session: UInt32, attempt: UInt32) {
            self.session = session
            self.attempt = attempt
        }
    }
}
