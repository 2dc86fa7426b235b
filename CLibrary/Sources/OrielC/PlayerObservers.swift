public import COriel
import Oriel

/// A program's observers of one player: a task each, which reads a sequence of the player's.
@MainActor
final class PlayerObservers {
    private var tasks: [UInt64: Task<Void, Never>] = [:]
    private var last: UInt64 = 0

    /// Most observers of a player.
    private static let limit = 4096

    isolated deinit { removeAll() }

    /// Calls a function for each element of a sequence, until the observer is removed or the sequence ends.
    /// - Returns: the observer's number.
    /// - Throws: if there are too many observers.
    func add<Element: Sendable>(
        _ elements: AsyncStream<Element>, _ body: @escaping @MainActor (Element) -> Void
    ) throws(Failure) -> UInt64 {
        guard tasks.count < Self.limit else {
            throw Failure(ORIEL_ERROR_FULL, "a player has at most \(Self.limit) observers")
        }
        last += 1
        let number = last
        tasks[number] = Task { @MainActor [weak self] in
            for await element in elements {
                if Task.isCancelled { return }
                body(element)
            }
            self?.tasks[number] = nil
        }
        return number
    }

    func remove(_ number: UInt64) { tasks.removeValue(forKey: number)?.cancel() }

    func removeAll() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}

/// Function that gets a media time.
typealias Passed = @convention(c) (OpaquePointer?, Int64, UnsafeMutableRawPointer?) -> Void

@c @implementation @MainActor public func oriel_player_observe_position(
    _ player: OpaquePointer?, _ interval: Int64,
    _ passed: (@convention(c) (OpaquePointer?, Int64, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?, _ observer: UnsafeMutablePointer<UInt64>?
) -> oriel_error {
    observe(player, observer) { handle throws(Failure) in
        guard let passed else { throw .isNull("passed") }
        guard interval > 0 else { throw Failure(ORIEL_ERROR_ARGUMENT, "an interval of \(interval) can't be") }
        return try handle.addTimes(handle.player.periodicTimes(every: Arguments.time(interval)), passed, data)
    }
}

@c @implementation @MainActor public func oriel_player_observe_boundaries(
    _ player: OpaquePointer?, _ times: UnsafePointer<Int64>?, _ count: Int,
    _ passed: (@convention(c) (OpaquePointer?, Int64, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?, _ observer: UnsafeMutablePointer<UInt64>?
) -> oriel_error {
    observe(player, observer) { handle throws(Failure) in
        guard let passed else { throw .isNull("passed") }
        let times = try Arguments.elements(times, count, "times").map(Arguments.time)
        return try handle.addTimes(handle.player.boundaryTimes(times), passed, data)
    }
}

@c @implementation @MainActor public func oriel_player_observe_events(
    _ player: OpaquePointer?,
    _ happened: (
        @convention(c) (OpaquePointer?, UnsafePointer<oriel_player_event>?, UnsafeMutableRawPointer?) -> Void
    )?, _ data: UnsafeMutableRawPointer?, _ observer: UnsafeMutablePointer<UInt64>?
) -> oriel_error {
    observe(player, observer) { handle throws(Failure) in
        guard let happened else { throw .isNull("happened") }
        // The library only passes the pointer back, on the thread that it came from.
        nonisolated(unsafe) let data = data
        let (number, player) = (handle.handle, handle.player)
        return try handle.observers.add(player.events) { [weak player] event in
            event.withC(in: player?.items ?? []) { happened(number, $0, data) }
        }
    }
}

@c @implementation @MainActor public func oriel_player_remove_observer(
    _ player: OpaquePointer?, _ observer: UInt64
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        handle.observers.remove(observer)
    }
}

extension PlayerHandle {
    fileprivate func addTimes(
        _ times: AsyncStream<Duration>, _ passed: @escaping Passed, _ data: UnsafeMutableRawPointer?
    ) throws(Failure) -> UInt64 {
        // The library only passes the pointer back, on the thread that it came from.
        nonisolated(unsafe) let data = data
        let number = handle
        return try observers.add(times) { passed(number, $0.nanoseconds, data) }
    }
}

/// Adds an observer and gives its number.
@MainActor
private func observe(
    _ player: OpaquePointer?, _ observer: UnsafeMutablePointer<UInt64>?,
    _ add: (PlayerHandle) throws(Failure) -> UInt64
) -> oriel_error {
    observer?.pointee = 0
    return onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        let number = try add(handle)
        observer?.pointee = number
    }
}

extension Player.Event {
    /// Calls a function with the event as C has it.
    /// - Parameter items: the list, in which the event's item has its index.
    @MainActor
    fileprivate func withC(in items: [PlayerItem], _ body: (UnsafePointer<oriel_player_event>) -> Void) {
        var event = oriel_player_event()
        event.size = MemoryLayout<oriel_player_event>.size
        event.position = position.nanoseconds
        (event.duration, event.bit_rate) = (-1, -1)
        var item = item
        var failure: MediaError?
        switch kind {
        case .opened(let duration, let bitRate):
            event.kind = ORIEL_EVENT_OPENED
            event.duration = duration?.nanoseconds ?? -1
            event.bit_rate = bitRate.map { Int64($0) } ?? -1
        case .item: event.kind = ORIEL_EVENT_ITEM
        case .rate(let rate):
            event.kind = ORIEL_EVENT_RATE
            event.rate = Double(rate)
        case .seeked: event.kind = ORIEL_EVENT_SEEKED
        case .landed: event.kind = ORIEL_EVENT_LANDED
        case .stalled: event.kind = ORIEL_EVENT_STALLED
        case .resumed(let wait):
            event.kind = ORIEL_EVENT_RESUMED
            event.duration = wait.nanoseconds
        case .looped: event.kind = ORIEL_EVENT_LOOPED
        case .ended: event.kind = ORIEL_EVENT_ENDED
        case .trackLost(let error):
            event.kind = ORIEL_EVENT_TRACK_LOST
            failure = error
        case .skipped(let skipped, let error):
            event.kind = ORIEL_EVENT_SKIPPED
            (item, failure) = (skipped, error)
        case .failed(let error):
            event.kind = ORIEL_EVENT_FAILED
            failure = error
        }
        event.item = item.flatMap { items.firstIndex(of: $0) } ?? -1
        guard let failure else { return body(&event) }
        event.error = failure.number
        failure.description.withCString { text in
            event.text = text
            body(&event)
        }
    }
}
