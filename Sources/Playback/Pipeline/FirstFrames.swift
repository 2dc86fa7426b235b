/// Times of the first frames: that of the newest run that has one, at which its audio begins, and the medium's. Value
/// code.
package struct FirstFrames: Sendable {
    private var run = -1
    private var time = Duration.zero
    /// Time of the medium's first frame; nil until it is known.
    package private(set) var ofMedium: Duration?
    /// Hold of further decoding until the frame of a seek is drawn.
    package var hold = DrawingHold()

    package init() {}

    /// The time of a run's first frame; nil while it has none, or if a newer run has one.
    package func time(of run: Int) -> Duration? { self.run == run ? time : nil }

    /// Notes a run's first frame.
    /// - Parameter isFromStart: whether it is the medium's first frame too.
    package mutating func note(_ time: Duration, of run: Int, isFromStart: Bool) {
        self.run = run
        self.time = time
        if isFromStart, ofMedium == nil { ofMedium = time }
    }
}
