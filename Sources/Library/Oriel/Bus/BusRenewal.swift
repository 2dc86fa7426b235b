import OrielPlatform

/// The pauses before a message bus that has ended is tried again: one second, then twice as long each time, up to a
/// minute. Main actor only.
@MainActor
struct BusRenewal {
    private let loop: MainLoop
    private let timer = LoopTimer()
    private var pause = BusRenewal.shortest
    /// Whether a bus was there before. Without one at the start, it isn't tried again.
    private var wasThere = false

    /// Pause before the first connection, so that the first picture doesn't wait for it.
    static let start = Duration.milliseconds(400)

    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(60)

    init(_ loop: MainLoop) { self.loop = loop }

    /// Notes that the bus has answered.
    mutating func succeeded() {
        pause = Self.shortest
        wasThere = true
    }

    /// Calls `body` after the pause: the bus has ended.
    mutating func schedule(_ body: @escaping @MainActor () -> Void) {
        wasThere = true
        timer.set(on: loop, after: pause, body)
        pause = min(pause * 2, Self.longest)
    }

    /// Calls `body` after the pause, if the bus was there before: it could not be reached.
    mutating func retry(_ body: @escaping @MainActor () -> Void) { if wasThere { schedule(body) } }

    func cancel() { timer.cancel() }
}
