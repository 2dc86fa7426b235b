package import OrielPictureInPicture
package import OrielPlatform
package import OrielSceneHandoff

/// Sends the `oriel` commands to running players: a client of the session's broker that sends one request and waits for
/// its result. Blocks its thread; for command-line programs.
package struct RemoteControl {
    let rendezvous: Rendezvous
    /// Maximum time for a broker's acknowledgement (T_peer).
    var patience = PictureInPictureTimings().peer

    /// Creates a client for the broker of one display.
    /// - Parameters:
    ///   - directory: the runtime folder.
    ///   - display: `WAYLAND_DISPLAY`; empty means `wayland-0`.
    package init(directory: RuntimeDirectory, display: String) {
        rendezvous = Rendezvous(directory: directory, display: display)
    }

    /// Performs a command.
    /// - Parameters:
    ///   - player: the target; nil lets the broker choose by the command's rules.
    ///   - waits: true waits until the effect is complete, false only until the command has reached its player.
    /// - Throws: the reason why the command failed.
    package func perform(
        _ command: SessionCommand, player: PlayerIdentifier? = nil, waits: Bool = true
    ) throws(RemoteControlError) {
        let token = UInt64.random(in: 1 ... .max)
        let ticket = Ticket(rawValue: 1)
        var (wasRepeated, wasOverdue) = (false, false)
        while true {
            var wasAccepted = false
            let end: RemoteExchange.End
            do throws(RemoteControlError) {
                end = try RemoteExchange.ask(
                    .command(ticket, command, target: player, token: token), of: rendezvous, patience: patience,
                    limit: .seconds(30)
                ) {
                    switch $0 {
                    case .accepted:
                        wasAccepted = true
                        return waits ? nil : .success(nil)
                    case .outcome(_, let failure): return .success(failure)
                    default: return nil
                    }
                }
            } catch {
                // The player that hosted the broker is stopped, and no other succeeds it: there is one.
                throw wasOverdue && error == .failed(.noPlayer) ? .unanswered : error
            }
            let isOverdue = if case .overdue = end { true } else { false }
            if isOverdue { wasOverdue = true }
            switch end {
            case .answered(nil): return
            case .answered(.unknownPlayer(let player)) where wasOverdue:
                // The player that hosted the broker is stopped, and isn't registered with the next one.
                throw .failed(.unanswered(player))
            case .answered(let failure?): throw .failed(failure)
            case .silent: throw .unanswered
            case .lost, .overdue, .unanswered, .refused:
                // A command that ends the player may end its broker as well.
                if wasAccepted, !isOverdue, case .player(let command) = command, command.mayEndPlayer { return }
                if wasAccepted, case .swap = command { throw .interrupted }
                guard !wasRepeated else { throw wasOverdue && !wasAccepted ? .unanswered : .interrupted }
                wasRepeated = true
            }
        }
    }

    /// How long requests are repeated if brokers hang up on them.
    private static let retries: Duration = .milliseconds(1500)

    /// Returns the players' states, sorted by name. A player that doesn't answer within a second is left out. If the
    /// broker ends or stops meanwhile, the next one is queried, if there is one.
    /// - Throws: the reason why no states are available.
    package func status() throws(RemoteControlError) -> SessionStatus {
        // Counted from the first loss: noticing that a broker has stopped takes `patience`.
        var end: Duration?
        var wasOverdue = false
        while true {
            if let status = try askForStatus(&wasOverdue) { return status }
            let limit = end ?? MonotonicClock.now + Self.retries
            end = limit
            guard MonotonicClock.now < limit else { throw .unanswered }
            RemoteExchange.rest(for: .milliseconds(10))
        }
    }

    /// Queries one broker; nil if it hung up or stopped before it answered.
    /// - Parameter wasOverdue: set once a broker has stopped. If no process succeeds it, its players still exist.
    private func askForStatus(_ wasOverdue: inout Bool) throws(RemoteControlError) -> SessionStatus? {
        var players: [PlayerStatus] = []
        let end: RemoteExchange.End
        do throws(RemoteControlError) {
            end = try RemoteExchange.ask(
                .status(Ticket(rawValue: 1)), of: rendezvous, patience: patience, limit: .seconds(5)
            ) {
                switch $0 {
                case .player(_, let identifier, let bytes):
                    if var player = JSON.decode(PlayerStatus.self, from: bytes) {
                        player.id = identifier.rawValue
                        players.append(player)
                    }
                    return nil
                case .outcome: return .success(nil)
                default: return nil
                }
            }
        } catch {
            if error == .failed(.noPlayer) {
                guard !wasOverdue else { throw .unanswered }
                return SessionStatus()
            }
            throw error
        }
        switch end {
        case .answered: return SessionStatus(players: players.sorted { $0.id < $1.id })
        case .silent: throw .unanswered
        case .overdue:
            wasOverdue = true
            return nil
        case .lost, .unanswered, .refused: return nil
        }
    }

    /// Passes each event to `body`, after each player's current state, until `body` returns false. Continues with the
    /// next broker when one ends, and waits for the first player if there is none.
    package func watch(_ body: @escaping (WatchedEvent) -> Bool) throws(RemoteControlError) {
        var rendezvous = rendezvous
        var names = try RemoteExchange.names(of: rendezvous)
        var delay = Duration.zero
        while true {
            let start = MonotonicClock.now
            if !rendezvous.directory.isCurrent {
                // The folder was removed, and another program may have recreated it: players meet in the folder with
                // that name.
                do throws(RuntimeDirectoryError) {
                    rendezvous = Rendezvous(
                        directory: try rendezvous.directory.reopened(), display: rendezvous.display)
                } catch { throw .system("\(error)") }
                names = try RemoteExchange.names(of: rendezvous)
            }
            do throws(RemoteControlError) {
                let end = try RemoteExchange.ask(
                    .watch(Ticket(rawValue: 1)), of: rendezvous, patience: patience, limit: nil
                ) {
                    guard case .happened(let sequence, let player, let event, let bytes) = $0 else { return nil }
                    let state = event.name == .snapshot ? JSON.decode(PlayerStatus.self, from: bytes) : nil
                    let line = WatchedEvent(
                        sequence: sequence, player: player?.rawValue, event: event, state: state)
                    return body(line) ? nil : .success(nil)
                }
                if case .answered = end { return }
            } catch {
                guard error == .failed(.noPlayer) else { throw error }
                RemoteExchange.wait(for: names)
                continue
            }
            // A growing delay, so that a broker that accepts and hangs up repeatedly doesn't keep two processes busy.
            let isSteady = MonotonicClock.now - start >= .seconds(1)
            delay = isSteady ? .zero : min(.seconds(1), max(.milliseconds(10), delay * 2))
            RemoteExchange.rest(for: delay)
        }
    }
}
