import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport

/// A player's status, and the time in which it was taken.
struct PlayerReading {
    let status: PlayerStatus
    let begin: Duration
    let end: Duration

    /// A frame of the clips, in seconds.
    static let frame = 1.0 / 30

    init(_ name: String, in session: OrielSession) throws {
        begin = MonotonicClock.now
        status = try session.player(name)
        end = MonotonicClock.now
    }

    /// Seconds by which the position left the clock since an earlier reading; 0 within the times of the readings.
    func drift(since earlier: PlayerReading) -> Double {
        let played = status.position - earlier.status.position
        let (least, most) = ((begin - earlier.end) / .seconds(1), (end - earlier.begin) / .seconds(1))
        return played < least ? played - least : max(0, played - most)
    }
}

/// A clip of a stream, in lengths that tests share.
func lossClip(_ stream: StampColor, frames: Int = 1800) throws -> String {
    let count = (frames + 1799) / 1800 * 1800
    return try StampedClip(stream: stream, size: Size(width: 640, height: 360), frames: count).file()
}

/// Whether a stream's picture is on the screen.
func isSeen(_ stream: StampColor, on compositor: HeadlessCompositor, output: String? = nil) -> Bool {
    wait(.seconds(5)) {
        guard let picture = try? Screenshot.take(of: compositor, output: output) else { return false }
        return StampReader.locate(in: picture).contains { $0.stream == stream }
    }
}

extension OrielSession {
    /// Waits until a player shows something again.
    func waitForReturn(of name: String, as mode: PlayerStatus.Mode) throws {
        try wait(for: name) { $0.connected == true && $0.mode == mode }
    }

    /// Whether the players' pictures are on a compositor's screen. KWin lets no client take a picture of it: there each
    /// player must have had frames presented since it returned.
    func areSeen(_ players: [String: StampColor], on present: HeadlessCompositor) -> Bool {
        guard present.kind == .kwin else { return players.values.allSatisfy { isSeen($0, on: present) } }
        var first: [String: Int] = [:]
        return OrielTestSupport.wait(.seconds(5)) {
            let returned = ((try? status()) ?? []).filter { $0.connected == true && $0.surface != .none }
            for player in returned where first[player.id] == nil { first[player.id] = player.frames.presented }
            return players.keys.allSatisfy { name in
                returned.contains { $0.id == name && $0.frames.presented > first[name] ?? .max }
            }
        }
    }
}
