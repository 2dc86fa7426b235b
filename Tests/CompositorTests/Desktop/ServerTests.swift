import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play http://…` while the server stalls, stops early or resets, on a workspace that is shown and on one that
/// isn't.
@Suite(.serialized) struct ServerTests {
    /// How a server leaves a player in the middle of a film, whenever it is asked.
    enum Fault: String, CaseIterable, Sendable {
        case ends, resets

        func behaviour(at byte: Int) -> RangeServer.Behaviour { self == .ends ? .endingAt(byte) : .resettingAt(byte) }
    }

    private static let clip = StampedClip(
        stream: .green, size: Size(width: 640, height: 360), frames: 360, container: "matroska")

    /// Runs `body` with a player of what a server sends, that behaves so in the middle of the film.
    private func withPlayer(
        _ behaviour: (_ byte: Int) -> RangeServer.Behaviour, isHidden: Bool,
        _ body: (DesktopSession, RangeServer, ChildProcess) throws -> Void
    ) async throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.clip.file())))
        let server = try RangeServer(bytes, behaviour(bytes.count * 2 / 5))
        defer { server.end() }
        try await withDesktop { desktop in
            defer { desktop.session.stop() }
            let player = try desktop.session.play(
                ["--reconnect", "0", "--id", "a", server.url + ".mkv"], expecting: ["a": .window])
            if isHidden { try desktop.show(.second) }
            try #expect(desktop.isVisible(windowOf: player) != isHidden)
            try body(desktop, server, player)
        }
    }

    @Test(.needs(.sway)) func aStallIsWaitedForAndNothingIsSkipped() async throws {
        try await withPlayer(RangeServer.Behaviour.holdingAt, isHidden: false) { desktop, server, player in
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            var (position, since) = (-1.0, Date())
            try desktop.session.wait(for: "a") { status in
                if status.position != position { (position, since) = (status.position, Date()) }
                return Date().timeIntervalSince(since) > 2
            }
            #expect(position > 2 && position < 8)
            #expect(try !desktop.session.player("a").paused)
            server.become(.whole)
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
            let timeline = StreamTimeline(of: .green, in: try capture.stop(), present: .whileSeen)
            #expect(timeline.regressions.isEmpty)
            // A machine that is busy may drop some; the stall lasted 60.
            let gaps = zip(timeline.shown, timeline.shown.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 < 15 }, "\(timeline.shown)")
            #expect(timeline.shown.last.map { $0 > 340 } == true, "\(timeline.shown)")
        }
    }

    /// Its clock goes on unseen; a seek to what the server doesn't give yet is answered once it does.
    @Test(.needs(.sway)) func aStallUnseenHoldsUpOnlyWhoSeeksThere() async throws {
        try await withPlayer(RangeServer.Behaviour.holdingAt, isHidden: true) { desktop, server, player in
            try desktop.session.run("pause")
            let requests = server.requests
            let seek = try desktop.compositor.launch(desktop.session.program.path, ["seek", "8"])
            defer { seek.stop(grace: .zero) }
            #expect(wait(.seconds(10)) { server.requests > requests })
            #expect(try desktop.session.player("a").paused)
            server.become(.whole)
            #expect(seek.wait(.seconds(20)) == .code(0), "\(seek.standardError)")
            #expect(try desktop.session.player("a").position == 8)
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            try desktop.show(.first)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .green) == 240 } != nil)
            try capture.stop()
            try desktop.show(.second)
            try desktop.session.run("resume")
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
        }
    }

    @Test(.needs(.sway), arguments: Fault.allCases, [false, true])
    func whatBreaksOffIsPlayedSoFarAndOneLineSaysSo(fault: Fault, isHidden: Bool) async throws {
        try await withPlayer(fault.behaviour, isHidden: isHidden) { desktop, server, player in
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            #expect(player.wait(.seconds(20)) == .code(1), "\(player.standardError)")
            let lines = player.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains("play: \(server.url).mkv: ") }, "\(lines)")
            let shown = StreamTimeline(of: .green, in: try capture.stop(), present: .whileSeen).shown
            #expect(isHidden ? shown.isEmpty : shown.last.map { $0 > 60 && $0 < 300 } == true, "\(shown)")
        }
    }
}
