import OrielPlatform

/// Connects to a message bus a moment after the start, and again after the bus has ended: a second later, then after
/// pauses that are twice as long each time, up to a minute. Main actor only.
@MainActor
final class BusRenewal {
    private let loop: MainLoop
    private let connect: @MainActor () -> Void
    private let timer = LoopTimer()
    private var pause = BusRenewal.shortest
    /// Whether a bus was there before. Without one at the start, it isn't tried again.
    private var wasThere = false

    /// Pause before the first connection, so that the first picture doesn't wait for it.
    static let start = Duration.milliseconds(400)

    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(60)

    /// - Parameter connect: makes the connection, and releases the former one; called from the loop.
    init(_ loop: MainLoop, _ connect: @escaping @MainActor () -> Void) { (self.loop, self.connect) = (loop, connect) }

    func begin() { timer.set(on: loop, after: Self.start, connect) }

    /// Notes that the bus has answered.
    func succeeded() {
        pause = Self.shortest
        wasThere = true
    }

    /// Connects after the pause: the bus has ended.
    func ended() {
        wasThere = true
        timer.set(on: loop, after: pause, connect)
        pause = min(pause * 2, Self.longest)
    }

    /// Connects after the pause, if the bus was there before: it could not be reached.
    func failed() { if wasThere { ended() } }

    func cancel() { timer.cancel() }
}
