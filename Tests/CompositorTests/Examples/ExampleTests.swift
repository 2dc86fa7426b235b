import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The apps of `Examples/`, which see nothing of Oriel but its public face, as real processes.
@Suite(.serialized, .enabled(if: ExampleApps.areBuilt, "the examples are not built; `scripts/test examples` does"))
struct ExampleTests {
    /// Delegate callbacks, in their total order, of a swap of `a` into Picture in Picture and `b` out of it.
    private func swap(_ a: String, _ b: String) -> [String] {
        [
            "\(a): willStart", "\(b): foreground", "\(b): restore", "\(b): willStop", "\(a): didStart",
            "\(a): background", "\(b): didStop(restoreRequested)",
        ]
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func twoAppsChangePlacesWithNoOrielAround(kind: CompositorKind) async throws {
        let apps = try ExampleApps()
        let (film, talk) = (try apps.clip(.green), try apps.clip(.red))
        try await withCompositor(kind) { compositor in
            let session = ExampleSession(compositor, apps)
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let capture = try ScreenCapture(socket: compositor.socket)
            let cinema = try session.start("Cinema", film)
            try expect(capture, session, [.green: .fullScreen])
            let lecture = try session.start("Lecture", talk)
            try expect(capture, session, [.green: .fullScreen, .red: .overlay])
            #expect(
                session.lines(2, after: 0) == ["Lecture: willStart", "Lecture: didStart"],
                "\(session.everything)")
            // Each time the app in the window is asked by its own key.
            var printed = 2
            for number in 0..<4 {
                let forth = number % 2 == 0
                try keyboard.press("s")
                try expect(
                    capture, session,
                    [.green: forth ? .overlay : .fullScreen, .red: forth ? .fullScreen : .overlay])
                let (a, b) = forth ? ("Cinema", "Lecture") : ("Lecture", "Cinema")
                #expect(session.lines(7, after: printed) == swap(a, b), "\(session.everything)")
                printed += 7
                try settle(capture)
            }
            try keyboard.press("q")
            #expect(cinema.wait(.seconds(10)) == .code(0))
            lecture.send(15)
            #expect(lecture.wait(.seconds(10)) == .code(0))
            // Lecture was in Picture in Picture when it was ended.
            #expect(session.lines.filter { $0.hasSuffix(": end") } == ["Cinema: end", "Lecture: end"])
            #expect(session.lines.last { $0.hasPrefix("Lecture: did") } == "Lecture: didStop(programmatic)")
        }
    }

