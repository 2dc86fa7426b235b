package import OrielGeometry
package import OrielPictureInPicture

/// A player's state for the broker; sent at registration and after relevant changes.
package struct PlayerReport: Hashable, Sendable {
    /// A player's use of the slot. Read at registration only; later the session's requests change it.
    package enum SlotUse: String, Hashable, Sendable, CaseIterable {
        case none
        /// A start was granted; nothing is presented yet.
        case starting
        case active
        /// Active, but paused and hidden while a call uses the slot.
        case suspended
        /// Active, with a restore under way or *willStop* delivered.
        case leaving
    }

    /// Mode of the window, or the mode it would be restored in.
    package var mode: WindowMode
    package var slot: SlotUse
    /// Requested placement of the Picture-in-Picture surface; nil outside Picture in Picture.
    package var placement: Placement?
    /// Whether a restore can bring its window back, so that it can be swapped out.
    package var canRestore: Bool
    /// Whether it may enter Picture in Picture: supported, with a frame to show, in an unlocked session.
    package var canFloat: Bool
    /// Host time at which its window last got keyboard focus, even if lost since; nil if it never had it.
    package var focusTime: Duration?
    /// Whether it plays sound and its user has not muted it.
    package var isAudible: Bool
    /// Whether it is a call, which suspends a video that holds the slot.
    package var isCall: Bool
    /// Whether the library owns its window, so that a swap within the process may exchange both in place.
    package var ownsWindow: Bool

    package init(
        mode: WindowMode = .window(nil), slot: SlotUse = .none, placement: Placement? = nil, canRestore: Bool = true,
        canFloat: Bool = true, focusTime: Duration? = nil, isAudible: Bool = false,
        isCall: Bool = false, ownsWindow: Bool = true
    ) {
        self.mode = mode
        self.slot = slot
        self.placement = placement
        self.canRestore = canRestore
        self.canFloat = canFloat
        self.focusTime = focusTime
        self.isAudible = isAudible
        self.isCall = isCall
        self.ownsWindow = ownsWindow
    }

    /// Creates a player's report from its session's report and facts that only its driver knows. The only source of
    /// reports in programs, tests and the model.
    /// - Parameters:
    ///   - session: nil if no controller drives the player, which then can neither enter nor leave Picture in Picture.
    ///   - window: mode of the window, used if there is no session.
    package init(
        _ session: PictureInPictureSession.Report?, window: WindowMode = .window(nil), placement: Placement? = nil,
        focusTime: Duration? = nil, isAudible: Bool = false, ownsWindow: Bool = true
    ) {
        let slot: SlotUse =
            switch session?.state ?? .idle {
            case .idle, .requesting: .none
            case .starting: .starting
            case .active: session?.isSuspended == true ? .suspended : .active
            case .restoring, .stopping: .leaving
            }
        self.init(
            mode: session?.mode ?? window, slot: slot, placement: placement, canRestore: session?.canRestore ?? false,
            canFloat: session?.isReady ?? false, focusTime: focusTime,
            isAudible: isAudible, isCall: session?.isCall ?? false, ownsWindow: ownsWindow)
    }

    /// Whether it must be sent to the broker after an earlier one. Changes of the slot's use don't count: requests
    /// report those.
    package func isNews(after earlier: PlayerReport) -> Bool {
        var told = earlier
        told.slot = slot
        return self != told
    }

    /// Whether the player is entering or leaving the slot.
    package var isMoving: Bool { slot == .starting || slot == .leaving }

    /// Whether its window is full screen.
    package var isFullScreen: Bool {
        if case .fullScreen = mode { true } else { false }
    }
}

extension PlayerReport.SlotUse: WireValue {}

extension PlayerReport: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(
            mode, slot, placement, canRestore, canFloat, focusTime, isAudible, isCall, ownsWindow)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            mode: try reader.value(), slot: try reader.value(), placement: try reader.value(),
            canRestore: try reader.value(), canFloat: try reader.value(), focusTime: try reader.value(),
            isAudible: try reader.value(), isCall: try reader.value(), ownsWindow: try reader.value())
    }
}

/// A player's data for its registration.
package struct PlayerRegistration: Hashable, Sendable {
    /// Wished name; the broker makes it unique.
    package var identifier: PlayerIdentifier
    package var report: PlayerReport

    package init(identifier: PlayerIdentifier, report: PlayerReport = PlayerReport()) {
        self.identifier = identifier
        self.report = report
    }
}

extension PlayerRegistration: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(identifier, report)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(identifier: try reader.value(), report: try reader.value())
    }
}
