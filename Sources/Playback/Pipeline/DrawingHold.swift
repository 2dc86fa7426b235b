/// What waits until the picture that a seek was for is drawn. What is decoded beside that (the pictures and the sound that follow, for
/// which there is time) makes it come later where cores are few.
package struct DrawingHold: Sendable {
    /// Nothing waits for longer, should nobody draw it.
    package static let limit = Duration.milliseconds(30)

    /// Whoever draws the pictures tells of it: nothing waits for one who doesn't.
    private var isTold = false
    /// Whose first picture it is; none for which nothing waits.
    private var run: Int?
    private var generation = 0
    private var time = Duration.zero

    package init() {}

    package func isOn(for run: Int) -> Bool { self.run == run }

    /// The first picture of a run is there, and will be drawn next.
    package mutating func begin(run: Int, generation: Int, time: Duration) {
        guard isTold else { return }
        self.run = run
        self.generation = generation
        self.time = time
    }

    /// A frame was drawn.
    /// - Returns: whether that was waited for. A frame of before, or of the way there, isn't.
    package mutating func noteDrawn(generation: Int, time: Duration) -> Bool {
        isTold = true
        guard run != nil, (generation, time) >= (self.generation, self.time) else { return false }
        end()
        return true
    }

    package mutating func end() { run = nil }
}
