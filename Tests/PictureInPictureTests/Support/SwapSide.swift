import OrielGeometry
import OrielPictureInPicture

/// Placement of B's overlay.
let slot = Placement(
    corner: .bottomRight, margins: EdgeInsets(top: 0, right: 20, bottom: 20, left: 0),
    size: Size(width: 320, height: 180))

let transaction = TransactionIdentifier(generation: 1, number: 1)

/// A's progress at the time of an event.
enum DepartureMoment: Int, CaseIterable, CustomStringConvertible, Comparable {
    case preparing, prepared, bound, showing, shown, settled

    var description: String { ["preparing", "prepared", "bound", "showing", "shown", "settled"][rawValue] }
    var isBound: Bool { self >= .bound }

    static func < (left: DepartureMoment, right: DepartureMoment) -> Bool { left.rawValue < right.rawValue }
}

/// B's progress at the time of an event.
enum ArrivalMoment: Int, CaseIterable, CustomStringConvertible, Comparable {
    case restoring, restored, stopping, showing, shown, settled

    var description: String { ["restoring", "restored", "stopping", "showing", "shown", "settled"][rawValue] }
    var goesForward: Bool { self >= .stopping }

    static func < (left: ArrivalMoment, right: ArrivalMoment) -> Bool { left.rawValue < right.rawValue }
}

extension SessionRig {
    func command(_ command: SwapCommand) { act(.broker(.command(command, transaction))) }

    var answers: [SwapAnswer] {
        requests.compactMap { if case .answer(let answer, transaction) = $0 { answer } else { nil } }
    }

    /// Returns a full-screen player that the test, as broker, has brought to this point of a swap between two
    /// processes.
    static func departing(_ moment: DepartureMoment) -> SessionRig {
        let rig = SessionRig()
        rig.act(.windowMode(.fullScreen(output: "X")))
        rig.preparesOverlay = moment > .preparing
        rig.presentsOverlay = moment > .showing
        rig.command(.prepare(SwapCommand.Preparation(style: .handoff, slot: slot, peer: "B")))
        for (stage, command) in [
            (DepartureMoment.bound, SwapCommand.bind), (.showing, .show), (.settled, .settle),
        ] where moment >= stage { rig.command(command) }
        return rig
    }

    /// Returns a player in Picture in Picture that the test has brought to this point of leaving it.
    static func arriving(_ moment: ArrivalMoment) -> SessionRig {
        let rig = SessionRig.active()
        rig.restoreAnswer = moment > .restoring ? true : nil
        rig.presentsWindow = moment > .showing
        rig.command(
            .restore(SwapCommand.Restoration(style: .handoff, mode: .fullScreen(output: "X"), peer: "A")))
        for (stage, command) in [
            (ArrivalMoment.stopping, SwapCommand.stop), (.showing, .show), (.settled, .settle),
        ] where moment >= stage { rig.command(command) }
        return rig
    }

    /// Continues as broker from any moment; obsolete commands are ignored.
    func finishDeparture() {
        presentsOverlay = true
        act(.surface(.overlayPresented(generation: overlay)))
        for command in [SwapCommand.bind, .show, .settle, .finish] { self.command(command) }
    }

    func finishArrival() {
        presentsWindow = true
        act(.surface(.windowPresented(generation: window)))
        for command in [SwapCommand.stop, .show, .settle, .finish] { self.command(command) }
    }
}
