/// Holds back further decoding until the frame of a seek is drawn. Decoding the following frames and audio meanwhile,
/// for which there is time later, would delay that frame where cores are few. Value code.
package struct DrawingHold: Sendable {
    /// Longest hold, in case the frame is never drawn.
    package static let limit = Duration.milliseconds(30)

    /// Whether the renderer reports drawn frames; without reports, nothing is held.
    private var isTold = false
    /// Run whose first frame is awaited; nil if nothing is held.
    private var run: Int?
    private var generation = 0
    private var time = Duration.zero

    package init() {}

    /// Whether the hold is for this run.
    package func isOn(for run: Int) -> Bool { self.run == run }

    /// Begins a hold for the first frame of a run, which will be drawn next.
    package mutating func begin(run: Int, generation: Int, time: Duration) {
        guard isTold else { return }
        self.run = run
        self.generation = generation
        self.time = time
    }

    /// Notes that a frame was drawn.
    /// - Returns: true if it ends the hold. Older frames and previews don't.
    package mutating func noteDrawn(generation: Int, time: Duration) -> Bool {
        isTold = true
        guard run != nil, (generation, time) >= (self.generation, self.time) else { return false }
        end()
        return true
    }

    package mutating func end() { run = nil }
}
