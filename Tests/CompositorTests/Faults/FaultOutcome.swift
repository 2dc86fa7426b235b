import OrielRemoteControl

/// Observed outcome of one fault.
struct FaultOutcome {
    var cell: FaultCell
    /// The last phase that was heard of.
    var lastPhase = "none"
    /// Settled modes of the survivors, while the victim is dead or stopped.
    var survivors: [String: PlayerStatus.Mode] = [:]
    /// Modes of both players after the victim goes on.
    var woken: [String: PlayerStatus.Mode]?
    /// From when on both pictures were shown to when the survivors' were still to be: host time.
    var time: Range<Duration> = .zero..<(.zero)
    /// Compositions of that time without a survivor's picture, and all.
    var lost = 0
    var compositions = 0

    private func text(_ modes: [String: PlayerStatus.Mode]) -> String {
        modes.isEmpty
            ? "–"
            : modes.sorted { $0.key < $1.key }.map { "\($0.key.uppercased()) \($0.value)" }.joined(separator: ", ")
    }

    /// A row of docs/proof/handoff.md's table.
    var row: String {
        "| \(cell.place.rawValue) | \(cell.victim.rawValue) \(cell.fault.rawValue) | \(cell.phase.rawValue) | \(lastPhase) | "
            + "\(text(survivors)) | \(woken.map(text) ?? "–") | \(lost) of \(compositions) |"
    }
}
