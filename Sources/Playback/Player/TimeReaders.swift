import OrielPlatform

/// Readers of a player's media times, and the times that they wait for. Value code but for the streams.
struct TimeReaders: Sendable {
    /// The times that a reader wants.
    enum Wish: Sendable {
        /// One for each multiple of this interval.
        case every(Duration)
        /// Each of these times, ascending, when playback passes it.
        case passing([Duration])
    }

    fileprivate struct Reader: Sendable {
        let wish: Wish
        let continuation: AsyncStream<Duration>.Continuation
        /// Position that was looked at last; below zero at the beginning of an item.
        var last: Duration
        /// Media time that the reader waits for; nil for none.
        var next: Duration?
    }

    /// Position before an item's first frame, so that a boundary at zero is passed.
    static let before = Duration.nanoseconds(-1)
    private var readers: [Int: Reader] = [:]
    private var count = 0
    /// The earliest time that a reader waits for; nil for none.
    private(set) var next: Duration?
    /// Whether the clock runs, its speed and its time at host time zero, as the timer was set for.
    var course: Course?

    /// Course of a clock.
    struct Course: Hashable, Sendable {
        var speed: Double
        /// Media time at host time zero, if the course had been the same since; in milliseconds.
        var origin: Int64
    }

    var isEmpty: Bool { readers.isEmpty }

    /// Adds a reader.
    /// - Returns: the reader's number.
    mutating func add(_ wish: Wish, _ continuation: AsyncStream<Duration>.Continuation, at position: Duration) -> Int {
        count += 1
        var reader = Reader(
            wish: wish, continuation: continuation, last: position > .zero ? position : Self.before)
        reader.wait()
        readers[count] = reader
        renew()
        return count
    }

    mutating func remove(_ number: Int) {
        readers[number] = nil
        renew()
    }

    /// Yields the times that playback has passed.
    mutating func pass(to position: Duration) {
        guard let next, next <= position else { return }
        for number in readers.keys where readers[number]?.next.map({ $0 <= position }) == true {
            readers[number]?.pass(to: position)
        }
        renew()
    }

    /// Notes that the position has changed otherwise than by playback, or that playback was paused or resumed.
    /// - Parameter last: the position before those that are passed from now on; nil if the position hasn't changed.
    mutating func jump(to position: Duration, last: Duration?) {
        for number in readers.keys { readers[number]?.jump(to: position, last: last) }
        renew()
    }

    mutating func finish() {
        for reader in readers.values { reader.continuation.finish() }
        readers = [:]
        renew()
    }

    private mutating func renew() { next = readers.values.compactMap(\.next).min() }
}

extension TimeReaders.Reader {
    fileprivate mutating func pass(to position: Duration) {
        switch wish {
        case .every: continuation.yield(position)
        case .passing(let times): for time in times where time > last && time <= position { continuation.yield(time) }
        }
        last = position
        wait()
    }

    fileprivate mutating func jump(to position: Duration, last: Duration?) {
        switch wish {
        case .every:
            continuation.yield(position)
            self.last = position
        case .passing: self.last = last ?? self.last
        }
        wait()
    }

    fileprivate mutating func wait() {
        switch wish {
        case .every(let interval): next = max(.zero, last).followingMultiple(of: interval)
        case .passing(let times): next = times.first { $0 > last }
        }
    }
}

extension Duration {
    /// The first multiple of a positive interval after this time, which is not negative.
    fileprivate func followingMultiple(of interval: Duration) -> Duration {
        let (time, step) = (nanoseconds, interval.nanoseconds)
        let (sum, hasOverflown) = (time / step * step).addingReportingOverflow(step)
        return Duration.nanoseconds(hasOverflown ? Int64.max : sum)
    }
}
