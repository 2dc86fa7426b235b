package import OrielGeometry

extension PictureInPictureSession {
    /// What the driver is to do, in order.
    package enum Effect: Hashable, Sendable {
        /// The observable properties change to these.
        case update(PictureInPictureSnapshot)
        /// Call the delegate; the transaction is for logs.
        case callback(Callback, TransactionIdentifier?)
        case broker(BrokerRequest)
        case surface(SurfaceAction)
        case playback(PlaybackAction)
        /// Send `Event.timer` after this long, unless cancelled or armed anew before.
        case arm(Timer, after: Duration, generation: UInt32)
        case cancel(Timer)
        case log(Diagnostic)
    }

    /// What the delegate hears.
    package enum Callback: Hashable, Sendable {
        case willStart
        case didStart
        case failedToStart(PictureInPictureError)
        /// Answered by `Event.restoreAnswered` with the same token.
        case restore(RestoreToken)
        /// The restore is called off; the session stays in Picture in Picture.
        case cancelRestore
        case willStop
        case didStop(StopReason)
        /// The app's window is about to come back for a swap.
        case foreground
        /// The app's window is unmapped after a swap.
        case background
        case suspendedChanged(Bool)
        case stashedChanged(Bool)
    }

    /// What is to happen to the surfaces. Each action names the generation that its events carry.
    package enum SurfaceAction: Hashable, Sendable {
        /// Make the overlay and draw its frame, attach nothing; `overlayPrepared` follows. An older overlay of this
        /// session, which was closed with its output, is dropped.
        case createOverlay(OverlayRequest)
        /// One process: draw the frame for the peer's overlay; `overlayPrepared` follows.
        case prepareExchange(generation: UInt32, with: PlayerIdentifier?)
        /// Draw the present frame anew and commit it; `overlayPresented` follows. While the peer's picture is still
        /// there (`besides`), place it beside that, never over it.
        case showOverlay(generation: UInt32, besides: Placement?)
        /// Move the overlay into the slot's place, by a short glide or at once; nil leaves it. Nothing waits for it.
        case settleOverlay(generation: UInt32, into: Placement?)
        /// Unmap and destroy the overlay, or drop what was prepared for it; where `animated`, `overlayRemoved` follows. A second, not animated removal
        /// ends the animation.
        case removeOverlay(generation: UInt32, animated: Bool)
        /// Suspended: unmap it, keep it.
        case hideOverlay(generation: UInt32)
        case revealOverlay(generation: UInt32)
        /// Draw the window's frame at the size it will have, so that showing it costs a commit; `windowDrawn` follows.
        /// Where the peer's window will be taken over, only its frame is made ready.
        case drawWindow(generation: UInt32, WindowMode, isTakenOver: Bool)
        /// Drop what `drawWindow` drew.
        case discardWindow(generation: UInt32)
        /// Create or map the window and commit its frame; `windowCommitted` and `windowPresented` follow.
        case showWindow(generation: UInt32, WindowRequest)
        /// Unmap the window. A host that owns no window shows its placeholder.
        case hideWindow
        /// The picture left by itself a window that nobody sees: it stays where it is, with a placeholder.
        case coverWindow
        /// One process: once the peer has asked too, draw both pictures, then commit both in one flush right after a
        /// frame callback, making whatever surface is missing. `exchanged` follows.
        case exchange(generation: UInt32, ExchangeSide, with: PlayerIdentifier?)
    }

    /// What an overlay is to be like.
    package struct OverlayRequest: Hashable, Sendable {
        package var generation: UInt32
        /// nil: the remembered or the default place.
        package var placement: Placement?
        /// The overlay's output is gone; take another one.
        package var isOnAnotherOutput: Bool
        package var entrance: OverlayEntrance
    }

    /// What a window is to be like.
    package struct WindowRequest: Hashable, Sendable {
        package var mode: WindowMode
        package var purpose: WindowPurpose
        /// The xdg-activation token to activate with, if the broker gave one.
        package var activationToken: String?

        package init(mode: WindowMode, purpose: WindowPurpose, activationToken: String? = nil) {
            self.mode = mode
            self.purpose = purpose
            self.activationToken = activationToken
        }
    }

    package enum WindowPurpose: Hashable, Sendable {
        /// After a restore: with the user's attention.
        case restored
        /// After Picture in Picture ended otherwise: paused, without asking for focus.
        case returned
        /// The other side of a swap stands in front: below that.
        case behind
    }

    package enum ExchangeSide: Hashable, Sendable {
        case intoOverlay
        case intoWindow
    }

    package enum PlaybackAction: Hashable, Sendable {
        case pause
        /// Pause for as long as the session is suspended.
        case pauseBySuspension
        /// The suspension that paused the playback is over.
        case resume
    }

    /// What is worth a line in the log.
    package enum Diagnostic: Hashable, Sendable {
        /// T_restore's warning time passed without an answer.
        case restoreIsSlow
        /// A restore was answered late or twice, or the answer belongs to an earlier session.
        case restoreAnswerIgnored(Bool)
        /// Nothing said that the commit was presented; it counts as presented.
        case takenAsPresented
    }
}
