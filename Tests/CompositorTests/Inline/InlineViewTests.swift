import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Views inside an app's own window: the app has a connection of its own to the compositor.
@Suite(.serialized) struct InlineViewTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func itIsLiftedAndReturnsWithoutABlank(kind: CompositorKind, renderer: String) async throws {
        let count = Counts.of("ORIEL_INLINE_LIFTS", default: 3)
        // Longer than the test: at the end it would begin anew.
        let clip = try OrielProgram.clip(
            .green, frames: max(1800, (count * 3 + 40) * 30), size: Size(width: 1280, height: 720))
        try await withSession(kind) { session, compositor in
            let app = try InlineSession(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            #expect(try session.player("a").mode == .window)
            for batch in Counts.batches(of: count) {
                try await expectSteady(.green, on: compositor) { capture in
                    for number in batch {
                        try session.run("toggle")
                        #expect(try session.player("a").mode == .pip)
                        // Not always at the same distance.
                        try capture.pass(9 + number * 5 % 7)
                        try session.run("toggle")
                        #expect(try session.player("a").mode == .window)
                        try capture.pass(9 + number * 3 % 5)
                    }
                }
            }
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
            let round = ["willStart", "didStart", "restore", "willStop", "didStop(programmatic)"]
            let lines = app.process.standardOutput.split(separator: "\n").map(String.init)
            let rounds = (0..<lines.count / round.count).map { Array(lines[$0 * round.count..<($0 + 1) * round.count]) }
            #expect(rounds.count >= count && rounds.allSatisfy { $0 == round }, "\(lines)")
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, [false, true])
    func aDrawingAppearsOverItLater(kind: CompositorKind, isPaused: Bool) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(kind) { session, _ in
            let app = try InlineSession(clip, in: session)
            defer { app.process.stop(grace: .zero) }
            if isPaused { app.act("z") }
            app.act("l")
            // The pointer may lie over a part of it.
            _ = try app.screenshot("the drawing") { picture in
                picture.pixels.count { $0 & 0xff_ffff == 0xf0_20f0 } > 60 * 60
            }
        }
    }

