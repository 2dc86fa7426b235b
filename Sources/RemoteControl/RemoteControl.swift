package import OrielPictureInPicture
package import OrielPlatform
package import OrielSceneHandoff

/// The `oriel` commands' way to running players: a client of the session's broker that asks one thing and waits for it.
/// Blocks its thread; for command-line programs.
package struct RemoteControl {
    let rendezvous: Rendezvous
    /// T_peer: how long a broker may take to acknowledge.
    var patience = PictureInPictureTimings().peer

    /// - Parameters:
    ///   - directory: the runtime folder.
    ///   - display: `WAYLAND_DISPLAY`; empty stands for `wayland-0`.
    package init(directory: RuntimeDirectory, display: String) {
        rendezvous = Rendezvous(directory: directory, display: display)
    }

    /// Has a command done.
    /// - Parameters:
    ///   - player: whom it concerns; nil lets the broker choose as the command's rules say.
    ///   - waits: whether to wait until its effect is complete, not just until it has reached its player.
    package func perform(
        _ command: SessionCommand, player: PlayerIdentifier? = nil, waits: Bool = true
    ) throws(RemoteControlError) {
        let token = UInt64.random(in: 1 ... .max)
        let ticket = Ticket(rawValue: 1)
        var wasRepeated = false
        while true {
            var wasAccepted = false
            let end = try RemoteExchange.ask(
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
            switch end {
            case .answered(nil): return
            case .answered(let failure?): throw .failed(failure)
            case .silent: throw .unanswered
            case .lost, .unanswered, .refused:
                // What was told to end has ended, and its broker with it.
                if wasAccepted, case .player(let command) = command, command.mayEndPlayer { return }
                if wasAccepted, case .swap = command { throw .interrupted }
                guard !wasRepeated else { throw .interrupted }
                wasRepeated = true
            }
        }
    }

    /// For how long a broker that hangs up on the question is asked again.
    private static let retries: Duration = .milliseconds(1500)

    /// The players' states, in the order of their names. One that does not answer within a second is left out. A broker that
    /// ends meanwhile, with the last player or before another one, is no error: the next one is asked, if there is any.
    package func status() throws(RemoteControlError) -> SessionStatus {
        let end = MonotonicClock.now + Self.retries
        while true {
            if let status = try askForStatus() { return status }
            guard MonotonicClock.now < end else { throw .unanswered }
            try RemoteExchange.rest(for: .milliseconds(10))
        }
    }

    /// Nil where the broker hung up before it answered.
    private func askForStatus() throws(RemoteControlError) -> SessionStatus? {
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
            if error == .failed(.noPlayer) { return SessionStatus() }
            throw error
        }
        switch end {
        case .answered: return SessionStatus(players: players.sorted { $0.id < $1.id })
        case .silent: throw .unanswered
        case .lost, .unanswered, .refused: return nil
        }
    }

    /// Tells every event, after each player's present state, until `body` answers false. Goes on with the next broker when
    /// one ends, and waits for the first player where there is none.
    package func watch(_ body: @escaping (WatchedEvent) -> Bool) throws(RemoteControlError) {
        var rendezvous = rendezvous
        var names = try RemoteExchange.names(of: rendezvous)
        var delay = Duration.zero
        while true {
            let start = MonotonicClock.now
            if !rendezvous.directory.isCurrent {
                // Removed, and perhaps made again by another program: where players meet is the one of that name.
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
                try RemoteExchange.wait(for: names)
                continue
            }
            // A broker that takes it and hangs up, again and again, must not keep two processes busy.
            let isSteady = MonotonicClock.now - start >= .seconds(1)
            delay = isSteady ? .zero : min(.seconds(1), max(.milliseconds(10), delay * 2))
            try RemoteExchange.rest(for: delay)
        }
    }
}
