/// Idle → requesting, and the ends of a request without a session.
extension PictureInPictureSession {
    mutating func start(_ wish: StartWish) {
        switch phase {
        case .idle: begin(wish)
        case .requesting(var request):
            request.isAskedByUserToo = request.isAutomatic
            phase = .requesting(request)
        case .stopping: queuedStart = wish
        case .waiting, .starting, .active, .restoring: break
        }
    }

    private mutating func begin(_ wish: StartWish) {
        if let bound = wish.bound, !mayStart {
            phase = .waiting(wish)
            output.arm(.whenPossible, after: bound)
        } else if impossibility == .transitionInProgress, settings.isSiblingMoving {
            awaitSibling(wish)
        } else if let impossibility {
            callback(.failedToStart(impossibility))
        } else if !wish.hasUserIntent, !world.isForeground || settings.isUnseen {
            callback(.failedToStart(.notForeground))
        } else {
            request(wish, isAutomatic: false)
        }
    }

    private mutating func awaitSibling(_ wish: StartWish) {
        phase = .waiting(StartWish(hasUserIntent: wish.hasUserIntent, awaitsSibling: true))
        output.arm(.whenPossible, after: settings.timings.swap)
    }

    /// The broker has said what the slot's state is now, which it also does after a refusal.
    mutating func siblingMoved() {
        guard case .waiting(let wish) = phase, wish.awaitsSibling, world.slot.transition == .none else { return }
        output.cancel(.whenPossible)
        phase = .idle
        begin(StartWish(hasUserIntent: wish.hasUserIntent))
    }

    private var mayStart: Bool { impossibility == nil && world.slot.transition == .none }

    private mutating func request(_ wish: StartWish, isAutomatic: Bool) {
        _ = counters.next(\.start)
        phase = .requesting(Request(wish: wish, isAutomatic: isAutomatic))
        publish()
        sendRequest(isAutomatic: isAutomatic)
        arm(.grant)
    }

    private mutating func sendRequest(isAutomatic: Bool) {
        output.emit(
            .broker(
                .start(
                    BrokerRequest.StartRequest(
                        generation: generation, isAutomatic: isAutomatic, mode: world.windowMode,
                        isCall: settings.isCall))))
    }

    /// Withdraws a request; the broker releases the slot if it was granted.
    mutating func withdrawRequest(_ error: PictureInPictureError?) {
        guard case .requesting(let request) = phase else { return }
        output.cancel(.grant)
        output.emit(.broker(.cancel(generation: generation)))
        phase = .idle
        if let error, !request.isAutomatic || request.isAskedByUserToo { callback(.failedToStart(error)) }
    }

    mutating func denied(_ generation: UInt32, _ error: PictureInPictureError) {
        guard case .requesting(let request) = phase, generation == self.generation else { return }
        output.cancel(.grant)
        phase = .idle
        if request.isAskedByUserToo {
            self.request(StartWish(hasUserIntent: true), isAutomatic: false)
        } else if error == .transitionInProgress, settings.isSiblingMoving, !request.isAutomatic {
            awaitSibling(request.wish)
        } else if !request.isAutomatic {
            callback(.failedToStart(error))
        }
    }

    mutating func whenPossibleTimedOut() {
        guard case .waiting = phase else { return }
        phase = .idle
        callback(.failedToStart(impossibility ?? .transitionInProgress))
    }

    mutating func runAwaitedStart() {
        guard case .waiting(let wish) = phase, mayStart, !wish.awaitsSibling else { return }
        output.cancel(.whenPossible)
        phase = .idle
        begin(StartWish(hasUserIntent: wish.hasUserIntent))
    }

    mutating func runQueuedStart() {
        guard let wish = queuedStart, case .idle = phase else { return }
        queuedStart = nil
        begin(wish)
    }

    /// Repeats a request once when a broker is reachable again, since it may not have arrived.
    mutating func resendRequest() {
        guard case .requesting(var request) = phase, !request.isResent else { return }
        request.isResent = true
        phase = .requesting(request)
        sendRequest(isAutomatic: request.isAutomatic)
    }

    /// Starts automatically if the user was watching and the slot is free. A call takes precedence over a video in the
    /// slot, which is suspended until the call ends.
    mutating func startAutomatically() {
        let isWatched: Bool =
            switch world.windowMode {
            case .fullScreen: true
            case .window: settings.startsAutomaticallyFromInline && world.isWindowVisible
            }
        guard case .idle = phase, settings.allowsAutomaticStart, isWatched, world.isPlaying, mayStart,
            world.slot.isFree || settings.isCall
        else { return }
        request(StartWish(hasUserIntent: false), isAutomatic: true)
    }
}
