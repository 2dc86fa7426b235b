/// Decides when windows and overlays return on a new connection: their outputs come one by one.
struct OutputWait: Hashable, Sendable {
    /// Names of the outputs that something was shown on.
    let wanted: Set<String>
    /// Host time after which any output will do.
    let deadline: Duration

    static let patience = Duration.seconds(1)

    init(for wanted: Set<String>, from now: Duration) {
        self.wanted = wanted
        deadline = now + Self.patience
    }

    /// Whether to show everything now.
    func isOver(outputs: [String], at now: Duration) -> Bool {
        !outputs.isEmpty && (wanted.isSubset(of: outputs) || now >= deadline)
    }
}