    @Test(.needs(.phoc)) func eachAppChangesPlacesWithOrielPlay() async throws {
        let apps = try ExampleApps()
        let (green, red) = (try apps.clip(.green), try apps.clip(.red))
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            _ = try session.start("Cinema", green)
            try oriel.wait(for: ["green": .fullscreen])
            try oriel.play(
                ["--pip", "--id", "talk", red],
                expecting: ["green": .fullscreen, "talk": .pip])
            try oriel.run("swap")
            try oriel.wait(for: ["green": .pip, "talk": .fullscreen])
            var heard = ["willStart", "didStart", "background"].map { "Cinema: " + $0 }
            #expect(session.lines(3, after: 0) == heard, "\(session.everything)")
            try oriel.run("swap")
            try oriel.wait(for: ["green": .fullscreen, "talk": .pip])
            heard = ["foreground", "restore", "willStop", "didStop(restoreRequested)"].map { "Cinema: " + $0 }
            #expect(session.lines(4, after: 3) == heard, "\(session.everything)")
            try oriel.run("quit", "--player", "talk")
            try oriel.run("quit", "--player", "green")
            let lecture = try session.start("Lecture", red)
            try oriel.wait(for: ["red": .pip])
            try oriel.play(
                ["--fullscreen", "--id", "film", green], expecting: ["film": .fullscreen, "red": .pip])
            try oriel.run("swap")
            try oriel.wait(for: ["film": .pip, "red": .fullscreen])
            heard = ["foreground", "restore", "willStop", "didStop(restoreRequested)"].map { "Lecture: " + $0 }
            let lines = session.lines(14, after: 0)
            #expect(lines.suffix(4) == heard[...], "\(session.everything)")
            try oriel.run("quit", "--player", "red")
            #expect(lecture.wait(.seconds(10)) == .code(0))
        }
    }

    @Test(.needs(.phoc)) func anAppEndsByItsOverlayAndWhereItsMediumCannotBePlayed() async throws {
        let apps = try ExampleApps()
        let talk = try apps.clip(.red)
        try await withCompositor(.phoc) { compositor in
            let session = ExampleSession(compositor, apps)
            let missing = try session.start("Cinema", "/nonexistent.mp4")
            #expect(missing.wait(.seconds(10)) == .code(0))
            #expect(session.lines == ["Cinema: /nonexistent.mp4: no such file", "Cinema: end"])
            let capture = try ScreenCapture(socket: compositor.socket)
            let mouse = try VirtualPointer(socket: compositor.socket)
            let lecture = try session.start("Lecture", talk)
            try expect(capture, session, [.red: .overlay])
            // In its corner, as the app wished.
            try mouse.move(to: Point(x: 1060, y: 130))
            try mouse.click(.middle)
            #expect(lecture.wait(.seconds(10)) == .code(0))
            let heard = ["willStart", "didStart", "willStop", "didStop(userClosed)", "end"].map { "Lecture: " + $0 }
            #expect(Array(session.lines.dropFirst(2)) == heard, "\(session.everything)")
        }
    }

    /// A picture of the app's own moves, in its window and in Picture in Picture, and its delegate pauses it and skips.
    @Test(.needs(.phoc)) func anAppsOwnPictureMovesAndFloats() async throws {
        let apps = try ExampleApps()
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            let app = try session.start("SampleBuffers")
            try oriel.wait(for: ["SampleBuffers": .window])
            let places = try (0..<20).map { _ in try ball(in: compositor) }
            #expect(Set(places).count > 3, "\(places)")
            try oriel.run("toggle")
            try oriel.wait(for: ["SampleBuffers": .pip])
            try oriel.run("seek", "60")
            try oriel.run("pause")
            try oriel.wait(for: "SampleBuffers") { $0.paused && $0.position >= 60 && $0.duration == 120 }
            // Long enough for what was on its way.
            try oriel.run("seek", "62")
            let shown = try oriel.player("SampleBuffers").frames.presented
            try oriel.wait(for: "SampleBuffers") { $0.frames.presented >= shown && $0.position == 62 }
            // In its corner.
            let floating = try ball(in: compositor)
            #expect(floating.x > 1280 / 2 && floating.y > 720 / 2, "\(floating)")
            try oriel.run("resume")
            try oriel.run("restore")
            try oriel.wait(for: ["SampleBuffers": .window])
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0))
            #expect(session.lines == ["SampleBuffers: end"], "\(session.everything)")
        }
    }

    /// Where the example's ball is: the middle of its colour.
    private func ball(in compositor: HeadlessCompositor) throws -> Point {
        let picture = try Screenshot.take(of: compositor)
        let found = picture.pixels.indices.filter { index in
            let pixel = picture.pixels[index]
            return pixel >> 16 & 255 > 240 && (120...170).contains(pixel >> 8 & 255) && pixel & 255 < 60
        }
        try #require(found.count > 50, "no ball is seen")
        let width = picture.size.width
        return Point(
            x: found.reduce(0) { $0 + $1 % width } / found.count, y: found.reduce(0) { $0 + $1 / width } / found.count)
    }

    /// The program's own loop serves the library: `poll`, or GLib's main loop.
    @Test(.needs(.phoc)) func appsWithLoopsOfTheirOwnPlayFloatAndEnd() async throws {
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let session = ExampleSession(compositor, apps)
            for (name, mode) in [("Standard", PlayerStatus.Mode.window), ("OwnLoop", .window), ("GLibLoop", .window)] {
                let capture = try ScreenCapture(socket: compositor.socket)
                let app = try session.start(name, film)
                try oriel.wait(for: ["green": mode])
                #expect(capture.wait(.seconds(20)) { ($0.index(of: .green) ?? 0) >= 20 } != nil)
                try oriel.run("toggle")
                try expect(capture, session, [.green: .overlay])
                // Waking seldom, it is as smooth as in the library's own loop.
                try capture.pass(30)
                try capture.stop()
                let timeline = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen)
                #expect(timeline.regressions.isEmpty && timeline.shown.count > 30, "\(name): \(timeline)")
                if name == "Standard" {
                    // It has no delegate: its window comes back by itself.
                    try oriel.run("restore")
                    try oriel.wait(for: ["green": .window])
                }
                try oriel.run("quit")
                #expect(app.wait(.seconds(10)) == .code(0), "\(session.everything)")
            }
            #expect(session.lines == ["OwnLoop: end", "GLibLoop: half a second has passed", "GLibLoop: end"])
        }
    }

    /// Waits for a composition in which each stream stands where it should.
    private func expect(
        _ capture: ScreenCapture, _ session: ExampleSession, _ places: [StampColor: StreamPlace]
    ) throws {
        let found = capture.wait(.seconds(30), from: capture.count) { composition in
            places.allSatisfy { $0.value.holds($0.key, in: composition) }
        }
        try #require(found != nil, "never seen: \(places); \(session.everything)")
    }

    /// Lets the new window get the keyboard, which no compositor tells: a second of its film.
    private func settle(_ capture: ScreenCapture) throws { try capture.pass(30) }
}