    @Test(.needs(.phoc)) func itFollowsTheAppsWindows() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(.phoc) { session, compositor in
            let app = try InlineSession(clip, in: session)
            defer { app.process.stop(grace: .zero) }
            for act in "sgwobwsg" {
                app.act(act)
                #expect(try session.player("a").mode == .window)
            }
            try session.run("toggle")
            #expect(try session.player("a").mode == .pip)
            // The window changes, while the picture floats.
            for act in "swgp" { app.act(act) }
            try session.run("toggle")
            #expect(try session.player("a").mode == .window)
            // Now without a placeholder, whose picture is made anew when it returns.
            try await expectSteady(.green, on: compositor) { capture in
                for mode in [PlayerStatus.Mode.pip, .window] {
                    try session.run("toggle")
                    #expect(try session.player("a").mode == mode)
                    try capture.pass(9)
                }
            }
            app.act("c")
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("closed") })
            #expect(!app.process.standardError.contains("error"), "\(app.process.standardError)")
        }
    }

    /// A page that scrolls cuts the picture, also while it is paused, and the placeholder. Away from the page the
    /// picture is seen nowhere, and it returns.
    ///
    /// wlroots before 0.17 draws without a driver (pixman) as if a part began at the buffer's corner; weston doesn't.
    @Test(
        .needs(.sway, .phoc, .weston),
        arguments: zip([CompositorKind.sway, .phoc, .weston], ["gles", "shm", "shm"]))
    func aPageThatScrollsClipsIt(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        try await withSession(kind) { session, compositor in
            let app = try InlineSession(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            app.act("z")
            try session.wait(for: "a") { $0.paused }
            pause(.milliseconds(300), because: "the last frame in play is shown")
            let whole = try Screenshot.take(of: compositor)
            let window = try #require(app.window(in: whole))
            let frame = Rect(x: window.x + 80, y: window.y + 45, width: 640, height: 360)
            /// The window's ground is seen there.
            func isGround(_ picture: RGBPicture, _ x: Int, _ y: Int) -> Bool {
                picture[x, y] & 0xff_ffff == InlineSession.ground
            }
            #expect(!isGround(whole, frame.x, frame.y) && isGround(whole, frame.maxX, frame.maxY))

            app.act("k")
            // Scrolled by 100, seen to 600 and from 45 to 245.
            let visible = Rect(x: frame.x, y: frame.y, width: 520, height: 200)
            let cut = try app.screenshot("the picture is cut") { isGround($0, frame.x, visible.maxY) }
            var (outside, inside) = (0, 0)
            for y in window.y..<window.maxY {
                for x in window.x..<window.maxX {
                    if visible.contains(Rect(x: x, y: y, width: 1, height: 1)) {
                        let isRight = kind == .weston ? cut[x, y] == whole[x, y + 100] : !isGround(cut, x, y)
                        if !isRight { inside += 1 }
                    } else if !isGround(cut, x, y) {
                        outside += 1
                    }
                }
            }
            #expect(inside == 0)
            // phoc shows a cursor.
            #expect(outside < 300)

            try session.run("toggle")
            #expect(try session.player("a").mode == .pip)
            // On weston the picture floats in a window, anywhere.
            if kind != .weston {
                _ = try app.screenshot("the placeholder is cut") { picture in
                    // Dark, and neither the window's ground nor the video's green.
                    picture[frame.x + 4, frame.y + 4] != cut[frame.x + 4, frame.y + 4]
                        && !isGround(picture, frame.x + 4, frame.y + 4)
                        && !isGround(picture, visible.maxX - 4, visible.maxY - 4)
                        && isGround(picture, frame.x + 4, frame.y - 4)
                        && isGround(picture, frame.x + 4, visible.maxY + 4)
                        && isGround(picture, visible.maxX + 4, frame.y + 4)
                }
            }
            try session.run("toggle")
            #expect(try session.player("a").mode == .window)
            _ = try app.screenshot("it returns into its part") { $0 == cut }

            app.act("K")
            _ = try app.screenshot("nothing of it is seen") { isGround($0, frame.x, frame.y) }
            app.act("g")
            _ = try app.screenshot("it is back") { $0 == whole }
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
        }
    }

    /// Two views in one window change places, and each keeps its picture.
    @Test(.needs(.sway, .phoc), arguments: InlineSession.kinds)
    func twoOfThemShareAWindow(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(kind) { session, _ in
            let app = try InlineSession(clip, in: session)
            defer { app.process.stop(grace: .zero) }
            app.act("2")
            try session.wait(for: "b") { $0.frames.presented > 0 }
            func places(_ picture: RGBPicture) -> [Int] {
                StampReader.locate(in: picture).map(\.picture.width).sorted()
            }
            _ = try app.screenshot("both are in the window") {
                places($0).allSatisfy { abs($0 - 370) < 9 } && places($0).count == 2
            }
            try session.run("toggle", "--player", "a")
            try session.wait(for: ["a": .pip, "b": .window])
            try session.run("swap", "--player", "b")
            try session.wait(for: ["a": .window, "b": .pip])
            _ = try app.screenshot("one is in the window, one floats") { places($0).count == 2 }
            try session.run("restore", "--player", "b")
            try session.wait(for: ["a": .window, "b": .window])
            _ = try app.screenshot("both are back") {
                places($0).allSatisfy { abs($0 - 370) < 9 } && places($0).count == 2
            }
        }
    }

    /// The app's own OpenGL context is current in each of its turns, and its EGL display stays open at the end.
    @Test(.needs(.sway, .phoc), arguments: InlineSession.kinds)
    func theAppsContextIsGivenBack(kind: CompositorKind) async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(kind) { session, _ in
            let app = try InlineSession(clip, in: session, "--renderer", "gles", "--own-context")
            defer { app.process.stop(grace: .zero) }
            for act in "sgwob" { app.act(act) }
            for mode in [PlayerStatus.Mode.pip, .window] {
                try session.run("toggle")
                #expect(try session.player("a").mode == mode)
                app.act("s")
            }
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
            #expect(!app.process.standardOutput.contains("context"), "\(app.process.standardOutput)")
        }
    }
}
