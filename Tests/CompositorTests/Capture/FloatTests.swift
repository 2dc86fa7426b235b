import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel float` with the real portal and PipeWire of this machine, private ones. A backend of the tests answers for
/// the user, and a program of the tests stands in for the shared window.
@Suite(
    .serialized, .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
    .needs(program: "gdbus"))
struct FloatTests {
    let server: PipeWireServer
    var bus: MessageBus { server.bus }
    let program: OrielProgram
    let home: TemporaryFolder

    init() throws {
        server = try PipeWireServer()
        program = try OrielProgram()
        home = try TemporaryFolder()
    }

    var environment: [String: String] {
        ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": "\(home.path)/state", "XDG_CONFIG_HOME": home.path]
    }

    func float(_ options: [String] = [], in compositor: HeadlessCompositor) throws -> ChildProcess {
        try compositor.launch(program.path, ["float"] + options, environment: environment)
    }

    /// The film's number now, and some later frame, as they are seen.
    private func sees(
        _ stream: StampColor = .green, in compositor: HeadlessCompositor, output: String? = nil,
        _ account: ChildProcess
    ) throws {
        let capture = try ScreenCapture(socket: compositor.socket, output: output)
        defer { _ = try? capture.stop() }
        var first: Int?
        let isLive = capture.wait(.seconds(20)) { composition in
            guard let index = composition.index(of: stream) else { return false }
            first = first ?? index
            return first.map { index > $0 + 3 } ?? false
        }
        #expect(isLive != nil, "\(first.map(String.init) ?? "nothing") is seen; \(account.standardError)")
    }

    @Test(.needs(.phoc), .needs(program: DesktopPortalProcess.program))
    func theChosenWindowFloatsLiveAndReturnEndsIt() async throws {
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
            try sees(in: compositor, float)
            #expect(user.calls.contains("SelectSources cursor_mode=1 multiple=0 types=3"), "\(user.calls)")
            let status = try session.player("float")
            #expect(status.live == true && status.video?.width == 560 && status.audio == nil)
            // As a video's overlay.
            try session.run("move", "top-left")
            try session.run("resize", "480x270")
            try session.run("lock")
            try session.wait(for: "float") {
                $0.pip.locked && $0.placement?.corner == .topLeft && $0.rect?.width == 473
            }
            try session.run("unlock")
            // No frames are wanted while it is stashed or paused.
            try session.run("stash")
            #expect(film.wait { $0.last == "idle" }, "\(film.lines)")
            try session.run("unstash")
            #expect(film.wait { $0.last == "streaming" }, "\(film.lines)")
            try session.run("pause")
            #expect(film.wait { $0.last == "idle" }, "\(film.lines)")
            try session.run("resume")
            #expect(film.wait { $0.last == "streaming" }, "\(film.lines)")
            // Another size, another format, a part of the frames.
            try film.tell("form nv12 640x480")
            try session.wait(for: "float") { $0.video?.height == 480 }
            try sees(in: compositor, float)
            try film.tell("crop 32 64 560 320")
            try session.wait(for: "float") { $0.video?.height == 320 }
            try sees(in: compositor, float)
            try session.run("restore")
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
            #expect(film.wait { $0.last == "idle" })
            #expect(user.wait { $0.last == "Close Session" }, "\(user.calls)")
        }
    }

    /// The frame over the overlay chooses a part of the window, which stays the same part when the window is resized.
    @Test(.needs(.phoc)) func case138_aPartOfAWindowFloats() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let pointer = try VirtualPointer(socket: compositor.socket)
            let float = try float(["--region"], in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            let crop = try session.choosePart(of: "float", pointer, isPinned: false)
            #expect(crop.x == 0 && abs(crop.width - 392) < 8 && abs(crop.height - 224) < 8, "\(crop)")
            try film.tell("form bgrx 1120x640")
            try session.wait(for: "float") { status in
                status.crop.map { $0.x == 0 && abs($0.width - 2 * crop.width) < 4 } ?? false
            }
            try sees(in: compositor, float)
            try session.run("crop", "off")
            try session.wait(for: "float") { $0.crop == nil }
            try session.run("close")
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
        }
        let wrong = try ChildProcess(program.path, ["float", "--region", "--crop", "auto"])
        #expect(wrong.wait(.seconds(20)) == .code(64), "\(wrong.standardError)")
    }

    /// The part that was chosen under a name is shown again, and a part that is held to a corner keeps its size.
    @Test(.needs(.phoc)) func case139_aPartIsKeptUnderAName() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        for run in 1...2 {
            let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
            defer { front.stop() }
            try await withSession(.phoc, program) { session, compositor in
                let pointer = try VirtualPointer(socket: compositor.socket)
                let float = try float(["--preset", "chat"], in: compositor)
                defer { float.stop(grace: .zero) }
                try session.wait(for: ["float": .pip])
                if run == 1 {
                    _ = try session.choosePart(of: "float", pointer, isPinned: true)
                } else {
                    try session.wait(for: "float") { $0.crop != nil }
                }
                let part = try #require(try session.player("float").crop)
                try film.tell("form bgrx 800x600")
                try session.wait(for: "float") { $0.video?.height == 600 }
                // Its pixels, from the upper left corner, at any size.
                #expect(try session.player("float").crop == part)
                #expect(part.x == 0 && part.y == 0 && abs(part.width - 392) < 8, "\(part)")
                try film.tell("form bgrx 560x320")
                try session.run("close")
                #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
            }
        }
    }

    /// Frames whose changes lie beside the shown part aren't drawn; they are there when all is shown again.
    @Test(.needs(.phoc)) func case140_changesBesideThePartAreNotDrawn() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let float = try float(["--crop", "0,0,280x320"], in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            try film.tell("damage 280 0 280 320")
            pause(.milliseconds(500), because: "frames of the time before are shown")
            let before = try session.player("float").frames
            try session.wait(for: "float") { $0.frames.decoded > before.decoded + 30 }
            #expect(try session.player("float").frames.presented <= before.presented + 1)
            try session.run("crop", "off")
            try sees(in: compositor, float)
            try session.run("close")
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
        }
    }

    /// In a swap the floating picture becomes a window, and another player's the overlay.
    @Test(.needs(.phoc)) func itSwapsWithAVideo() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        let clip = try OrielProgram.clip(.red, frames: 300)
        try await withSession(.phoc, program) { session, compositor in
            try session.play(["--loop", "--id", "a", clip], expecting: ["a": .window])
            let float = try float(in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip, "a": .window])
            try session.run("swap")
            try session.wait(for: ["float": .window, "a": .pip])
            try sees(in: compositor, float)
            try session.run("swap")
            try session.wait(for: ["float": .pip, "a": .window])
            try session.run("close")
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
        }
    }

    /// Return raises the shared window if it is the only one that was open when the share began, and no other.
    @Test(.needs(.phoc)) func returnRaisesTheSharedWindow() async throws { try await raises(on: .phoc) }

    @Test(.needs(extra: .labwc)) func returnRaisesTheSharedWindowOnLabwc() async throws { try await raises(on: .labwc) }

    private func raises(on kind: CompositorKind) async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        try await withSession(kind, program) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            defer { withExtendedLifetime(keyboard) {} }
            func window(_ title: String) throws -> TestSurface {
                try TestSurface(
                    .window, size: Size(width: 400, height: 300), title: title, socket: compositor.socket
                ) { _ in .plain(0x336699) }
            }
            func entries(_ window: TestSurface) -> Int { window.events.count { $0 == .keyboardEntered } }
            let shared = try window("shared")
            defer { shared.stop() }
            #expect(shared.waitForEvents(.seconds(10)) { $0.contains(.keyboardEntered) })
            let first = try float(in: compositor)
            defer { first.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            let other = try window("other")
            defer { other.stop() }
            #expect(other.waitForEvents(.seconds(10)) { $0.contains(.keyboardEntered) })
            let before = entries(shared)
            try session.run("restore")
            #expect(first.wait(.seconds(10)) == .code(0) && first.standardError == "", "\(first.standardError)")
            #expect(shared.waitForEvents(.seconds(10)) { $0.count { $0 == .keyboardEntered } > before })
            // Now it is one of two.
            let second = try float(in: compositor)
            defer { second.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            let third = try window("third")
            defer { third.stop() }
            #expect(third.waitForEvents(.seconds(10)) { $0.contains(.keyboardEntered) })
            let counts = [entries(shared), entries(other)]
            try session.run("restore")
            #expect(second.wait(.seconds(10)) == .code(0))
            #expect([entries(shared), entries(other)] == counts)
        }
    }

    /// A remembered share goes on once PipeWire is back, with its last picture meanwhile.
    @Test(.needs(.phoc), .needs(program: DesktopPortalProcess.program))
    func aRememberedShareOutlivesPipeWire() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let front = try StandInPortal(.front, ["--node", "\(film.node)"], pipewire: server, at: bus.address)
        defer { front.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let float = try float(["--restore"], in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            try sees(in: compositor, float)
            server.kill()
            try server.restart()
            let later = try VideoSource(["--stream", "red"], in: server)
            defer { later.stop() }
            try front.set("node", "\(later.node)")
            try sees(.red, in: compositor, float)
            #expect(try session.player("float").mode == .pip && float.standardError == "", "\(float.standardError)")
            #expect(front.calls.contains { $0.contains("restore_token=token-of-the-front") }, "\(front.calls)")
            try session.run("restore")
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
        }
    }

    /// While the dialogue is open, nothing is shown, and the user can give it up.
    @Test(.needs(.phoc)) func anOpenDialogueCanBeLeft() async throws {
        let front = try StandInPortal(.front, ["--cast", "silent"], at: bus.address)
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let float = try float(in: compositor)
            #expect(front.wait { $0.contains("Start") })
            float.send(SIGTERM)
            #expect(float.wait(.seconds(10)) == .code(0) && float.standardError == "", "\(float.standardError)")
            #expect(front.wait { $0.contains("Close Session") }, "\(front.calls)")
        }
    }

    /// A screen floats on another one, and stands still where it would show itself.
    @Test(.needs(.phoc)) func aScreenNeverShowsItself() async throws {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let options = ["--kind", "1", "--place", "0,0,1280,720", "--node", "\(film.node)"]
        let front = try StandInPortal(.front, options, pipewire: server, at: bus.address)
        defer { front.stop() }
        // phoc 0.24 would put both outputs in one place.
        let beside = "[output:HEADLESS-2]\nx=1280\ny=0\nmode=1280x720\n"
        try await withSession(.init(.phoc, outputs: 2, text: beside), program) { session, compositor in
            let float = try float(["--output", "HEADLESS-1"], in: compositor)
            defer { float.stop(grace: .zero) }
            try session.wait(for: ["float": .pip])
            try session.wait(for: "float") { $0.output == "HEADLESS-2" }
            try sees(in: compositor, output: "HEADLESS-2", float)
            try session.run("move", "HEADLESS-1")
            try session.wait(for: "float") { $0.output == "HEADLESS-1" }
            var presented = -1
            // It comes to rest: the film goes on, and is not shown.
            let isStill = try wait(.seconds(10), every: .milliseconds(500)) {
                let now = try session.player("float").frames.decoded
                defer { presented = now }
                return now == presented
            }
            #expect(isStill && film.lines.last == "streaming")
            try session.run("move", "HEADLESS-2")
            try session.wait(for: "float") { $0.output == "HEADLESS-2" }
            try sees(in: compositor, output: "HEADLESS-2", float)
        }
    }

    /// With `--restore` the desktop's token is kept, and given back the next time; it counts once.
    @Test(.needs(.phoc), .needs(program: DesktopPortalProcess.program)) func aChoiceIsRememberedOnRequest() async throws
    {
        let film = try VideoSource(in: server)
        defer { film.stop() }
        let store = try ChildProcess(
            "/usr/libexec/xdg-permission-store", [],
            environment: Executable.environment.merging(environment) { $1 }.merging([
                "XDG_DATA_HOME": "\(home.path)/data"
            ]) { $1 })
        defer { store.stop(grace: .zero) }
        let user = try StandInPortal(.back, ["--node", "\(film.node)"], at: bus.address)
        defer { user.stop() }
        let portal = try DesktopPortalProcess(pipewire: server, at: bus.address)
        defer { portal.stop() }
        try await withSession(.phoc, program) { session, compositor in
            var tokens: [String] = []
            for options in [[], ["--restore"], ["--restore"]] {
                let float = try float(options, in: compositor)
                defer { float.stop(grace: .zero) }
                try session.wait(for: ["float": .pip])
                try session.run("close")
                #expect(float.wait(.seconds(10)) == .code(0), "\(float.standardError)")
                let file = "\(home.path)/state/oriel/float.json"
                if let data = FileManager.default.contents(atPath: file),
                    let record = try JSONDecoder().decode([String: String].self, from: data)["restoreToken"]
                {
                    tokens.append(record)
                }
            }
            #expect(tokens.count == 2 && tokens.first?.isEmpty == false, "\(tokens)")
            let asked = user.calls.filter { $0.hasPrefix("SelectSources") }
            #expect(
                asked == [
                    "SelectSources cursor_mode=1 multiple=0 types=3",
                    "SelectSources cursor_mode=1 multiple=0 persist_mode=2 types=3",
                    "SelectSources cursor_mode=1 multiple=0 persist_mode=2 restore_data=kept types=3",
                ], "\(asked)")
        }
    }
}
