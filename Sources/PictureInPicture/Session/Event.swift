extension PictureInPictureSession {
    /// Everything a session hears of.
    package enum Event: Hashable, Sendable {
        // The app and the user.

        /// `startPictureInPicture()`, or the user's key or button.
        case start(userIntent: Bool)
        /// Waits up to the bound for `isPictureInPicturePossible`, then as `start`.
        case startWhenPossible(within: Duration, userIntent: Bool)
        /// `stopPictureInPicture()`.
        case stop
        /// `closePictureInPicture()`.
        case close
        /// The user opened the media that is in Picture in Picture once more: its own session comes back.
        case openedAgain
        /// The return button of the overlay of this generation.
        case returnButton(generation: UInt32)
        /// The close button of the overlay of this generation.
        case closeButton(generation: UInt32)
        /// Escape on the window of a player that is going into Picture in Picture.
        case escape
        /// The delegate's answer to a restore; from any thread, but told here on the main actor.
        case restoreAnswered(RestoreToken, Bool)
        /// The user dragged the overlay past the edge, or brought it back.
        case stashed(Bool)
        /// The controller is gone.
        case released

        // The player.

        /// The media ended.
        case mediaEnded
        /// Whether the source has a presentable picture.
        case sourceReady(Bool)
        /// Another source, ready or not yet, took the source's place.
        case sourceReplaced(isReady: Bool)
        /// The source, a capability or a permission went away for good.
        case sourceLost
        /// Whether this compositor has a surface that floats.
        case supportChanged(Bool)
        /// Whether the player plays.
        case playing(Bool)

        // The surroundings.

        /// The window became full screen, or a window again. Not told of what a swap does to it.
        case windowMode(WindowMode)
        /// Whether the picture's window can be seen.
        case windowVisible(Bool)
        /// The session was locked or unlocked.
        case locked(Bool)
        /// The user brought the app to the foreground.
        case foregrounded
        /// The app went to the background.
        case backgrounded(BackgroundCause)
        /// The view that showed the picture inline was destroyed.
        case hostViewGone

        // Answers.

        case surface(SurfaceEvent)
        /// A timer ran out.
        case timer(Timer, generation: UInt32)
        case broker(BrokerEvent)
    }

    /// Why the app went to the background.
    package enum BackgroundCause: Hashable, Sendable {
        /// The user turned to something else.
        case leftByUser
        /// The app opened another window of its own.
        case ownWindow
        /// The app is about to end.
        case quitting
    }

    /// What becomes of the surfaces.
    package enum SurfaceEvent: Hashable, Sendable {
        /// The overlay is configured, its size acknowledged and its frame drawn; nothing is attached yet.
        case overlayPrepared(generation: UInt32)
        /// A real frame of the overlay was presented (presentation feedback, else that commit's frame callback).
        case overlayPresented(generation: UInt32)
        /// The compositor closed the overlay.
        case overlayClosed(generation: UInt32)
        /// The overlay's output went.
        case outputRemoved(generation: UInt32)
        /// The animated removal is over and the overlay is unmapped.
        case overlayRemoved(generation: UInt32)
        /// The window's frame is drawn at the size it will have; the window need not exist yet.
        case windowDrawn(generation: UInt32)
        /// The window's first buffer was committed.
        case windowCommitted(generation: UInt32)
        /// A real frame of the window was presented. A host without a window says so at once.
        case windowPresented(generation: UInt32)
        /// The user closed the window.
        case windowClosed(generation: UInt32)
        /// Both pictures of an exchange were committed; `overlayPresented` or `windowPresented` follows. The generation
        /// is that of this side's overlay (A) or window (B).
        case exchanged(generation: UInt32)
    }

    /// Names one restore; an answer to another one does not count.
    package struct RestoreToken: Hashable, Sendable {
        /// The start that the session came from.
        package let session: UInt32
        /// The attempt.
        package let attempt: UInt32

        package init(session: UInt32, attempt: UInt32) {
            self.session = session
            self.attempt = attempt
        }
    }
}
