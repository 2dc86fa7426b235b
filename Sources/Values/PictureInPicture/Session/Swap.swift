import OrielGeometry

extension PictureInPictureSession {
    /// One side's state in a swap. A enters Picture in Picture, B leaves it; both take the same stages.
    struct Swap: Hashable, Sendable {
        let transaction: TransactionIdentifier
        let style: SwapStyle
        let peer: PlayerIdentifier?
        /// A: placement of the slot, which its overlay takes when it settles; nil lets A choose.
        var slot: Placement?
        /// B: its window, which is shown instead of the overlay; nil for A.
        var window: WindowRequest?
        var stage = Stage.preparing
        /// The broker is gone or T_swap has passed: this side goes forward without commands.
        var isOnItsOwn = false
        /// Whether the frames are exchanged with the peer's surface; false if this side shows a surface of its own.
        var exchanges: Bool
        var hasExchanged = false
        var hasToldPresented = false
        /// A: whether the window was hidden without a connection, before the broker has permitted it.
        var hasHiddenWindow = false
        /// B: whether the window's frame is drawn.
        var isDrawn = false
        var isForegroundTold = false
        /// B: A is gone before *stop*: the answer `true` ends the session, `false` keeps it.
        var isAlone = false
        private var permission = Permission.none

        init(_ preparation: SwapCommand.Preparation, _ transaction: TransactionIdentifier) {
            self.transaction = transaction
            style = preparation.style
            peer = preparation.peer
            slot = preparation.slot
            exchanges = style == .inPlace
        }

        init(_ restoration: SwapCommand.Restoration, _ transaction: TransactionIdentifier) {
            self.transaction = transaction
            style = restoration.style
            peer = restoration.peer
            window = WindowRequest(
                mode: restoration.mode, purpose: .restored, activationToken: restoration.activationToken)
            exchanges = style == .inPlace
        }

        /// Stages of A (and of B where they differ).
        enum Stage: Comparable, Hashable, Sendable {
            /// Prepares the surface (requests the restore and draws the window).
            case preparing
            /// *prepared* (*restored*) was sent.
            case prepared
            /// Passed the point of no return: *bound* (*stopping*) was sent.
            case bound
            case showing, shown, settled
        }

        /// Last step that the broker has permitted to a side.
        enum Permission: Comparable, Hashable, Sendable {
            case none, settle, finish
        }

        /// A step that follows without another event.
        enum Step { case show, settle, finish }

        var awaitsExchange: Bool { exchanges && !hasExchanged }

        mutating func permit(_ permission: Permission) { self.permission = max(self.permission, permission) }

        /// Next step, as far as the broker permits, or as far as this side has observed; nil if it must wait.
        var nextStep: Step? {
            let permission = isOnItsOwn ? .finish : permission
            return switch stage {
            case .bound where isOnItsOwn: .show
            case .shown where permission >= .settle: .settle
            case .settled where permission >= .finish: .finish
            default: nil
            }
        }
    }

    /// This session's part in a swap; nil if it takes part in none.
    var swap: Swap? {
        get {
            switch phase {
            case .starting(let start): start.swap
            case .restoring(let restore): restore.swap
            case .stopping(let stop): stop.swap
            case .idle, .waiting, .requesting, .active: nil
            }
        }
        set {
            switch phase {
            case .starting(var start):
                start.swap = newValue
                phase = .starting(start)
            case .restoring(var restore):
                restore.swap = newValue
                phase = .restoring(restore)
            case .stopping(var stop):
                stop.swap = newValue
                phase = .stopping(stop)
            case .idle, .waiting, .requesting, .active: break
            }
        }
    }

    /// The part of A, which enters Picture in Picture.
    var departure: Swap? { swap?.window == nil ? swap : nil }

    /// The part of B, which leaves Picture in Picture.
    var arrival: Swap? { swap?.window == nil ? nil : swap }

    /// The transition that this session takes part in; nil if none is known.
    package var transaction: TransactionIdentifier? {
        if let swap { return swap.transaction }
        guard case .stopping(let stop) = phase else { return nil }
        return stop.transaction
    }
}
