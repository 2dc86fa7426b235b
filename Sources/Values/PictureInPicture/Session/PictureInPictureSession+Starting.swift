import OrielGeometry

/// Requesting → starting → active, and failed starts.
extension PictureInPictureSession {
    mutating func granted(_ generation: UInt32, _ placement: Placement?) {
        guard case .requesting = phase, generation == self.generation else { return }
        beginStart(placement, swap: nil)
    }

    /// Delivers *willStart* and begins to create the overlay.
    mutating func beginStart(_ placement: Placement?, swap: Swap?) {
        if case .requesting(let request) = phase {
            isAutomatic = request.isAutomatic && !request.isAskedByUserToo && swap == nil
        } else {
            isAutomatic = false
            _ = counters.next(\.start)
        }
        output.cancel(.grant, .whenPossible)
        modeAtStart = world.windowMode
        phase = .starting(Start(placement: placement, swap: swap))
        callback(.willStart, swap?.transaction)
        if let swap, swap.exchanges {
            let prepared = Overlay(generation: counters.next(\.overlay), mayShow: false)
            overlay = prepared
            output.emit(.surface(.prepareExchange(generation: prepared.generation, with: swap.peer)))
        } else {
            createOverlay(mayShow: swap == nil)
        }
        arm(.firstFrame)
        if swap != nil { arm(.swap) }
    }

    /// Creates the overlay of a start, or a second one after the first was lost with its output.
    mutating func createOverlay(mayShow: Bool, isSecond: Bool = false) {
        var placement: Placement?
        if case .starting(let start) = phase { placement = start.placement }
        var created = Overlay(generation: counters.next(\.overlay), mayShow: mayShow)
        created.isSecond = isSecond
        overlay = created
        output.emit(
            .surface(
                .createOverlay(
                    OverlayRequest(
                        generation: created.generation, placement: isSecond ? nil : placement,
                        isOnAnotherOutput: isSecond,
                        entrance: mayShow && !isSecond ? entrance : .atOnce))))
    }

    /// Entrance animation of a start outside a swap.
    private var entrance: OverlayEntrance {
        // The window isn't visible, so there is no place to animate from.
        guard !isAutomatic, world.isWindowVisible else { return .fade }
        return OverlayEntrance(sourceRect: settings.sourceRect, in: settings.sourceSurface)
    }

    mutating func overlayPrepared() {
        guard overlay?.stage == .preparing else { return }
        overlay?.stage = .prepared
        if overlay?.mayShow == true {
            showOverlay()
        } else if let departure {
            output.cancel(.firstFrame)
            if departure.stage == .preparing { enter(.prepared, answering: .prepared) }
        }
    }

    mutating func showOverlay() {
        guard let generation = overlay?.generation else { return }
        overlay?.stage = .committed
        guard let departure else { return output.emit(.surface(.showOverlay(generation: generation, besides: nil))) }
        output.cancel(.firstFrame)
        output.emit(.surface(.showOverlay(generation: generation, besides: departure.slot)))
        arm(.present)
    }

    mutating func overlayPresented() {
        guard overlay?.stage == .committed else { return }
        overlay?.stage = .presented
        overlay?.isSecond = false
        output.cancel(.firstFrame)
        guard case .starting(let start) = phase else { return }
        if start.swap == nil { becomeActive() } else { swapPresented() }
    }

    /// Removes the old picture from the window and delivers *didStart*.
    mutating func becomeActive() {
        guard case .starting(let start) = phase else { return }
        output.cancel(.firstFrame, .present, .swap)
        if start.swap == nil { output.emit(.surface(isAutomatic ? .coverWindow : settings.departingWindow)) }
        phase = .active
        callback(.didStart, start.swap?.transaction)
        if let departure = start.swap {
            if departure.style == .handoff {
                isBackground = true
                callback(.background, departure.transaction)
            }
            output.emit(.broker(.answer(.finished, departure.transaction)))
        } else {
            output.emit(.broker(.started))
        }
        suspendForNow()
        // The connection was lost during the start, and has returned before its end.
        if suspension.isEmpty, overlay?.isLost == true { revealOverlay() }
    }

    /// Undoes a start; `tells` is false if the broker itself aborted it.
    mutating func failStart(_ error: PictureInPictureError, tells: Bool = true) {
        guard case .starting(let start) = phase else { return }
        let wasBound = (start.swap?.stage ?? .preparing) >= .bound
        output.cancelAllTimers()
        if let overlay { output.emit(.surface(.removeOverlay(generation: overlay.generation, animated: false))) }
        // The peer may go forward nevertheless, so this side keeps its window below it, paused.
        if wasBound, tells {
            let hasLostWindow = start.swap.map { $0.stage == .settled || $0.hasExchanged || $0.hasHiddenWindow }
            if hasLostWindow == true { showWindow(modeAtStart, .behind) }
            output.emit(suspension.pauseForGood())
        }
        clear()
        callback(.failedToStart(error), start.swap?.transaction)
        guard tells else { return }
        output.emit(.broker(start.swap.map { .answer(.failed(error), $0.transaction) } ?? .failed(error)))
    }

    /// Resets the state of the session that just ended.
    mutating func clear() {
        phase = .idle
        overlay = nil
        isAutomatic = false
        isStashed = false
        isBackground = false
        suspension.causes = []
        deferred = nil
    }

    mutating func firstFrameTimedOut() {
        switch phase {
        case .starting: failStart(overlay?.isSecond == true ? .surfaceClosed : .firstFrameTimeout)
        case .active, .restoring: loseOverlay()
        case .idle, .waiting, .requesting, .stopping: break
        }
    }
}
