/// Whether a surface can be seen, judged by what the compositor says of it and by what it leaves unanswered. Pure: host
/// times and answers go in, what to do comes out.
///
/// Compositors tell it in three ways, each of them some: a toplevel is *suspended* (`xdg_toplevel`, version 6), a surface
/// leaves its last output (`wl_surface.leave`), or its frame callbacks cease (`wl_surface.frame`). The last two are said of
/// a surface on a dark output too, so a surface that is certainly in front is asked then whether any output draws.
package struct SurfaceVisibility: Hashable, Sendable {
    /// What is believed.
    package enum State: Hashable, Sendable {
        /// Something of it can be seen, as far as anyone says.
        case visible
        /// Outputs draw, and not this.
        case hidden
        /// No output draws: they are off, or the session is locked.
        case unlit
    }

    /// What is to be done.
    package enum Decision: Hashable, Sendable {
        /// Find out whether outputs draw at all, until `outputsDrew` tells, or `stopAsking` comes.
        case askOutputs
        /// Nobody needs to know that any more.
        case stopAsking
        /// Commit, and ask for one more frame callback: a single one may be a compositor's way to keep what is hidden alive.
        case askAgain
        /// `state` is another one.
        case changed
    }

    /// How long a frame callback may take before it counts as withheld.
    package static let patience = Duration.milliseconds(400)
    /// How long outputs that draw may take to show it: longer, since a machine that is merely slow is no dark one.
    package static let darkness = Duration.seconds(1)
    /// How fast a second frame callback follows the first, where something is seen again.
    package static let confirmation = Duration.milliseconds(150)

    package private(set) var state = State.visible
    private var isSuspended = false
    private var outputs = 0
    /// It was on an output, so that being on none says something.
    private var wasOnOutput = false
    /// It was answered once: before that it is only being set up.
    private var wasSeen = false
    /// Since when a frame callback is owed.
    private var owedSince: Duration?
    /// Since when outputs are asked.
    private var askedSince: Duration?
    /// Since when a second frame callback is awaited.
    private var confirmingSince: Duration?

    package init() {}

    // MARK: What happens

    /// The compositor said whether it is suspended.
    package mutating func suspended(_ isSuspended: Bool, at now: Duration) -> [Decision] {
        self.isSuspended = isSuspended
        return turn(at: now)
    }

    /// It is on that many outputs.
    package mutating func on(outputs count: Int, at now: Duration) -> [Decision] {
        outputs = count
        if count > 0 { wasOnOutput = true }
        return turn(at: now)
    }

    /// It was committed with a request for a frame callback.
    package mutating func asked(at now: Duration) { owedSince = owedSince ?? now }

    /// The frame callback came.
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

    /// What `askOutputs` asked for: an output showed something.
    package mutating func outputsDrew(at now: Duration) -> [Decision] {
        guard askedSince != nil else { return [] }
        askedSince = nil
        switch state {
        case .visible: return seemsHidden(at: now) ? become(.hidden) : []
        case .hidden: return []
        case .unlit:
            // What is hidden then has as long as ever to show itself first.
            if owedSince != nil { owedSince = now }
            return become(.visible) + turn(at: now)
        }
    }

    /// Time has passed.
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
            // Said to be back, and nothing is owed that would tell.
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

    /// Whether nothing of it is shown, without asking whether outputs draw at all. A frame callback may take longer here than where
    /// outputs are asked next: no second look follows.
    package func isUnseen(at now: Duration) -> Bool { state != .visible || seemsHidden(at: now, after: Self.darkness) }

    /// Outputs are being asked.
    package var isAsking: Bool { askedSince != nil }

    /// When `turn` is due by itself.
    package var wakeTime: Duration? {
        guard state == .visible, wasSeen else { return nil }
        if let askedSince { return askedSince + Self.darkness }
        return owedSince.map { $0 + Self.patience }
    }
}
