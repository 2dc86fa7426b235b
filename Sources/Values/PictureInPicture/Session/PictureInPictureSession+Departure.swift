/// A's steps of a swap: entering Picture in Picture.
extension PictureInPictureSession {
    mutating func prepare(_ preparation: SwapCommand.Preparation, _ transaction: TransactionIdentifier) {
        if departure?.transaction == transaction { return }
        if let refusal = refusal(of: preparation) {
            output.emit(.broker(.answer(.failed(refusal), transaction)))
        } else {
            beginStart(preparation.slot, swap: Swap(preparation, transaction))
        }
    }

    /// Reason why this session cannot be A; nil if it can.
    private func refusal(of preparation: SwapCommand.Preparation) -> PictureInPictureError? {
        switch phase {
        case .starting, .active, .restoring, .stopping: return .transitionInProgress
        case .requesting:
            return preparation.request == nil || preparation.request == generation ? nil : .cancelled
        case .idle, .waiting:
            if preparation.request != nil { return .cancelled }
        }
        if !world.isSupported { return .notSupported }
        return world.isSourceReady && !world.isDark ? nil : .notPossible
    }

    mutating func showWhenPrepared() {
        if overlay?.isLost == true, world.isConnected {
            // The connection was lost and has returned meanwhile.
            createOverlay(mayShow: true)
            return arm(.firstFrame)
        }
        overlay?.mayShow = true
        if overlay?.stage == .prepared, overlay?.isClosing == false { showOverlay() }
    }

    /// Continues after the peer has left. Before this side's point of no return this becomes a plain start, which may
    /// still fail. After it the peer may have gone forward too, and a failed start would leave this window below the
    /// peer's.
    mutating func continueDepartureAlone() {
        guard let departure else { return }
        guard departure.stage < .bound else { return goOnAlone() }
        swap = nil
        output.cancel(.swap)
        if departure.exchanges {
            removeOverlay()
            createOverlay(mayShow: true)
        } else {
            showWhenPrepared()
        }
        arm(.firstFrame)
    }

    /// Hides the window once its overlay counts as shown, and the connection is lost. Nothing is seen of it; otherwise
    /// it would return in full screen beside the peer's window, and a compositor may have one full-screen window an
    /// output (phoc).
    mutating func hideInTheDark() {
        guard let departure, departure.stage == .shown, !world.isConnected else { return }
        guard !departure.exchanges, !departure.hasHiddenWindow else { return }
        swap?.hasHiddenWindow = true
        output.emit(.surface(settings.departingWindow))
    }
}
