import Foundation
import OrielPlatform
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Returns the players' modes once they haven't changed for a second.
/// - Parameter status: starts `oriel status --json`, which may go unanswered while a broker is stopped.
func settledModes(of names: [String], status: () throws -> ChildProcess) throws -> [String: PlayerStatus.Mode] {
    var last: [String: PlayerStatus.Mode] = [:]
    var since = MonotonicClock.now
    let areSettled = try wait(.seconds(30), every: .milliseconds(100)) {
        let command = try status()
        let hasAnswered = command.wait(.seconds(10)) == .code(0)
        command.stop(grace: .zero)
        var modes: [String: PlayerStatus.Mode] = [:]
        if hasAnswered {
            let status = try JSONDecoder().decode(SessionStatus.self, from: Data(command.standardOutput.utf8))
            for player in status.players where names.contains(player.id) { modes[player.id] = player.mode }
        }
        if modes != last {
            last = modes
            since = MonotonicClock.now
            return false
        }
        return modes.count == names.count && MonotonicClock.now - since > .seconds(1)
    }
    if !areSettled { Issue.record("the players don't settle: \(last)") }
    return last
}
