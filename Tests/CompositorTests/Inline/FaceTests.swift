import Foundation
import Glibc
import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Properties of the public face that are set while an app runs: `oriel-lab face`, which knows no more than an app.
@Suite(.serialized) struct FaceTests {
    // MARK: Support

    /// A capability that is lost while the picture floats, and comes again: contract cases 2 and 112.
    @Test func case112_withoutALayerShellThereIsNoneForWhoRefusesWindows() throws {
        let folder = try TemporaryFolder()
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let path = try FaceApp.pipe(in: folder)
        let app = try fake.launch(
            Executable.built("oriel-lab"), ["face", "--refuses-toplevel", "--lines", path, smallClip()])
        defer { app.stop(grace: .zero) }
        let face = FaceApp(app: app, pipe: try #require(FileHandle(forUpdatingAtPath: path)))
        #expect(face.heard("possible: true"), "\(app.standardError)")
        func toggle() throws -> ChildProcess.Exit? {
            try fake.launch(Executable.built("oriel"), ["toggle"]).wait(.seconds(20))
        }
        #expect(try toggle() == .code(0))
        #expect(face.heard("didStart(asked)"))
        fake.withdrawLayerShell()
        #expect(face.heard("didStop(sourceLost)"))
        #expect(face.heard("possible: false"))
        #expect(try toggle() != .code(0))
        #expect(face.heard("failedToStart(notSupported)"))
        fake.offerLayerShell()
        #expect(face.heard("possible: true", times: 2))
        #expect(try toggle() == .code(0))
        #expect(face.heard("didStart(asked)", times: 2), "\(face.lines)")
        #expect(!face.lines.contains("restore"))
    }

    @Test func case02_whoRefusesWindowsHasNoControllerWithoutALayerShell() throws {
        let fake = try FakeCompositor(FakeOffer { $0.missing = ["zwlr_layer_shell_v1"] })
        defer { fake.stop() }
        for (options, answer) in [([], "true"), (["--refuses-toplevel"], "false")] {
            let app = try fake.launch(Executable.built("oriel-lab"), ["face"] + options + [smallClip()])
            defer { app.stop(grace: .zero) }
            let line = "supported: true, controller: \(answer)\n"
            #expect(wait(.seconds(10)) { app.standardOutput.hasPrefix(line) }, "\(app.standardOutput)")
        }
    }

    @Test(.needs(.phoc)) func whatIsForbiddenComesBackAndIsRefused() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try session.run("toggle")
            #expect(face.heard("didStart(asked)"))
            try face.type("forbid")
            try session.wait(for: ["a": .window])
            #expect(face.heard("possible: false"))
            #expect(face.heard("didStop(programmatic)"))
            #expect(face.lines.filter { $0 == "restore" || $0.hasPrefix("didStop") }.count == 2, "\(face.lines)")
            try session.wait(for: "a") { !$0.pip.possible && !$0.paused }
            #expect(throws: (any Error).self) { try session.run("toggle") }
            #expect(face.heard("failedToStart(notSupported)"))
            try face.type("allow")
            // A start had made it possible again before, so its line tells nothing.
            try session.wait(for: "a") { $0.pip.possible }
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
        }
    }

    // MARK: An automatic start

    /// The reason for the time of a negative watch.
    private static let hiding: StaticString = "an automatic start or a pause comes within half a second after hiding"

    @Test(.needs(.sway)) func case12_thePropertyAloneLiftsItWhenItsWorkspaceIsLeft() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let face = try FaceApp(clip, in: desktop.session)
            defer { face.app.stop(grace: .zero) }
            try desktop.session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            // Case 14: not by itself.
            try desktop.show(.second)
            try desktop.session.watch("a", for: .seconds(2), because: Self.hiding) { $0.mode == .window }
            try desktop.show(.first)
            try face.perform("automatic")
            try desktop.show(.second)
            #expect(face.heard("didStart(automatic)"), "\(face.lines)")
            try desktop.show(.first)
            try desktop.session.wait(for: ["a": .window])
            // A picture that may not float doesn't by itself either.
            try face.perform("forbid")
            try desktop.show(.second)
            try desktop.session.watch("a", for: .seconds(2), because: Self.hiding) { $0.mode == .window }
        }
    }

    /// The user's own setting has the last word.
    @Test(.needs(.sway)) func case18_whoWantsNoAutomaticStartHasNone() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let face = try FaceApp(clip, in: desktop.session)
            defer { face.app.stop(grace: .zero) }
            try desktop.session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            for line in ["automatic", "manual"] { try face.perform(line) }
            try desktop.show(.second)
            try desktop.session.watch("a", for: .seconds(2), because: Self.hiding) { $0.mode == .window }
            try desktop.show(.first)
            try desktop.session.run("toggle")
            #expect(face.heard("didStart(asked)"), "\(face.lines)")
        }
    }

    // MARK: Playback that is hidden

    @Test(.needs(.sway)) func itPausesInTheBackgroundUnlessItFloats() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let (session, face) = (desktop.session, try FaceApp(clip, in: desktop.session))
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            // By itself it plays on, as players on desktops do.
            try desktop.show(.second)
            try session.watch("a", for: .seconds(1), because: Self.hiding) { !$0.paused }
            try desktop.show(.first)
            try face.perform("pauses")
            try desktop.show(.second)
            try session.wait(for: "a") { $0.paused && $0.mode == .window }
            try desktop.show(.first)
            try session.wait(for: "a") { !$0.paused }
            // A player that the user paused stays paused.
            try session.run("pause")
            try desktop.show(.second)
            try session.watch("a", for: .seconds(1), because: Self.hiding) { $0.paused }
            try desktop.show(.first)
            try session.watch("a", for: .seconds(1), because: Self.hiding) { $0.paused }
            try session.run("resume")
            // On its way into Picture in Picture, and there, it plays.
            try face.perform("automatic")
            try desktop.show(.second)
            try session.wait(for: ["a": .pip])
            try session.watch("a", for: .seconds(1), because: Self.hiding) { !$0.paused }
            try desktop.show(.first)
            try session.wait(for: "a") { $0.mode == .window && !$0.paused }
        }
    }

    // MARK: The window

    /// Its window stays where it is, with the app's drawing over a placeholder, and has the picture again.
    @Test(.needs(.phoc)) func aCustomWindowStaysWithTheAppsDrawing() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            try face.type("custom")
            try face.type("mark")
            var window = Rect(x: 0, y: 0, width: 0, height: 0)
            let isSeen = try wait(.seconds(10)) {
                window = StampReader.locate(in: try Screenshot.take(of: compositor)).first?.picture ?? window
                return !window.isEmpty
            }
            try #require(isSeen, "\(face.app.standardError)")
            func color(_ x: Int, _ y: Int) throws -> UInt32 {
                try Screenshot.take(of: compositor)[window.x + x, window.y + y] & 0xFF_FFFF
            }
            #expect(try wait(.seconds(10)) { try color(20, 20) == 0xFF_00FF }, "the mark lies over the picture")
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            #expect(try wait(.seconds(10)) { try color(60, 60) == 0x18_181C }, "the placeholder")
            #expect(try color(20, 20) == 0xFF_00FF, "and the app's drawing over it")
            #expect(StampReader.locate(in: try Screenshot.take(of: compositor)).count == 1)
            try session.run("restore")
            try session.wait(for: ["a": .window])
            #expect(
                try wait(.seconds(10)) {
                    StampReader.locate(in: try Screenshot.take(of: compositor)).map(\.picture) == [window]
                }, "in the same window")
            // A button of the app's lifts it, and in the window that stays brings it back.
            try face.perform("button")
            let mouse = try VirtualPointer(socket: compositor.socket)
            try #require(try wait(.seconds(10)) { try color(20, 20) != 0xFF_00FF }, "the button replaces the mark")
            try mouse.move(to: Point(x: window.x + 24, y: window.y + 24))
            try mouse.click()
            // On its way it isn't turned back by a button.
            try session.wait(for: "a") { $0.mode == .pip && $0.pip.active }
            try mouse.click()
            try session.wait(for: ["a": .window])
            // One of Oriel's maximises it.
            for (form, area, mode) in [
                (ControlsForm.window, window, PlayerStatus.Mode.fullscreen),
                (.fullScreen, Rect(x: 0, y: 0, width: 1280, height: 720), .window),
            ] {
                let button = try place(of: .fullScreen, in: form, on: area) {
                    $0.canStartPictureInPicture = true
                }
                try #require(try showBar(by: mouse, over: button, of: compositor, on: area))
                try mouse.click()
                try session.wait(for: ["a": mode])
            }
            // As ever.
            for line in ["mark", "standard"] { try face.perform(line) }
            try session.run("toggle")
            #expect(try wait(.seconds(10)) { try color(60, 60) != 0x18_181C && color(20, 20) != 0xFF_00FF })
        }
    }

    // MARK: Interstitials

    @Test(.needs(.phoc)) func whoSkipsPastAnInterstitialSeesItFirst() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(clip, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try session.run("pause")
            try session.run("seek", "1")
            try face.perform("interstitial")
            try session.run("seek", "8")
            #expect(face.heard("interstitial: begins"), "\(face.lines)")
            #expect(try abs(session.player("a").position - 3) < 0.1)
            // From within on there is no more to it.
            try session.run("seek", "8")
            #expect(face.heard("interstitial: over"), "\(face.lines)")
            #expect(try abs(session.player("a").position - 8) < 0.1)
        }
    }

    // MARK: Another player

    /// Those without a picture, once there was one.
    private func blanks(in compositions: [Composition]) -> [Int] {
        compositions.drop { $0.index(of: .green) == nil }
            .filter { $0.index(of: .green) == nil && $0.index(of: .red) == nil }.map(\.number)
    }

    /// In the window and in Picture in Picture, without a composition that lacks a picture; the one before is let go
    /// of.
    @Test(.needs(.phoc)) func anotherPlayerComesInTheSameViewWithoutABlank() async throws {
        let (first, second) = (
            try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360)),
            // The second clip has another aspect ratio, which the overlay takes over.
            try OrielProgram.clip(.red, frames: 300, size: Size(width: 480, height: 360))
        )
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(first, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .green) != nil } != nil)
            try face.type("play \(second)")
            #expect(capture.wait(.seconds(10)) { $0.index(of: .red) != nil } != nil, "\(face.app.standardError)")
            #expect(try session.player("a").media == second)
            try face.type("former")
            #expect(face.heard("former: gone"), "\(face.lines)")
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try face.type("play \(first)")
            #expect(
                capture.wait(.seconds(10)) { $0.index(of: .green) != nil && $0.index(of: .red) == nil } != nil,
                "\(face.app.standardError)")
            try face.type("former")
            #expect(face.heard("former: gone", times: 2), "\(face.lines)")
            try capture.pass(10)
            try capture.stop()
            #expect(blanks(in: capture.compositions) == [])
            try session.run("restore")
            try session.wait(for: ["a": .window])
            #expect(face.transitions == ["didStart(asked)", "didStop(restoreRequested)"])
            try session.run("quit")
            #expect(face.app.wait(.seconds(10)) == .code(0), "\(face.app.standardError)")
        }
    }
}
