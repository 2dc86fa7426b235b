/// Handling of events from the player, the desktop session and the compositor.
extension PictureInPictureSession {
    // MARK: - The player

    mutating func mediaEnded() {
        guard settings.stopsWhenMediaEnds else { return }
        switch phase {
        case .active: end(.mediaEnded)
        case .restoring(let restore): if restore.swap != nil { end(.mediaEnded) }
        case .starting: deferred = deferred ?? .end(.mediaEnded)
        case .idle, .waiting, .requesting, .stopping: break
        }
    }

    mutating func sourceReady(_ isReady: Bool) {
        world.isSourceReady = isReady
        output.cancel(.sourceFrame)
        if !isReady, case .requesting = phase { withdrawRequest(.sourceNotReady) }
    }

    mutating func sourceReplaced(_ isReady: Bool) {
        sourceReady(isReady)
        guard !isReady else { return }
        switch phase {
        case .active, .restoring: arm(.sourceFrame)
        default: break
        }
    }

    mutating func sourceLost() {
        world.isSourceReady = false
        output.cancel(.sourceFrame)
        switch phase {
        case .requesting: withdrawRequest(.sourceNotReady)
        case .starting: if isBound { deferred = .end(.sourceLost) } else { failStart(.sourceNotReady) }
        case .active, .restoring: end(.sourceLost)
        case .idle, .waiting, .stopping: break
        }
    }

    mutating func supportChanged(_ isSupported: Bool) {
        world.isSupported = isSupported
        guard !isSupported else { return }
        let isReady = world.isSourceReady
        sourceLost()
        world.isSourceReady = isReady
    }

    mutating func playing(_ isPlaying: Bool) {
        world.isPlaying = isPlaying
        if isPlaying { suspension.playbackStarted() }
    }

    // MARK: - The session

    mutating func foregrounded() {
        world.isForeground = true
        switch phase {
        case .requesting(let request): if request.isAutomatic, !request.isAskedByUserToo { withdrawRequest(nil) }
        case .starting, .active: if isAutomatic { restore(.foregrounded) }
        case .idle, .waiting, .restoring, .stopping: break
        }
    }

    mutating func backgrounded(_ cause: BackgroundCause) {
        world.isForeground = false
        if cause == .leftByUser { startAutomatically() }
    }

    mutating func stashed(_ isStashed: Bool) {
        guard isActive, isStashed != self.isStashed else { return }
        if case .stopping = phase { return }
        self.isStashed = isStashed
        callback(.stashedChanged(isStashed))
    }

    mutating func locked(_ isLocked: Bool) {
        guard isLocked != world.isLocked else { return }
        world.isLocked = isLocked
        guard isLocked else { return endSuspension(.lock) }
        switch phase {
        case .requesting: withdrawRequest(.cancelled)
        case .starting: if isBound { swapPresented() } else { failStart(.cancelled) }
        case .active: suspend(.lock)
        case .restoring: if !failArrival(.cancelled) { suspend(.lock) }
        case .stopping:
            output.emit(suspension.pause(&world))
            windowPresented()
        case .idle, .waiting: if settings.pausesWhenLocked { output.emit(suspension.pause(&world)) }
        }
    }

    /// Suspends now if the session was locked, or the compositor lost, when it could not be suspended yet.
    mutating func suspendForNow() {
        if !world.isConnected { suspend(.disconnection) }
        if world.isLocked { suspend(.lock) }
    }

    mutating func suspend(_ cause: Suspension.Causes) {
        switch phase {
        case .active, .restoring: break
        default: return
        }
        let isFirst = suspension.isEmpty
        suspension.causes.insert(cause)
        if cause != .disconnection { output.emit(suspension.pause(&world)) }
        guard isFirst else { return }
        if let overlay { output.emit(.surface(.hideOverlay(generation: overlay.generation))) }
        callback(.suspendedChanged(true))
    }

    mutating func endSuspension(_ cause: Suspension.Causes) {
        let wasSuspended = suspension.causes.remove(cause) != nil
        if !suspension.pauses, !world.isLocked { output.emit(suspension.resume()) }
        guard wasSuspended, suspension.isEmpty else { return }
        // A session that is ending stays hidden.
        if case .stopping = phase { return output.emit(suspension.resume()) }
        revealOverlay()
        output.emit(suspension.resume())
        callback(.suspendedChanged(false))
    }

    // MARK: - The compositor

    mutating func surface(_ event: SurfaceEvent) {
        switch event {
        case .overlayPrepared(let generation): if generation == overlay?.generation { overlayPrepared() }
        case .overlayPresented(let generation): if generation == overlay?.generation { overlayPresented() }
        case .overlayClosed(let generation): if generation == overlay?.generation { overlayClosed() }
        case .outputRemoved(let generation): if generation == overlay?.generation { outputRemoved() }
        case .overlayRemoved(let generation): if generation == overlay?.generation { overlayRemoved(isLate: false) }
        case .windowDrawn(let generation): if generation == window { windowDrawn() }
        case .windowCommitted(let generation): if generation == window { windowCommitted() }
        case .windowPresented(let generation): if generation == window { windowPresented() }
        case .windowClosed(let generation): if generation == window { windowClosed() }
        case .exchanged(let generation): if generation == exchangedGeneration { exchanged() }
        }
    }

    private mutating func overlayClosed() {
        guard let present = overlay, !present.isClosing else { return }
        if case .stopping(let stop) = phase {
            removeOverlay()
            overlay = nil
            if stop.step == .overlay { finishStop() }
        } else if present.hasLostOutput {
            replaceOverlay()
        } else {
            overlay?.isClosing = true
            arm(.outputRemoval)
        }
    }

    private mutating func outputRemoved() {
        guard let present = overlay else { return }
        if present.isClosing { return replaceOverlay() }
        overlay?.hasLostOutput = true
        arm(.outputRemoval)
    }

    mutating func outputRemovalTimedOut() {
        overlay?.hasLostOutput = false
        if overlay?.isClosing == true { loseOverlay() }
    }

    /// Creates the overlay again on another output; a second loss is final.
    private mutating func replaceOverlay() {
        output.cancel(.outputRemoval)
        guard let old = overlay, !old.isSecond else { return loseOverlay() }
        if departure?.stage == .shown { swap?.stage = .showing }
        output.cancel(.present)
        createOverlay(mayShow: old.mayShow && suspension.isEmpty, isSecond: true)
        if suspension.isEmpty, !output.isArmed(.firstFrame) { arm(.firstFrame) }
    }

    /// Shows the overlay again after a suspension; one that was lost with its connection is made anew.
    mutating func revealOverlay() {
        guard var present = overlay else { return }
        if present.isLost {
            (present.isLost, present.mayShow, present.stage) = (false, true, .presented)
            overlay = present
            return output.emit(.surface(.revealOverlay(generation: present.generation)))
        }
        guard !present.mayShow else { return output.emit(.surface(.revealOverlay(generation: present.generation))) }
        // The overlay was created during the suspension to replace one lost with its output, and was not shown yet.
        overlay?.mayShow = true
        if present.stage == .prepared { showOverlay() }
        arm(.firstFrame)
    }

    mutating func loseOverlay() {
        switch phase {
        case .starting: failStart(.surfaceClosed)
        case .active:
            removeOverlay()
            overlay = nil
            end(.surfaceClosed)
        case .restoring(let restore):
            removeOverlay()
            overlay = nil
            if let arrival = restore.swap, !arrival.isAlone {
                output.emit(.broker(.answer(.surfaceLost, arrival.transaction)))
            }
        case .idle, .waiting, .requesting, .stopping: overlay = nil
        }
    }
}
