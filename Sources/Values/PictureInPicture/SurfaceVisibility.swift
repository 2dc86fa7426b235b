/// Determines whether a surface is visible, from the compositor's events and missing answers. Pure: host times and
/// events go in, decisions come out.
///
/// Compositors signal it in three ways, and each compositor has only some of them: a toplevel is *suspended*
/// (`xdg_toplevel`, version 6), a surface leaves its last output (`wl_surface.leave`), or its frame callbacks stop
/// (`wl_surface.frame`). The last two also happen on a dark output. Therefore a probe surface in front of all others
/// then tests whether any output draws.
package struct SurfaceVisibility: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// Visible, at least in part, as far as known.
        case visible
        /// Outputs draw, but don't show this surface.
        case hidden
        /// No output draws: they are off, or the session is locked.
        case unlit
    }

    /// An action for the caller.
    package enum Decision: Hashable, Sendable {
        /// Probe whether outputs draw, until `outputsDrew` is called or `stopAsking` is returned.
        case askOutputs
        /// The result of the probe is no longer needed.
        case stopAsking
        /// Commit and request another frame callback: compositors may send single ones to hidden surfaces.
        case askAgain
        /// `state` has changed.
        case changed
    }

    /// Maximum time for a frame callback before it counts as withheld.
    package static let patience = Duration.milliseconds(400)
    /// Maximum time for outputs to show the probe; longer, since a slow machine isn't a dark output.
    package static let darkness = Duration.seconds(1)
    /// Maximum time between two frame callbacks for the surface to count as visible again.
    package static let confirmation = Duration.milliseconds(150)

    package private(set) var state = State.visible
    private var isSuspended = false
    private var outputs = 0
    /// Whether it was on an output; only then does being on none mean anything.
    private var wasOnOutput = false
    /// Whether a frame callback ever came; before that the surface is still being set up.
    private var wasSeen = false
    /// Time since which a frame callback is pending; nil if none is.
    private var owedSince: Duration?
    /// Time since which outputs are probed; nil if they aren't.
    private var askedSince: Duration?
    /// Time since which a second frame callback is awaited; nil if none is.
    private var confirmingSince: Duration?

    package init() {}

    // MARK: Events

    /// Handles the compositor's *suspended* state.
    package mutating func suspended(_ isSuspended: Bool, at now: Duration) -> [Decision] {
        self.isSuspended = isSuspended
        return turn(at: now)
    }

    /// Handles a change of the number of outputs that the surface is on.
    package mutating func on(outputs count: Int, at now: Duration) -> [Decision] {
        outputs = count
        if count > 0 { wasOnOutput = true }
        return turn(at: now)
    }

    /// Handles a commit with a request for a frame callback.
    package mutating func asked(at now: Duration) { owedSince = owedSince ?? now }

    /// Handles a frame callback.
    package mutating func answered(at now: Duration) -> [Decision] {
        wasSeen = true
        owedSince = nil
        guard state == .hidden, !seemsHidden(at: now) else { return turn(at: now) }
        if let since = confirmingSince, now - since <= Self.confirmation {
            return become(.visible)
        }
        confirmingSince = now
        return [.askAgain]
    }

    /// Handles the result of `askOutputs`: an output has drawn the probe.
    package mutating func outputsDrew(at now: Duration) -> [Decision] {
        guard askedSince != nil else { return [] }
        askedSince = nil
        switch state {
        case .visible: return seemsHidden(at: now) ? become(.hidden) : []
        case .hidden: return []
        case .unlit:
            // A hidden surface gets the full time to show itself first.
            if owedSince != nil { owedSince = now }
            return become(.visible) + turn(at: now)
        }
    }

    /// Handles the passage of time.
    package mutating func turn(at now: Duration) -> [Decision] {
        let seemsHidden = seemsHidden(at: now)
        switch state {
        case .visible:
            guard seemsHidden else {
                guard askedSince != nil else { return [] }
                askedSince = nil
                return [.stopAsking]
            }
            guard let since = askedSince else {
                askedSince = now
                return [.askOutputs]
            }
            return now - since >= Self.darkness ? become(.unlit) : []
        case .hidden:
            // Reported to be back, and no callback is pending that would confirm it.
            return seemsHidden || owedSince != nil || confirmingSince != nil ? [] : become(.visible)
        case .unlit: return []
        }
    }

    private mutating func become(_ state: State) -> [Decision] {
        guard state != self.state else { return [] }
        self.state = state
        confirmingSince = nil
        return [.changed]
    }

    private func seemsHidden(at now: Duration, after patience: Duration = Self.patience) -> Bool {
        guard wasSeen else { return false }
        return isSuspended || (wasOnOutput && outputs == 0) || owedSince.map { now - $0 >= patience } ?? false
    }

    /// Whether the surface isn't shown, without a probe of the outputs. A frame callback may take longer here, since no
    /// probe corrects the result.
    package func isUnseen(at now: Duration) -> Bool { state != .visible || seemsHidden(at: now, after: Self.darkness) }

    /// Whether outputs are being probed.
    package var isAsking: Bool { askedSince != nil }

    /// Time at which `turn` is due; nil if it isn't.
    package var wakeTime: Duration? {
        guard state == .visible, wasSeen else { return nil }
        if let askedSince { return askedSince + Self.darkness }
        return owedSince.map { $0 + Self.patience }
    }
}
