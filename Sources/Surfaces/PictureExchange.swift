import OrielPlatform

/// Two surfaces of this process that exchange their pictures within one refresh.
///
/// Both commits must fall between the same two compositions, or one picture is shown twice and the other nowhere. EGL
/// commits and flushes each surface by itself, and whatever comes between the two flushes may let the compositor in. So
/// both pictures are drawn into shared memory first, which may take longer than a refresh; then both commits are made and
/// go out in one flush.
@MainActor
final class PictureExchange {
    private let large: PictureSurface
    private let small: PictureSurface
    private let committed: () -> Void
    private var isDrawn = false
    private var deadline: Duration?

    /// How long to wait for the frame callback of a surface that may be covered.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter committed: called once both commits are made.
    init(_ large: PictureSurface, _ small: PictureSurface, committed: @escaping () -> Void) {
        self.large = large
        self.small = small
        self.committed = committed
    }

    /// Whether a surface is not to draw by itself now.
    func concerns(_ surface: PictureSurface) -> Bool { surface === large || surface === small }

    /// When to look again if nothing happens.
    var wakeTime: Duration? { deadline }

    /// Does what can be done now. True once it is over.
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
