package import OrielGeometry
package import OrielPictureInPicture

/// What a player really shows, and what it allows; told at registration and at each change that is news.
package struct PlayerReport: Hashable, Sendable {
    /// What of the slot a player uses. Taken at registration only; later the session's own requests say it.
    package enum SlotUse: String, Hashable, Sendable, CaseIterable {
        case none
        /// A start was granted and nothing is presented yet.
        case starting
        case active
        /// Active, paused and hidden while a call has the slot.
        case suspended
        /// Active, with a restore under way or *willStop* delivered.
        case leaving
    }

    /// Its window, as it stands or as it would come back.
    package var mode: WindowMode
    package var slot: SlotUse
    /// Where its Picture-in-Picture surface was asked to be; nil outside it.
    package var placement: Placement?
    /// A restore can bring its window back, so it can be swapped out.
    package var canRestore: Bool
    /// It may go into Picture in Picture: supported, with a frame to show, in an unlocked session.
    package var canFloat: Bool
    /// Its window has the keyboard.
    package var isFocused: Bool
    /// The host time at which its window last got the keyboard, whether it still has it; nil where it never did.
    package var focusTime: Duration?
    /// It plays, has sound, and its user has not muted it.
    package var isAudible: Bool
    /// A call, which suspends a video that holds the slot.
    package var isCall: Bool
    /// The library owns its window, so that a swap inside one process may exchange the pictures in place.
    package var ownsWindow: Bool

    package init(
        mode: WindowMode = .window(nil), slot: SlotUse = .none, placement: Placement? = nil, canRestore: Bool = true,
        canFloat: Bool = true, isFocused: Bool = false, focusTime: Duration? = nil, isAudible: Bool = false,
        isCall: Bool = false, ownsWindow: Bool = true
    ) {
        self.mode = mode
        self.slot = slot
        self.placement = placement
        self.canRestore = canRestore
        self.canFloat = canFloat
        self.isFocused = isFocused
        self.focusTime = focusTime
        self.isAudible = isAudible
        self.isCall = isCall
        self.ownsWindow = ownsWindow
    }

    /// What a player says of itself: what its session shows, with what only its driver knows. The one place where a report
    /// comes from, in programs as in their tests and the model.
    /// - Parameters:
    ///   - session: nil where no controller drives the player, which then can neither float nor come back.
    ///   - window: the window's mode where there is no session to tell it.
    package init(
        _ session: PictureInPictureSession.Report?, window: WindowMode = .window(nil), placement: Placement? = nil,
        isFocused: Bool = false, focusTime: Duration? = nil, isAudible: Bool = false, ownsWindow: Bool = true
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
            canFloat: session?.isReady ?? false, isFocused: isFocused, focusTime: focusTime,
            isAudible: isAudible, isCall: session?.isCall ?? false, ownsWindow: ownsWindow)
    }

    /// Whether the broker must hear of it after an earlier one: how the slot's use changes it hears from the requests.
    package func isNews(after earlier: PlayerReport) -> Bool {
        var told = earlier
        told.slot = slot
        return self != told
    }

    /// Whether it is on its way into the slot or out of it.
    package var isMoving: Bool { slot == .starting || slot == .leaving }

    /// Whether its window is full screen.
    package var isFullScreen: Bool {
        if case .fullScreen = mode { true } else { false }
    }
}

extension PlayerReport.SlotUse: WireValue {}

extension PlayerReport: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(mode)
        writer.write(slot)
        writer.write(placement)
        for flag in [canRestore, canFloat, isFocused, isCall, ownsWindow] { writer.write(flag) }
        guard writer.version >= ProtocolVersions.extensible else { return }
        writer.write(focusTime != nil)
        if let focusTime { writer.write(focusTime) }
        writer.write(isAudible)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            mode: try reader.value(), slot: try reader.value(), placement: try reader.optional(),
            canRestore: try reader.bool(), canFloat: try reader.bool(), isFocused: try reader.bool(),
            isCall: try reader.bool(), ownsWindow: try reader.bool())
        // The last fields of its messages, and unknown to version 2.
        guard reader.version >= ProtocolVersions.extensible, !reader.isAtEnd else { return }
        focusTime = try reader.bool() ? try reader.duration() : nil
        guard !reader.isAtEnd else { return }
        isAudible = try reader.bool()
    }
}

/// What a player says of itself when it registers.
package struct PlayerRegistration: Hashable, Sendable {
    /// The name it wishes; the broker makes it unique.
    package var identifier: PlayerIdentifier
    package var report: PlayerReport

    package init(identifier: PlayerIdentifier, report: PlayerReport = PlayerReport()) {
        self.identifier = identifier
        self.report = report
    }
}

extension PlayerRegistration: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(identifier)
        writer.write(report)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(identifier: try reader.value(), report: try reader.value())
    }
}
