import Foundation
import OrielPlatform
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Returns the players' modes once they haven't changed for a second.
/// - Parameter status: asks for the players' states, which may fail while a broker is stopped.
func settledModes(of names: [String], status: () throws -> [PlayerStatus]) throws -> [String: PlayerStatus.Mode] {
    var last: [String: PlayerStatus.Mode] = [:]
    var since = MonotonicClock.now
    let areSettled = wait(.seconds(30), every: .milliseconds(100)) {
        var modes: [String: PlayerStatus.Mode] = [:]
        for player in (try? status()) ?? [] where names.contains(player.id) { modes[player.id] = player.mode }
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
