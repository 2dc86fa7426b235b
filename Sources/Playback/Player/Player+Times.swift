import OrielPlatform
import OrielMedia
import OrielTransport

/// Media times as sequences, for a label, a bar or a program. They don't keep the player, and end when it is closed
/// with its view or released. A paused player wakes for none of them.
extension Player {
    /// Shortest interval of `periodicTimes(every:)`.
    private static let shortestInterval = Duration.milliseconds(10)
    /// Shortest time between two looks at the position, if the clock waits for the source.
    private static let patience = Duration.milliseconds(10)

    /// Returns the present media time and then the time at each multiple of an interval, during playback, and whenever
    /// playback begins or stops or the position jumps: `AVPlayer.addPeriodicTimeObserver`. A slow reader gets only the
    /// latest time.
    /// - Parameter interval: of media time; at least 10 ms.
    public func periodicTimes(every interval: Duration) -> AsyncStream<Duration> {
        let (stream, continuation) = AsyncStream.makeStream(of: Duration.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(position)
        add(.every(max(interval.onClocks, Self.shortestInterval)), continuation)
        return stream
    }

    /// Returns each of these media times when playback passes it, not when a seek skips it:
    /// `AVPlayer.addBoundaryTimeObserver`. Playback from the beginning passes zero. The times apply to each item. A
    /// reader that falls more than 256 times behind loses the oldest.
    /// - Parameter times: in any order; negative ones are never passed.
    public func boundaryTimes(_ times: [Duration]) -> AsyncStream<Duration> {
        let (stream, continuation) = AsyncStream.makeStream(of: Duration.self, bufferingPolicy: .bufferingNewest(256))
        add(.passing(Set(times.lazy.map(\.onClocks).filter { $0 >= .zero }).sorted()), continuation)
        return stream
    }

    private func add(_ wish: TimeReaders.Wish, _ continuation: AsyncStream<Duration>.Continuation) {
        guard !face.isClosed else { return continuation.finish() }
        let number = face.times.add(wish, continuation, at: position)
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in
                self?.face.times.remove(number)
                self?.setTimesTimer()
            }
        }
        setTimesTimer()
    }

    /// Follows the clock after an event. Costs nothing without a reader.
    func followTimes() {
        guard !face.times.isEmpty, course != face.times.course else { return }
        setTimesTimer()
    }

    /// Tells the readers of a jump of the position, a beginning or a stop.
    func timesJump(_ change: Change) {
        guard !face.times.isEmpty else { return }
        switch change {
        case .looped, .item:
            // The times until the item's end were passed.
            if let next = face.times.next, case .looped = change { face.times.pass(to: max(next, repeatedEnd)) }
            face.times.jump(to: position, last: TimeReaders.before)
        case .paused, .ended, .failed:
            face.times.pass(to: position)
            face.times.jump(to: position, last: nil)
        case .landed: face.times.jump(to: position, last: position > .zero ? position : TimeReaders.before)
        default: return
        }
        setTimesTimer()
    }

    /// End of the part that a loop has played.
    private var repeatedEnd: Duration { transport.repeated?.upperBound ?? source.state.duration ?? .zero }

    /// The clock's course; nil while it stands. Small corrections of it don't count.
    private var course: TimeReaders.Course? {
        guard timeControl == .playing, transport.phase == .playing else { return nil }
        let (speed, now) = (transport.clock.speed, now())
        let origin = transport.clock.mediaTime(at: now) - now * speed
        return TimeReaders.Course(speed: speed, origin: origin.nanoseconds / 10_000_000)
    }

    /// Sets the timer to the next time that a reader waits for.
    private func setTimesTimer(patience: Duration = .zero) {
        face.times.course = course
        var due: Duration?
        if let next = face.times.next, let course = face.times.course {
            due = now() + max(patience, (next - position) / course.speed)
        }
        service?.armTimes(at: due) { [weak self] in self?.passTimes() }
    }

    /// Handles the timer.
    package func passTimes() {
        face.times.pass(to: position)
        setTimesTimer(patience: Self.patience)
    }
}
