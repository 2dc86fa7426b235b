import OrielTransport

/// A transport with its source and a manual clock. Effects are performed at once.
struct TransportRig: Hashable {
    var transport: Transport
    var source: ModelSource
    var now = Duration.seconds(1000)
    var told: [Transport.Change] = []
    /// Media times of the frames that became the current one.
    var shown: [Duration] = []
    var taken = 0

    init(_ source: ModelSource = ModelSource(), isPaused: Bool = false) {
        self.source = source
        transport = Transport(isPaused: isPaused)
    }

    /// Creates a rig whose source has a change, and plays it for a time, seen.
    init(isPaused: Bool = false, playing time: Duration? = nil, _ change: (inout ModelSource) -> Void) {
        self.init(ModelSource(change), isPaused: isPaused)
        if let time { pass(time, seen: true) }
    }

    var position: Duration { transport.position(source: source.state, at: now) }
    var wakeTime: Duration? { transport.wakeTime(source: source.state) }

    mutating func send(_ event: Transport.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in transport.handle(events.removeFirst(), source: source.state, at: now) {
                switch effect {
                case .take(let count):
                    shown.append(source.state.waiting[count - 1].time)
                    taken += count
                    source.take(count)
                case .drop: source.take(1)
                case .seek(_, .live): events.append(.seekAnswered(generation: source.seekToLiveEdge()))
                case .seek(let time, let kind):
                    events.append(
                        .seekAnswered(generation: source.seek(to: time, hasPreview: kind == .rejoin)))
                case .wakeWhenBuffered(let time): source.wakeTime = time
                case .tell(let change): told.append(change)
                case .advance(let late):
                    source.advance()
                    events.append(.advanced(late: late))
                }
            }
        }
    }

    /// Lets the source do one step and report it.
    mutating func work() {
        if source.work() { send(.news) }
    }

    /// Lets the source do all that it can.
    mutating func workOut() {
        while source.work() { send(.news) }
    }

    mutating func fail() {
        source.fail()
        send(.news)
    }

    mutating func breakOff() {
        source.breakOff()
        send(.news)
    }

    /// Sets the time up to which the medium is read.
    mutating func read(until time: Duration) {
        source.bufferedUntil = time
        guard let wanted = source.wakeTime, wanted <= time else { return }
        source.wakeTime = nil
        send(.news)
    }

    /// Simulates a surface that draws for the next refresh.
    mutating func refresh(every interval: Duration = .milliseconds(20)) {
        send(.refresh(presentation: now + interval, interval: interval))
    }

    /// Advances time; wake-ups are served when due, and the source works.
    mutating func pass(_ time: Duration, seen: Bool = false, works: Bool = true) {
        let end = now + time
        let interval = Duration.milliseconds(20)
        while now < end {
            if works { workOut() }
            if seen { refresh(every: interval) }
            let step = min(end, now + (seen ? interval : time))
            if let wake = wakeTime, wake <= step {
                now = max(now, wake)
                send(.wake)
            } else {
                now = step
            }
        }
        if works { workOut() }
    }

    /// Returns the number of wake-ups within `time`.
    mutating func wakes(within time: Duration) -> Int {
        let end = now + time
        var count = 0
        while let wake = wakeTime, wake <= end, count < 10_000 {
            now = max(now, wake)
            send(.wake)
            workOut()
            count += 1
        }
        now = end
        return count
    }
}
