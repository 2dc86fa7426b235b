import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Links of a browser that lead to this machine, as a user sees and answers them.
@Suite(.serialized) struct LinkTests {
    /// A compositor, a server, and links to it.
    private struct Desk {
        let compositor: HeadlessCompositor
        let session: OrielSession
        let server: RangeServer
        private let keyboard: VirtualKeyboard

        init(_ compositor: HeadlessCompositor) throws {
            self.compositor = compositor
            // The window gets the keyboard's focus when it appears.
            keyboard = try VirtualKeyboard(socket: compositor.socket)
            session = try OrielSession(compositor)
            let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
            server = try RangeServer([UInt8](Data(contentsOf: URL(filePath: clip))))
        }

        func open(_ options: [String] = ["--fullscreen"]) throws -> ChildProcess {
            let url = server.url.replacing(":", with: "%3A").replacing("/", with: "%2F")
            return try compositor.launch(
                session.program.path,
                ["play", "--audio", "null", "--id", "a"] + options + ["--", "oriel://open?url=\(url)"])
        }

        /// Waits until the question is seen: both of its lines in a full-screen window, letters anywhere in another.
        /// They are light on a dark ground.
        func seesQuestion(_ mode: PlayerStatus.Mode = .fullscreen) throws -> Bool {
            let screen = Rect(x: 0, y: 0, width: 1280, height: 720)
            let lines = mode == .fullscreen ? StartPagePlan.question().texts.prefix(2) : [screen]
            return try wait(.seconds(20)) {
                let picture = try Screenshot.take(of: compositor)
                func isLight(_ x: Int, _ y: Int) -> Bool {
                    picture[x, y] & 0xFF > 0x90 && picture[x, y] >> 16 & 0xFF > 0x90
                }
                return lines.allSatisfy { area in
                    let rows = area.y..<area.maxY
                    return rows.reduce(0) { sum, y in sum + (area.x..<area.maxX).count { isLight($0, y) } } > 80
                }
            }
        }

        func press(_ key: String) throws { try keyboard.press(key) }

        func waitForFilm(_ mode: PlayerStatus.Mode) throws {
            try session.wait(for: "a") { $0.position > 0.3 && $0.duration ?? 0 > 5 && $0.mode == mode }
        }

        /// The program's files.
        var files: [String] {
            ["XDG_STATE_HOME", "XDG_CACHE_HOME"].compactMap { compositor.environment[$0] }.flatMap { folder in
                (FileManager.default.subpaths(atPath: folder) ?? []).map { folder + "/" + $0 }
            }.filter { $0.hasSuffix(".json") || $0.hasSuffix(".png") }
        }
    }

    @Test(.needs(.phoc)) func escapeRefusesBeforeAnyRequestAndForLater() async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            defer { desk.server.end() }
            let player = try desk.open()
            defer { player.stop(grace: .zero) }
            try #require(try desk.seesQuestion(), "\(player.standardError)")
            try desk.press("Escape")
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
            #expect(player.standardError.isEmpty && desk.server.requests == 0, "\(player.standardError)")
            let links = try #require(desk.files.first { $0.hasSuffix("links.json") })
            #expect(try String(contentsOfFile: links, encoding: .utf8).contains("127.0.0.1:\(desk.server.port)"))
            #expect(try FileManager.default.attributesOfItem(atPath: links)[.posixPermissions] as? Int == 0o600)

            let again = try desk.open()
            defer { again.stop(grace: .zero) }
            #expect(again.wait(.seconds(20)) == .code(1))
            let lines = again.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("127.0.0.1:\(desk.server.port) was refused"), "\(lines)")
            #expect(desk.server.requests == 0)
        }
    }

    /// In a window, and in Picture in Picture, where the question needs a window of its own.
    @Test(.needs(.phoc), arguments: [PlayerStatus.Mode.fullscreen, .pip])
    func enterOpensNowAndLater(mode: PlayerStatus.Mode) async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            defer { desk.server.end() }
            let options = mode == .fullscreen ? ["--fullscreen"] : ["--pip"]
            let player = try desk.open(options)
            defer { player.stop(grace: .zero) }
            if mode == .pip { try desk.session.wait(for: "a") { $0.mode == .window } }
            // A key that is pressed before is lost.
            try #require(try desk.seesQuestion(mode), "\(player.standardError)")
            #expect(desk.server.requests == 0)
            try desk.press("Return")
            try desk.waitForFilm(mode)
            try desk.session.run("quit")
            #expect(player.wait(.seconds(20)) == .code(0))

            let again = try desk.open(options)
            defer { again.stop(grace: .zero) }
            try desk.waitForFilm(mode)
        }
    }

    /// The overlay never comes, so the player must not stay without any surface.
    @Test func aLinkThatCannotBePlayedEndsItsPlayer() throws {
        let server = try RangeServer([UInt8]("only words".utf8))
        defer { server.end() }
        let folder = try TemporaryFolder()
        let state = try folder.subfolder("oriel")
        try Data(#"{"entries":[{"host":"127.0.0.1:\#(server.port)","isAllowed":true}]}"#.utf8)
            .write(to: URL(filePath: state + "/links.json"))
        let link = "oriel://open?url=http%3A%2F%2F127.0.0.1%3A\(server.port)%2Ffilm.mp4"
        let session = try FakeSession(
            ["--pip", "--hand-back", "--"], media: [link], environment: ["XDG_STATE_HOME": folder.path])
        defer { session.stop() }
        let player = session.player
        #expect(player.wait(.seconds(20)) == .code(1), "\(player.standardError)")
        #expect(player.standardOutput.contains(#""end":"failed""#), "\(player.standardOutput)")
        #expect(player.standardError.split(separator: "\n").count == 1, "\(player.standardError)")
    }

    @Test(.needs(.phoc)) func privateKeepsNoAnswerAndNothingElse() async throws {
        try await withCompositor(.phoc) { compositor in
            let desk = try Desk(compositor)
            defer { desk.server.end() }
            let player = try desk.open(["--fullscreen", "--private", "--resume", "--volume", "40"])
            defer { player.stop(grace: .zero) }
            try #require(try desk.seesQuestion(), "\(player.standardError)")
            try desk.press("Return")
            try desk.waitForFilm(.fullscreen)
            try desk.session.run("volume", "60")
            try desk.session.run("add", desk.server.url + "?second")
            try desk.session.run("seek", "6")
            try desk.session.run("next")
            try desk.session.run("quit")
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
            #expect(desk.files.filter { !$0.hasSuffix("places.json") } == [])
        }
    }
}
