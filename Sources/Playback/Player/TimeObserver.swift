/// Observers of media times, with AVPlayer's names.
extension Player {
    /// Observer of media times, for `removeTimeObserver(_:)`.
    public struct TimeObserver: Sendable {
        fileprivate let task: Task<Void, Never>

        @MainActor
        fileprivate init(_ times: AsyncStream<Duration>, _ block: @escaping @MainActor @Sendable (Duration) -> Void) {
            task = Task { for await time in times where !Task.isCancelled { block(time) } }
        }
    }

    /// The queue on which observers are called.
    public enum ObserverQueue: Hashable, Sendable {
        /// The main actor's.
        case main
    }

    /// Calls a closure with the times of `periodicTimes(every:)`, with AVPlayer's name.
    /// - Parameters:
    ///   - interval: of media time; at least 10 ms.
    ///   - queue: the closure is called on the main actor in either case.
    ///   - block: called with the media time, until the observer is removed or the player ends.
    public func addPeriodicTimeObserver(
        forInterval interval: Duration, queue: ObserverQueue? = nil,
        using block: @escaping @MainActor @Sendable (Duration) -> Void
    ) -> TimeObserver { TimeObserver(periodicTimes(every: interval), block) }

    /// Calls a closure at each of the times of `boundaryTimes(_:)`, with AVPlayer's name.
    /// - Parameters:
    ///   - times: media times.
    ///   - queue: the closure is called on the main actor in either case.
    ///   - block: called until the observer is removed or the player ends.
    public func addBoundaryTimeObserver(
        forTimes times: [Duration], queue: ObserverQueue? = nil, using block: @escaping @MainActor @Sendable () -> Void
    ) -> TimeObserver { TimeObserver(boundaryTimes(times)) { _ in block() } }

    /// Ends an observer.
    public func removeTimeObserver(_ observer: TimeObserver) { observer.task.cancel() }
}
