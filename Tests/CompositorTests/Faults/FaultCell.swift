/// One fault in one swap between two processes: A, which goes from full screen into Picture in Picture, and B, which
/// comes back from there.
struct FaultCell: Hashable, Sendable, CustomStringConvertible {
    /// The process that the fault strikes.
    enum Victim: String, CaseIterable, Sendable { case a = "A", b = "B", host = "third" }
    enum Fault: String, CaseIterable, Sendable {
        case killed
        /// SIGSTOP, and SIGCONT once the others have settled.
        case stopped
    }
    /// The process that hosts the broker.
    enum Place: String, CaseIterable, Sendable { case a = "A", b = "B", third }
    /// As `oriel watch` tells it; the fault strikes when that event is read.
    enum Phase: String, CaseIterable, Sendable {
        case p1 = "P1", p2 = "P2", p3 = "P3", p4a = "P4a", p4b = "P4b", p4c = "P4c", p5 = "P5"
    }

    var victim: Victim
    var fault: Fault
    var phase: Phase
    var place: Place

    /// Victim × fault × place of the broker × phase; a third process is a victim only if it hosts the broker.
    static let all: [FaultCell] = Place.allCases.flatMap { place in
        Victim.allCases.filter { $0 != .host || place == .third }.flatMap { victim in
            Fault.allCases.flatMap { fault in
                Phase.allCases.map { FaultCell(victim: victim, fault: fault, phase: $0, place: place) }
            }
        }
    }

    /// A few that strike every victim, fault, place and phase, in turn.
    static func sample(_ count: Int) -> [FaultCell] {
        guard count < all.count else { return all }
        // A step that has no divisor in common with the number of phases and faults.
        return (0..<count).map { all[$0 * 17 % all.count] }
    }

    var description: String { "\(victim.rawValue) \(fault.rawValue) at \(phase.rawValue), broker in \(place.rawValue)" }
}
