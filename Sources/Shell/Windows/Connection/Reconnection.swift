/// Decides when to connect again after the compositor was lost, to which socket, and when to give up. Value code:
/// events in, effects out. Times are host times.
package struct Reconnection: Hashable, Sendable {
    /// Reason why a connection ended.
    package enum Loss: Hashable, Sendable {
        /// The compositor ended or crashed.
        case closed
        /// The compositor refused a request of this process.
        case protocolError
    }

    /// The socket of an attempt.
    package enum Target: Hashable, Sendable {
        /// The socket of the lost connection.
        case same
        /// The next of the user's other sockets in the runtime folder.
        case other
    }

    /// Reason for giving up.
    package enum End: Hashable, Sendable {
        /// No compositor answered in time, or none stayed.
        case noCompositor
        /// Two protocol errors within a minute.
        case protocolErrors
    }

    package enum Event: Hashable, Sendable {
        /// The connection was lost.
        /// - wasUsed: whether the compositor had shown anything on it.
        case lost(Loss, wasUsed: Bool)
        /// The attempt failed: no process listens, or the connection ended before the compositor had answered.
        case failed
        /// There is no further socket to try.
        case exhausted
        /// The compositor has answered.
        case connected
        /// The time of the last `wake` has come.
        case time
    }

    package enum Effect: Hashable, Sendable {
        case connect(Target)
        /// End the attempt, which has not been answered in time.
        case abandon
        /// Send `time` at this host time, instead of at an earlier call's.
        case wake(at: Duration)
        case giveUp(End)
    }

    /// Time without a compositor after which to give up; zero never connects again.
    package var limit: Duration
    private var phase = Phase.connected
    /// Host time of the present or last loss.
    private var lossTime = Duration.zero
    /// Host time of the last connection; nil before the first that was made again.
    private var connectionTime: Duration?
    /// Short connections in a row on which nothing was shown.
    private var unused = 0
    private var protocolErrorTime: Duration?
    private var delay = shortestDelay

    private enum Phase: Hashable, Sendable {
        case connected
        case resting(until: Duration)
        case trying(Target, until: Duration)
        case ended
    }

    /// Delay after the first failed attempt; doubled with each further one.
    package static let shortestDelay = Duration.milliseconds(20)
    package static let longestDelay = Duration.milliseconds(250)
    /// Time during which only the same socket is tried: a compositor that is restarted keeps its name.
    package static let faithfulTime = Duration.seconds(1)
    /// Limit for an answer on the same socket, on which a service manager may listen for a compositor that starts.
    package static let patience = Duration.seconds(5)
    /// Limit for an answer on another socket.
    package static let strangersPatience = Duration.seconds(1)
    /// A connection that lasted this long wasn't ended by what was asked for on it.
    package static let calm = Duration.seconds(10)
    /// Delay after a short connection on which nothing was shown; doubled with each further one in a row. The
    /// compositor may have crashed because of what was asked of it, and its service manager counts the crashes.
    package static let cautiousDelay = Duration.milliseconds(250)
    /// Number of such connections in a row after which to give up.
    package static let mostUnused = 5
    /// Time within which a second protocol error is final.
    package static let protocolErrorSpan = Duration.seconds(60)

    package init(limit: Duration) { self.limit = limit }

    /// Handles one event at host time `now`; returns the effects in order.
    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch (event, phase) {
        case (.lost(let loss, let wasUsed), .connected): lost(loss, wasUsed, at: now)
        case (.failed, .trying(.same, _)) where now - lossTime >= Self.faithfulTime: attempt(.other, at: now)
        case (.failed, .trying(.same, _)), (.exhausted, .trying): rest(at: now)
        case (.failed, .trying(.other, _)): attempt(.other, at: now)
        case (.connected, .trying): connected(at: now)
        case (.time, .resting(let time)) where now >= time: attempt(.same, at: now)
        case (.time, .trying(_, let time)) where now >= time: [.abandon] + handle(.failed, at: now)
        default: []
        }
    }

    private mutating func lost(_ loss: Loss, _ wasUsed: Bool, at now: Duration) -> [Effect] {
        lossTime = now
        if loss == .protocolError {
            if let last = protocolErrorTime, now - last < Self.protocolErrorSpan { return giveUp(.protocolErrors) }
            protocolErrorTime = now
        }
        delay = Self.shortestDelay
        let isShort = connectionTime.map { now - $0 < Self.calm } ?? false
        unused = wasUsed || !isShort ? 0 : unused + 1
        guard unused > 0 else { return attempt(.same, at: now) }
        guard unused < Self.mostUnused else { return giveUp(.noCompositor) }
        return rest(for: Self.cautiousDelay * (1 << (unused - 1)), at: now)
    }

    private mutating func connected(at now: Duration) -> [Effect] {
        phase = .connected
        connectionTime = now
        return []
    }

    private mutating func attempt(_ target: Target, at now: Duration) -> [Effect] {
        guard now < lossTime + limit else { return giveUp(.noCompositor) }
        let patience = target == .same ? Self.patience : Self.strangersPatience
        let end = min(now + patience, lossTime + limit)
        phase = .trying(target, until: end)
        return [.connect(target), .wake(at: end)]
    }

    private mutating func rest(at now: Duration) -> [Effect] {
        defer { delay = min(delay * 2, Self.longestDelay) }
        return rest(for: delay, at: now)
    }

    private mutating func rest(for time: Duration, at now: Duration) -> [Effect] {
        guard now < lossTime + limit else { return giveUp(.noCompositor) }
        let end = min(now + time, lossTime + limit)
        phase = .resting(until: end)
        return [.wake(at: end)]
    }

    private mutating func giveUp(_ end: End) -> [Effect] {
        phase = .ended
        return [.giveUp(end)]
    }
}
