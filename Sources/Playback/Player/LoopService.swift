package import OrielPlatform

/// A player's watches and its timer in the loop that it is attached to.
@MainActor
package struct LoopService {
    package let loop: MainLoop
    private var watches: [EventLoop.Token] = []
    private let timer = LoopTimer()
    /// Timer of the readers of media times.
    private let times = LoopTimer()

    /// Has the process's stops noticed while the player's clock runs.
    private var beat: ProcessStops.Beat?

    package init(_ loop: MainLoop) { self.loop = loop }

    /// Begins or ceases to notice stops of the process.
    package mutating func noticeStops(_ isWanted: Bool) {
        guard isWanted != (beat != nil) else { return }
        beat = isWanted ? ProcessStops.shared.beat() : nil
    }

    /// Adds a watch, which `end` removes.
    package mutating func add(_ watch: EventLoop.Token) { watches.append(watch) }

    /// Sets the timer to a time, in place of its former one; nil for none.
    package func arm(at time: Duration?, _ handler: @escaping @MainActor () -> Void) {
        timer.keep(on: loop, at: time, handler)
    }

    /// Sets the timer of the readers of media times, in place of its former one; nil for none.
    package func armTimes(at time: Duration?, _ handler: @escaping @MainActor () -> Void) {
        times.keep(on: loop, at: time, handler)
    }

    /// Removes the watches and the timers.
    package mutating func end() {
        for watch in watches { loop.remove(watch) }
        for timer in [timer, times] { timer.cancel() }
        (watches, beat) = ([], nil)
    }
}
