package import OrielPlatform

/// A player's watches and its timer in the loop that it is attached to.
@MainActor
package struct LoopService {
    package let loop: MainLoop
    private var watches: [EventLoop.Token] = []
    private var timer: (time: Duration, token: EventLoop.Token)?
    /// Timer of the readers of media times.
    private var times: (time: Duration, token: EventLoop.Token)?

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
    package mutating func arm(at time: Duration?, _ handler: @escaping @MainActor () -> Void) {
        guard timer?.time != time else { return }
        if let timer { loop.remove(timer.token) }
        timer = time.map { ($0, loop.at($0, handler)) }
    }

    /// Forgets the timer, which has fired.
    package mutating func fired() { timer = nil }

    /// Sets the timer of the readers of media times, in place of its former one; nil for none.
    package mutating func armTimes(at time: Duration?, _ handler: @escaping @MainActor () -> Void) {
        guard times?.time != time else { return }
        if let times { loop.remove(times.token) }
        times = time.map { ($0, loop.at($0, handler)) }
    }

    /// Forgets that timer, which has fired.
    package mutating func timesFired() { times = nil }

    /// Removes the watches and the timer.
    package mutating func end() {
        for watch in watches { loop.remove(watch) }
        for timer in [timer, times].compactMap(\.self) { loop.remove(timer.token) }
        (watches, timer, times, beat) = ([], nil, nil, nil)
    }
}
