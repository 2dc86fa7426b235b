import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// The whole program on the fake compositor.
@Suite struct FakeProgramTests {
    /// Plays a film in a window; answers the player and the window once frames have come.
    private func play(
        _ options: [String] = [], offer: FakeOffer = FakeOffer(), rules: FakeRules = FakeRules(),
        environment: [String: String] = [:]
    ) throws -> (session: FakeSession, window: FakeSurface) {
        let session = try FakeSession(options, offer: offer, rules: rules, environment: environment)
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.role == .toplevel && $0.isMapped && ($0.index ?? 0) >= 10 }, "\(player.standardError)")
        return (session, try #require(fake.surfaces.first { $0.isMapped }))
    }

    /// Lifts the picture into the overlay by its key, and answers the overlay once it alone is there.
    private func lift(_ window: FakeSurface, on fake: FakeCompositor) throws -> FakeSurface {
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.layer] },
            "\(fake.surfaces)")
        return try #require(fake.surfaces.first { $0.role == .layer })
    }

    @Test func theWindowGoesOnlyOnceTheOverlayWasPresented() throws {
        let (session, window) = try play()
        defer { session.stop() }
        let fake = session.fake
        let overlay = try lift(window, on: fake)
        #expect(overlay.name == "oriel" && overlay.layer == .overlay && !overlay.takesKeyboard)
        let presented = try #require(
            fake.events.firstIndex {
                guard $0.surface == overlay.number, case .presented = $0.kind else { return false }
                return true
            })
        let gone = try #require(fake.events.firstIndex { $0.surface == window.number && $0.kind == .unmapped })
        #expect(presented < gone)
    }

    @Test func aCropOutsideOfTheVideoIsSaidAndAllIsShown() throws {
        let (session, window) = try play(["--crop", "640,0,64x64"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.surfaces.first { $0.number == window.number }?.stamps.first?.quarters == 4)
        let line = "The crop lies outside of the video of 640x360; all of it is shown"
        #expect(player.standardError.hasSuffix("\(line)\n"), "\(player.standardError)")
    }

    /// The program that reads `--hand-back` has ended: the user gets a window, and the player goes on.
    @Test func aPlayerThatHasNoReaderReturnsIntoAWindow() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let shell = try fake.launch(
            "/bin/sh",
            ["-c", "\(oriel) play --audio none --loop --pip --hand-back --id a '\(smallClip())' | true"])
        defer { shell.stop() }
        let floats = fake.shows { $0.role == .layer && $0.isMapped && $0.commits >= 5 }
        try #require(floats, "\(shell.standardError)")
        try fake.oriel("restore")
        let isBack = fake.shows { $0.role == .toplevel && $0.isMapped && $0.commits >= 5 }
        #expect(isBack, "\(fake.surfaces) \(shell.standardError)")
        let quit = try fake.launch(oriel, ["quit"])
        #expect(quit.wait(.seconds(20)) == .code(0) && shell.wait(.seconds(20)) == .code(0))
    }

    @Test func whileTheOverlayWaitsToBeConfiguredTheWindowPlaysOn() throws {
        let (session, window) = try play(rules: FakeRules { $0.configures = { $0.role != .layer } })
        defer { session.stop() }
        let fake = session.fake
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(
            fake.wait(.seconds(20)) { surfaces, events in
                surfaces.contains { $0.role == .layer }
                    && events.contains { $0.kind == .wantsConfigure && $0.surface != window.number }
            })
        let overlay = try #require(fake.surfaces.first { $0.role == .layer })
        let before = try #require(fake.surfaces.first { $0.number == window.number }?.index)
        #expect(
            fake.shows { $0.number == window.number && $0.isMapped && ($0.index ?? 0) >= before + 5 },
            "the window plays on")
        fake.configure(overlay.number)
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.layer] },
            "\(fake.surfaces)")
    }

    @Test func aFingerDragsTheOverlayAndTwoTapsBringItBack() throws {
        let (session, window) = try play()
        defer { session.stop() }
        let fake = session.fake
        let overlay = try lift(window, on: fake)
        #expect(overlay.margins == [0, 20, 20, 0])

        fake.touch(overlay.number, .down(finger: 3, x: 100, y: 60))
        for step in 1...6 {
            fake.touch(overlay.number, .moved(finger: 3, x: 100 - Double(step) * 5, y: 60 - Double(step) * 2))
        }
        fake.touch(overlay.number, .up(finger: 3))
        #expect(fake.shows { $0.number == overlay.number && $0.margins == [0, 50, 32, 0] }, "\(fake.surfaces)")

        // Two fingers are no drag, and a compositor's own gesture takes them away.
        fake.touch(overlay.number, .down(finger: 0, x: 100, y: 60))
        fake.touch(overlay.number, .down(finger: 1, x: 150, y: 60))
        fake.touch(overlay.number, .moved(finger: 0, x: 20, y: 60))
        fake.touch(overlay.number, .cancelled)
        let commits = try #require(fake.surfaces.first { $0.number == overlay.number }).commits
        #expect(fake.shows { $0.number == overlay.number && $0.commits >= commits + 5 })
        #expect(fake.surfaces.first { $0.number == overlay.number }?.margins == [0, 50, 32, 0])
        // A finger is not as exact as a pointer.
        for x in [100.0, 112] {
            fake.touch(overlay.number, .down(finger: 0, x: x, y: 60))
            fake.touch(overlay.number, .up(finger: 0))
        }
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.toplevel] },
            "\(fake.surfaces)")
    }

    /// A tap shows the controls, and a tap on one acts; one finger drags beside them, two change the volume.
    @Test func controlsAnswerToFingers() throws {
        let (session, window) = try play(["--volume", "50"], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let fake = session.fake
        let overlay = try lift(window, on: fake)
        func tap(_ x: Double, _ y: Double) {
            fake.touch(overlay.number, .down(finger: 0, x: x, y: y))
            fake.touch(overlay.number, .up(finger: 0))
        }
        func wait(until isSo: (PlayerStatus) -> Bool) throws -> Bool {
            OrielTestSupport.wait(.seconds(20)) { fake.player().map(isSo) ?? false }
        }
        func areShown(_ surfaces: [FakeSurface]) -> Bool {
            surfaces.contains { $0.parent == overlay.number && $0.isMapped && $0.bufferSize.height > 1 }
        }
        // In the middle there is none yet, so that this tap pauses nothing.
        let (x, y) = (Double(overlay.size.width) / 2, Double(overlay.size.height) / 2)
        tap(x, y)
        #expect(fake.wait(.seconds(20)) { surfaces, _ in areShown(surfaces) }, "\(fake.surfaces)")
        #expect(try wait { !$0.paused })
        tap(x, y)
        #expect(try wait { $0.paused && $0.pip.state == .active })
        // A drag takes them away and the picture along.
        fake.touch(overlay.number, .down(finger: 2, x: 12, y: y + 20))
        for step in 1...6 {
            fake.touch(overlay.number, .moved(finger: 2, x: 12 - Double(step) * 5, y: y + 20 - Double(step) * 2))
        }
        fake.touch(overlay.number, .up(finger: 2))
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                // How far depends on when it is told: what is dragged moves under a finger of which the fake knows
                // nothing.
                surfaces.contains { $0.number == overlay.number && $0.margins[1] > 20 && $0.margins[2] > 20 }
                    && !areShown(surfaces)
            }, "\(fake.surfaces)")
        fake.touch(overlay.number, .down(finger: 0, x: 40, y: 100))
        fake.touch(overlay.number, .down(finger: 1, x: 90, y: 100))
        for y in [80.0, 60, 40] {
            fake.touch(overlay.number, .moved(finger: 0, x: 40, y: y))
            fake.touch(overlay.number, .moved(finger: 1, x: 90, y: y))
        }
        fake.touch(overlay.number, .up(finger: 0))
        fake.touch(overlay.number, .up(finger: 1))
        // 60 pixels are three steps.
        #expect(try wait { $0.volume == 65 })
    }

    /// Each fortieth picture finds the driver reset: `eglSwapBuffers` fails as it then does.
    @Test(.needs(program: "clang"))
    func aDriverThatResetsItselfIsDrawnWithAgain() throws {
        let folder = try TemporaryFolder()
        let (source, library) = ("\(folder.path)/reset.c", "\(folder.path)/reset.so")
        try """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        static int lost;
        unsigned eglSwapBuffers(void *display, void *surface) {
            static int count;
            if (++count % 40 == 0) { lost = 1; return 0; }
            unsigned (*real)(void *, void *) = (unsigned (*)(void *, void *))dlsym(RTLD_NEXT, "eglSwapBuffers");
            return real(display, surface);
        }
        int eglGetError(void) {
            if (lost) { lost = 0; return 0x300E; }
            int (*real)(void) = (int (*)(void))dlsym(RTLD_NEXT, "eglGetError");
            return real();
        }
        """.write(toFile: source, atomically: true, encoding: .utf8)
        let compiler = try ChildProcess("clang", ["-shared", "-fPIC", "-o", library, source])
        try #require(compiler.wait(.seconds(60)) == .code(0), "\(compiler.standardError)")

        let session = try FakeSession(["--renderer", "gles", "--loop"], environment: ["LD_PRELOAD": library])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func shows(_ role: FakeSurface.Role, from index: Int) -> Bool {
            fake.shows(within: .seconds(30)) { $0.role == role && $0.isMapped && ($0.index ?? 0) >= index }
        }
        #expect(shows(.toplevel, from: 100), "\(player.standardError)")
        let window = try #require(fake.surfaces.first { $0.isMapped })
        fake.focusKeyboard(on: window.number)
        fake.press("i")
        #expect(shows(.layer, from: 200), "\(fake.surfaces) \(player.standardError)")
        let resets = player.standardError.split(separator: "\n").count { $0.contains("reset itself; drawing goes on") }
        #expect(resets >= 4, "\(player.standardError)")
        #expect(player.wait(.zero) == nil)
    }

    /// The whole picture whatever the window's size, and nothing of what lies over it.
    @Test func aScreenshotIsTheVideoInItsFullSize() throws {
        let folder = try TemporaryFolder()
        let session = try FakeSession(["--paused", "--start", "2"], environment: ["XDG_PICTURES_DIR": folder.path])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped }, "\(player.standardError)")
        func oriel(_ arguments: String...) throws -> (exit: ChildProcess.Exit?, error: String) {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            return (command.wait(.seconds(20)), command.standardError)
        }
        // It is known to commands a moment after it is seen.
        try #require(try wait(.seconds(20)) { try oriel("pause").exit == .code(0) })
        let file = folder.path + "/a b.png"
        let first = try oriel("screenshot", file)
        #expect(first == (.code(0), ""), "\(first.error)")
        let picture = try PNGFile.read(file)
        #expect(picture.size == Size(width: 640, height: 360))
        #expect(StampReader.locate(in: picture).map(\.index) == [60])
        // A window that is there is replaced; without one named, a new one is made.
        #expect(try oriel("screenshot", file) == (.code(0), ""))
        #expect(try oriel("screenshot") == (.code(0), ""))
        #expect(try oriel("screenshot") == (.code(0), ""))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("png") }
        #expect(names.count == 3 && names.contains { $0.contains("0.00.02.000") }, "\(names)")
        let (exit, error) = try oriel("screenshot", folder.path + "/none/a.png")
        #expect(exit == .code(1) && error.contains("can't be written: No such file or directory"), "\(error)")
        #expect(error.split(separator: "\n").count == 1)
    }

    /// A medium that takes its time is waited for, and not without end.
    @Test func aScreenshotOfWhatIsYetToComeIsItsFirstPicture() throws {
        let folder = try TemporaryFolder()
        let (pipe, file) = (folder.path + "/pipe", folder.path + "/first.png")
        try #require(mkfifo(pipe, 0o600) == 0)
        let session = try FakeSession(media: [pipe])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        func screenshot() throws -> ChildProcess { try fake.launch(Executable.built("oriel"), ["screenshot", file]) }
        var refused: ChildProcess?
        #expect(
            try wait(.seconds(20)) {
                refused = try screenshot()
                return refused?.wait(.seconds(20)) == .code(1) && refused?.standardError.contains("no player") == false
            })
        #expect(refused?.standardError == "oriel: screenshot: a shows no picture yet\n")
        // Before the command, which waits for some seconds only.
        let medium = try StampedClip(stream: .green, container: "matroska").file()
        let command = try screenshot()
        let writer = try ChildProcess("/bin/sh", ["-c", "exec cat '\(medium)' >'\(pipe)'"])
        defer { writer.stop(grace: .zero) }
        #expect(command.wait(.seconds(20)) == .code(0), "\(command.standardError) \(player.standardError)")
        #expect(try StampReader.locate(in: PNGFile.read(file)).count == 1)
    }

    @Test func aPlayerWithoutChaptersSaysSo() throws {
        let session = try play().session
        defer { session.stop() }
        let fake = session.fake
        var error = ""
        #expect(
            try wait(.seconds(20)) {
                let command = try fake.launch(Executable.built("oriel"), ["chapter", "next"])
                guard command.wait(.seconds(20)) == .code(1) else { return false }
                error = command.standardError
                return error.contains("has no chapters")
            }, "\(error)")
    }

    @Test func theLogGoesToAFileAsWell() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/oriel.log"
        let session = try FakeSession(["-v", "--log-file", file])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped })
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("drawing with") && player.standardError.contains("drawing with"), "\(text)")

        let refused = try fake.launch(
            Executable.built("oriel"), ["play", "--log-file", "\(folder.path)/nowhere/oriel.log", smallClip()])
        #expect(refused.wait(.seconds(20)) != .code(0) && refused.standardError.contains("nowhere/oriel.log"))
        #expect(refused.standardError.split(separator: "\n").count <= 2, "\(refused.standardError)")
    }

    /// Without a time to wait for another one.
    @Test func aDeadCompositorIsTheEndNotACrash() throws {
        let program = try OrielProgram()
        defer { program.folder.remove() }
        let home = try program.configurationHome(with: "[session]\nreconnect-timeout = 0\n")
        let session = try play(environment: ["XDG_CONFIG_HOME": home]).session
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        fake.disconnectClients()
        #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
        let words = player.standardError.split(separator: "\n").filter { $0.hasPrefix("oriel:") }
        #expect(words.contains { $0.contains("compositor") }, "\(player.standardError)")
    }
}
