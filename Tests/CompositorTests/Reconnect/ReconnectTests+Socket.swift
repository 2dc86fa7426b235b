import Foundation
import Glibc
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The next compositor's socket, also if there is none.
extension ReconnectTests {
    /// A socket on which a service manager listens accepts connections before a compositor runs.
    @Test(.needs(.sway)) func case121_anAnswerThatTakesSecondsIsWaitedFor() async throws {
        try await withSession(.sway) { session, compositor in
            try session.play(["--id", "a", clip(.green)], expecting: ["a": .window])
            let before = try PlayerReading("a", in: session)
            let other = try compositor.restarted {
                unlink(compositor.socket)
                let listener = try #require(Listener(at: compositor.socket, for: compositor.user))
                let end = MonotonicClock.now + .seconds(3)
                while MonotonicClock.now < end {
                    let meanwhile = try PlayerReading("a", in: session)
                    #expect(meanwhile.status.connected == false)
                    #expect(meanwhile.end - meanwhile.begin < .seconds(1), "the player blocks")
                    pause(.milliseconds(200), because: "pace of the readings")
                }
                listener.close()
            }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            #expect(isSeen(.green, on: other))
            #expect(abs(try PlayerReading("a", in: session).drift(since: before)) <= PlayerReading.frame)
        }
    }

    @Test(.needs(.sway)) func case122_anotherSocketNameIsFound() async throws {
        try await withSession(.sway) { session, compositor in
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", clip(.red)], expecting: ["b": .pip])
            // The old name stays taken, as by a compositor that hangs.
            let lock = open("\(compositor.socket).lock", O_RDWR)
            defer { close(lock) }
            let other = try compositor.restarted {
                #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
                unlink(compositor.socket)
            }
            defer { other.stop() }
            #expect(other.socket != compositor.socket)
            let name = URL(filePath: other.socket).lastPathComponent
            let sockets = "\(other.runtimeFolder)/oriel"
            let there = try OrielSession(other)
            let isThere = try wait(.seconds(10)) { Set(try there.status().map(\.id)) == ["a", "b"] }
            #expect(isThere)
            #expect(access("\(sockets)/\(name).sock", F_OK) == 0, "the broker's socket has no name of the compositor's")
            try there.waitForReturn(of: "a", as: .fullscreen)
            try there.waitForReturn(of: "b", as: .pip)
            #expect(isSeen(.green, on: other) && isSeen(.red, on: other))
            try there.run("swap")
            #expect(try there.player("b").mode == .fullscreen)
        }
    }

    @Test(.needs(.sway)) func case123_withoutACompositorThePlayerLeavesItsPositionAndEnds() async throws {
        try await withSession(.sway, configuration: "[session]\nreconnect-timeout = 1\n") { session, compositor in
            let film = try clip(.green)
            let player = try session.play(["--resume", "--id", "a", film], expecting: ["a": .window])
            try session.run("pause")
            try session.run("seek", "20")
            compositor.kill()
            #expect(player.wait(.seconds(5)) == .code(0), "\(player.standardError)")
            let lines = player.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.contains("the player ends") == true, "\(lines)")
            let state = try #require(compositor.environment["XDG_STATE_HOME"])
            let positions = try String(contentsOfFile: "\(state)/oriel/positions.json", encoding: .utf8)
            #expect(positions.contains(film), "\(positions)")
        }
    }
}

/// A socket that listens and never accepts.
private final class Listener {
    private var descriptor: CInt

    init?(at path: String, for user: ChildProcess.User?) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0, listen(descriptor, 8) == 0 else { return nil }
        chmod(path, 0o777)
        if let user { chown(path, user.uid, user.gid) }
    }

    func close() {
        Glibc.close(descriptor)
        descriptor = -1
    }
}
