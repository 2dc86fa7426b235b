import Foundation
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Shares that don't begin, stall or end: one line each.
extension FloatTests {
    enum Fate: CaseIterable { case windowCloses, desktopRevokes, pipeWireEnds }

    @Test(.needs(.phoc), .needs(program: DesktopPortalProcess.program), arguments: Fate.allCases)
    func theEndOfAShareIsOneLine(fate: Fate) async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let user = try StandInPortal(.back, ["--node", "\(film.node)"], at: bus.address)
        defer { user.stop() }
        let portal = try DesktopPortalProcess(pipewire: server, at: bus.address)
        defer { portal.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let float = try float(in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            switch fate {
            case .windowCloses: try film.tell("end")
            case .desktopRevokes: try user.closeSession()
            case .pipeWireEnds: server.kill()
            }
            let code: Int32 = fate == .pipeWireEnds ? 1 : 0
            #expect(float.wait(.seconds(10)) == .code(code), "\(float.standardError)")
            let line =
                switch fate {
                case .windowCloses: "oriel: float: the shared window or screen is gone\n"
                case .desktopRevokes: "oriel: float: the desktop has ended the share\n"
                case .pipeWireEnds: "oriel: float: the connection to PipeWire was lost\n"
                }
            #expect(float.standardError == line)
        }
    }

    @Test(.needs(.phoc)) func aShareThatDoesNotBeginIsOneLine() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let node = "\(film.node)"
        let needs =
            "; it needs PipeWire, and a portal with screen casts such as those of GNOME, KDE, wlroots or Hyprland"
        let itself =
            "the chosen screen is the only one, and Picture in Picture on it would show itself; choose a window"
        let cases: [(options: [String]?, words: [String], line: String)] = [
            (["--cast", "deny"], [], "cancelled in the desktop's dialogue"),
            (["--cast", "fail"], [], "the desktop refuses to share"),
            (["--create", "fail"], [], "the desktop refuses to share"),
            (["--cast", "none"], [], "the desktop's portal shares no windows or screens" + needs),
            (["--sources", "1"], ["--window"], "the desktop's portal doesn't share what was asked for" + needs),
            (["--remote", "dead", "--node", node], [], "the connection to PipeWire was lost"),
            (["--kind", "1", "--place", "0,0,1280,720", "--node", node], [], itself),
            (["--kind", "1", "--node", node], ["--screen"], itself),
        ]
        try await withCompositor(.phoc) { compositor in
            for (options, words, line) in cases {
                let front = try StandInPortal(.front, options ?? [], pipewire: server, at: bus.address)
                defer { front.stop() }
                let float = try float(words, in: compositor)
                defer { float.stop(grace: .zero) }
                #expect(float.wait(.seconds(20)) == .code(1), "\(options ?? [])")
                #expect(float.standardError == "oriel: float: \(line)\n")
            }
            // A source that has no frames.
            let front = try StandInPortal(.front, ["--node", "9999"], pipewire: server, at: bus.address)
            let silent = try float(in: compositor)
            #expect(silent.wait(.seconds(20)) == .code(1))
            #expect(silent.standardError.split(separator: "\n").count == 1, "\(silent.standardError)")
            front.stop()
            let without = try float(in: compositor)
            #expect(without.wait(.seconds(20)) == .code(1))
            #expect(
                without.standardError == "oriel: float: the desktop's portal shares no windows or screens\(needs)\n")
            bus.kill()
            let alone = try float(in: compositor)
            #expect(alone.wait(.seconds(20)) == .code(1))
            #expect(alone.standardError == "oriel: float: there is no session bus\(needs)\n")
        }
    }

    /// A source whose frames don't come, or can't be shown, is one line, from the beginning and later. Each takes 8 to
    /// 10 s, so all float at once, each with a desktop of its own.
    @Test(.needs(.phoc)) func aShareThatStallsIsOneLine() async throws {
        let large = "PipeWire can't show the source: there is no memory for frames of 16384×16384"
        let strange = "PipeWire can't show the source: its layout is unknown"
        let samples = "PipeWire can't show the source: 560×320 samples are too many, or don't fit their memory"
        let cases: [(options: [String], acts: [String], line: String)] = [
            (["--rate", "0"], [], "no picture of the shared window or screen has come; run it again"),
            (["--width", "16384", "--height", "16384"], [], large),
            ([], ["blank 1", "form bgrx 16384x16384"], large),
            ([], ["form strange 640x360"], strange),
            ([], ["stride 100000"], samples),
        ]
        try await withCompositor(.phoc) { compositor in
            typealias Share = (
                film: VideoSource, portal: StandInPortal, bus: MessageBus, home: TemporaryFolder, float: ChildProcess
            )
            var shares: [Share] = []
            defer {
                for share in shares {
                    share.float.stop(grace: .zero)
                    share.film.stop()
                    share.portal.stop()
                    share.bus.stop()
                }
            }
            for (options, acts, _) in cases {
                let film = try VideoSource(options, in: server)
                let bus = try MessageBus()
                let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
                // A session each: one that is shown late would else take the place of another.
                let home = try TemporaryFolder()
                let own = [
                    "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": home.path,
                    "WAYLAND_DISPLAY": compositor.socket,
                ]
                let float = try compositor.launch(
                    program.path, ["float"], environment: environment.merging(own) { $1 })
                shares.append((film, front, bus, home, float))
                if acts.isEmpty { continue }
                #expect(film.wait { $0.last == "streaming" }, "\(float.standardError)")
                for act in acts { try film.tell(act) }
            }
            for (share, line) in zip(shares, cases.map(\.line)) {
                #expect(share.float.wait(.seconds(30)) == .code(1), "\(line)")
                #expect(share.float.standardError == "oriel: float: \(line)\n")
            }
        }
    }
}
