import OrielPlatform

/// Exchanges the pictures of two surfaces of this process within one refresh.
///
/// Both commits must reach the compositor between the same two compositions, or one picture is shown twice and the
/// other not at all. EGL commits and flushes each surface by itself, and the compositor may compose between the two
/// flushes. So both pictures are first drawn into shared memory, which may take longer than a refresh; then both
/// commits are made and leave in one flush.
@MainActor
final class PictureExchange {
    private let large: PictureSurface
    private let small: PictureSurface
    private let committed: () -> Void
    private var isDrawn = false
    private var deadline: Duration?

    /// How long to wait for the frame callback of a surface that may be covered.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter committed: called once both commits are made, or once one of the surfaces is finished.
    init(_ large: PictureSurface, _ small: PictureSurface, committed: @escaping () -> Void) {
        self.large = large
        self.small = small
        self.committed = committed
    }

    /// Whether the exchange draws for a surface, which then must not draw by itself.
    func concerns(_ surface: PictureSurface) -> Bool { surface === large || surface === small }

    /// Host time of the next `turn` if no event comes before; nil before the pictures are drawn.
    var wakeTime: Duration? { deadline }

    /// Draws once, then commits both surfaces when both have had their frame callbacks or after 100 ms. Returns true
    /// once the exchange is over.
    func turn(at now: Duration) -> Bool {
        guard !large.isFinished, !small.isFinished else {
            committed()
            return true
        }
        if !isDrawn { draw(at: now) }
        let isReady = !large.pacing.awaitsFrameCallback && !small.pacing.awaitsFrameCallback
        guard isReady || deadline.map({ $0 <= now }) == true else { return false }
        large.commitPrepared()
        small.commitPrepared()
        committed()
        return true
    }

    private func draw(at now: Duration) {
        let player = large.player
        large.player = small.player
        small.player = player
        for surface in [large, small] { surface.prepareForExchange(at: now) }
        isDrawn = true
        deadline = MonotonicClock.now + Self.patience
    }
}
