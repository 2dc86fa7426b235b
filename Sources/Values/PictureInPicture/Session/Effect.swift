package import OrielGeometry

extension PictureInPictureSession {
    /// An action for the driver; performed in order.
    package enum Effect: Hashable, Sendable {
        /// Publish these observable properties.
        case update(PictureInPictureSnapshot)
        /// Call the delegate. The transaction is for logs; nil outside a swap.
        case callback(Callback, TransactionIdentifier?)
        case broker(BrokerRequest)
        case surface(SurfaceAction)
        case playback(PlaybackAction)
        /// Send `Event.timer` after this time, unless cancelled or armed again before.
        case arm(Timer, after: Duration, generation: UInt32)
        case cancel(Timer)
        case log(Diagnostic)
    }

    /// A callback of the delegate.
    package enum Callback: Hashable, Sendable {
        case willStart
        case didStart
        case failedToStart(PictureInPictureError)
        /// Request a restore; answered by `Event.restoreAnswered` with the same token.
        case restore(RestoreToken)
        /// Cancel the restore; the session stays in Picture in Picture.
        case cancelRestore
        case willStop
        case didStop(StopReason)
        /// The app's window is about to be shown again for a swap.
        case foreground
        /// The app's window is unmapped after a swap.
        case background
        case suspendedChanged(Bool)
        case stashedChanged(Bool)
    }

    /// An action on surfaces. Its generation is repeated by the events that it causes.
    package enum SurfaceAction: Hashable, Sendable {
        /// Create the overlay and draw its frame, attach no buffer; `overlayPrepared` follows. An older overlay of this
        /// session that was closed with its output is dropped.
        case createOverlay(OverlayRequest)
        /// One process: draw the frame for the peer's overlay; `overlayPrepared` follows.
        case prepareExchange(generation: UInt32, with: PlayerIdentifier?)
        /// Draw the current frame again and commit it; `overlayPresented` follows. While the peer's overlay (`besides`)
        /// is present, place this one beside it, never over it.
        case showOverlay(generation: UInt32, besides: Placement?)
        /// Move the overlay to the slot's placement, animated or at once; nil leaves it in place. No step waits for it.
        case settleOverlay(generation: UInt32, into: Placement?)
        /// Unmap and destroy the overlay, or drop its preparations. If `animated`, `overlayRemoved` follows. A second
        /// removal without animation ends the animation.
        case removeOverlay(generation: UInt32, animated: Bool)
        /// Suspended: unmap the overlay, but keep it.
        case hideOverlay(generation: UInt32)
        case revealOverlay(generation: UInt32)
        /// Draw the window's frame at its future size, so that showing it takes only a commit; `windowDrawn` follows.
        /// If the peer's window will be taken over, only the frame is prepared.
        case drawWindow(generation: UInt32, WindowMode, isTakenOver: Bool)
        /// Drop the frame of `drawWindow`.
        case discardWindow(generation: UInt32)
        /// Create or map the window and commit its frame; `windowCommitted` and `windowPresented` follow.
        case showWindow(generation: UInt32, WindowRequest)
        /// Unmap the window. A host that owns no window shows its placeholder.
        case hideWindow
        /// The start was automatic and the window isn't visible: keep the window and show its placeholder.
        case coverWindow
        /// One process: once the peer has requested it too, draw both frames and commit both in one flush right after a
        /// frame callback, creating missing surfaces. `exchanged` follows.
        case exchange(generation: UInt32, ExchangeSide, with: PlayerIdentifier?)
    }

    /// Parameters of a new overlay.
    package struct OverlayRequest: Hashable, Sendable {
        package var generation: UInt32
        /// nil: the remembered or default place.
        package var placement: Placement?
        /// The overlay's output is gone; use another one.
        package var isOnAnotherOutput: Bool
        package var entrance: OverlayEntrance
    }

    /// Parameters of a window to be shown.
    package struct WindowRequest: Hashable, Sendable {
        package var mode: WindowMode
        package var purpose: WindowPurpose
        /// xdg-activation token to activate the window with; nil if the broker sent none.
        package var activationToken: String?

        package init(mode: WindowMode, purpose: WindowPurpose, activationToken: String? = nil) {
            self.mode = mode
            self.purpose = purpose
            self.activationToken = activationToken
        }
    }

    package enum WindowPurpose: Hashable, Sendable {
        /// After a restore: activate the window.
        case restored
        /// After another end of Picture in Picture: paused, without focus.
        case returned
        /// The other side of a swap is in front: stack the window below it.
        case behind
    }

    package enum ExchangeSide: Hashable, Sendable {
        case intoOverlay
        case intoWindow
    }

    package enum PlaybackAction: Hashable, Sendable {
        case pause
        /// Pause while the session is suspended.
        case pauseBySuspension
        /// The suspension that paused playback has ended.
        case resume
    }

    /// An observation for the log.
    package enum Diagnostic: Hashable, Sendable {
        /// T_restore's warning time passed without an answer.
        case restoreIsSlow
        /// A restore was answered late or twice, or the answer belongs to an earlier session.
        case restoreAnswerIgnored(Bool)
        /// The commit's presentation was not reported; it counts as presented.
        case takenAsPresented
    }
}
