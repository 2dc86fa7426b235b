import Foundation
import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `liboriel.so` as `scripts/install-library` installs it, and what `scripts/test` made with it, where every user can
/// run it.
struct CPrograms {
    let folder: TemporaryFolder
    var library: String { folder.path + "/liboriel.so.0" }
    var header: String { folder.path + "/oriel.h" }

    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let prefix = URL(filePath: try Executable.built("c/bin/misuse")).deletingLastPathComponent()
            .deletingLastPathComponent()
        let programs = [
            "float", "bounce", "misuse", "sources", "widget", "film", "ball.py", "bindings.py", "film.py", "pages.py",
            "scroll.py", "GTKFilm",
        ]
        .map { "bin/" + $0 }
        let libraries =
            ["liboriel.so.0", "liboriel-gtk4.so.0", "girepository-1.0/OrielGtk-0.typelib"]
            + ["python3/site-packages/oriel.py"]
        for name in ["include/oriel.h"] + libraries.map({ "lib/" + $0 }) + programs {
            let file = prefix.appending(path: name).resolvingSymlinksInPath()
            let path = folder.path + "/" + (name.split(separator: "/").last ?? "")
            try Executable.place(file.path, at: path)
        }
    }

    func start(
        _ name: String, _ arguments: String..., environment: [String: String] = [:],
        in compositor: HeadlessCompositor
    ) throws -> ChildProcess {
        let isScript = name.hasSuffix(".py")
        return try compositor.launch(
            isScript ? "/usr/bin/python3" : "\(folder.path)/\(name)",
            (isScript ? ["\(folder.path)/\(name)"] : []) + arguments,
            environment: [
                "LD_LIBRARY_PATH": folder.path, "GI_TYPELIB_PATH": folder.path, "GSK_RENDERER": "cairo",
            ].merging(environment) { $1 })
    }
}

extension ExampleTests {
    /// The library exports exactly the symbols of its header, under one version, and none of Swift's.
    @Test func theLibraryForCExportsWhatItsHeaderDeclares() throws {
        let programs = try CPrograms()
        let names = try ChildProcess("nm", ["-D", "--defined-only", programs.library])
        #expect(names.wait(.seconds(20)) == .code(0))
        let exported = names.standardOutput.split(separator: "\n").filter { !$0.contains(" A ORIEL_0") }
            .map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
        let header = try String(contentsOfFile: programs.header, encoding: .utf8)
            .replacing(/\/\*(.|\n)*?\*\//, with: "")
        let declared = header.matches(of: /\b(oriel_[a-z_]+)\s*\(/).map { "T \($0.1)@@ORIEL_0" }
        #expect(declared.count > 50 && Set(declared).count == declared.count)
        #expect(Set(exported) == Set(declared), "\(Set(exported).symmetricDifference(declared))")
        let sections = try ChildProcess("readelf", ["-d", programs.library])
        #expect(sections.wait(.seconds(20)) == .code(0))
        #expect(sections.standardOutput.contains("Library soname: [liboriel.so.0]"))
        let needed = sections.standardOutput.split(separator: "\n").filter { $0.contains("(NEEDED)") }
        for name in ["swift", "Foundation", "dispatch", "libav", "libass", "libpulse"] {
            #expect(!needed.contains { $0.contains(name) }, "\(needed)")
        }
    }

    /// NULLs, stale handles and those of others, the wrong thread, wrong strides, what is freed by its own callback.
    @Test(.needs(.phoc)) func aProgramInCIsToldOfItsMistakes() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withCompositor(.phoc) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let misuse = try programs.start("misuse", film, "user", in: compositor)
            // Its user skips three times, when it says so.
            for count in 1...3 {
                let isAsked = wait(.seconds(60)) {
                    misuse.standardOutput.components(separatedBy: "press Right").count > count
                }
                try #require(isAsked, "\(misuse.standardError)")
                try keyboard.press("Right")
            }
            #expect(misuse.wait(.seconds(60)) == .code(0), "\(misuse.standardError)")
            #expect(misuse.standardOutput.hasSuffix(" checks, 0 failures\n"), "\(misuse.standardOutput)")
        }
    }

    /// The widget in a program in C that has no application ID and sets no name.
    @Test(.needs(.phoc)) func theWidgetFloatsFromC() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green, frames: 600)
        try apps.addSubtitles(to: film)
        try await withCompositor(.phoc) { compositor in
            // GTK 4.8 ends on a compositor without a seat.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try programs.start("widget", film, in: compositor)
            #expect(app.wait(.seconds(30)) == .code(0), "\(app.standardError)")
            let tracks = "1 subtitles, English, green.en.srt; 0 sounds; -1 -1 0, 2 changes\n"
            let second = "the second item at eight times its speed\nended\n"
            #expect(
                app.standardOutput == "did-start\nrestore\ndid-stop: programmatic\n\(tracks)\(second)end\n",
                "\(app.standardError)")
            // Languages other than C have the tracks, and pointers to what is beneath.
            let script = """
                import gi
                gi.require_version("Gtk", "4.0")
                gi.require_version("OrielGtk", "0")
                from gi.repository import Gtk, OrielGtk
                Gtk.init()
                video = OrielGtk.Video()
                video.set_audio_track(3)
                print(video.get_audio_tracks(), video.props.subtitle_tracks, video.props.audio_track)
                print(not video.get_player(), not video.get_view(), not video.get_controller())
                """
            let path = programs.folder.path + "/tracks.py"
            try script.write(toFile: path, atomically: true, encoding: .utf8)
            let python = try programs.start("tracks.py", in: compositor)
            #expect(python.wait(.seconds(30)) == .code(0), "\(python.standardError)")
            #expect(python.standardOutput == "[] [] -1\nTrue True True\n", "\(python.standardError)")
            withExtendedLifetime(keyboard) {}
        }
    }

    /// The widget in Swift, by the module OrielGTK: its own Swift run-time and the library's don't meet.
    @Test(.needs(.phoc)) func theWidgetFloatsFromSwift() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green, frames: 600)
        try await withCompositor(.phoc) { compositor in
            // GTK 4.8 ends on a compositor without a seat.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            for (medium, wanted) in [
                (film, "GTKFilm: floats\nGTKFilm: restore\nGTKFilm: is back, by the program\nGTKFilm: end\n"),
                ("/nonexistent.mkv", "GTKFilm: /nonexistent.mkv: no such file\nGTKFilm: end\n"),
            ] {
                let app = try programs.start("GTKFilm", medium, in: compositor)
                #expect(app.wait(.seconds(30)) == .code(0), "\(app.standardError)")
                #expect(app.standardOutput == wanted, "\(app.standardError)")
            }
            withExtendedLifetime(keyboard) {}
        }
    }

    /// Its window is GTK's, with its buttons; its picture floats, and changes places with `oriel play`'s.
    @Test(.needs(.phoc)) func aProgramOfGTKFloatsAndChangesPlaces() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try programs.start("bounce", in: compositor)
            try oriel.wait(for: "Bounce") { $0.pip.possible }
            try expectBall(of: 50...1000, in: compositor)
            // The button that has the focus.
            try keyboard.press("space")
            try oriel.wait(for: "Bounce") { $0.pip.active }
            try expectBall(of: 5...49, in: compositor)
            try oriel.play(["--fullscreen", "--id", "film", film], expecting: ["film": .fullscreen])
            try oriel.run("swap", "--player", "film")
            try oriel.wait(for: ["film": .pip])
            try expectBall(of: 50...1000, in: compositor)
            try oriel.run("swap", "--player", "Bounce")
            try oriel.wait(for: ["film": .fullscreen])
            try oriel.run("pause", "--player", "Bounce")
            try oriel.wait(for: "Bounce") { $0.pip.state == .active && $0.paused }
            try oriel.run("quit", "--player", "film")
            try oriel.run("restore", "--player", "Bounce")
            try expectBall(of: 50...1000, in: compositor)
            try oriel.run("quit", "--player", "Bounce")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(app.standardOutput == "bounce: end\n", "\(app.standardError)")
        }
    }

    /// The picture is inside a window of GTK's. Its page is left while it floats, and comes back with it, in Python.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aPageOfGTKIsLeftWhileItsVideoFloats(kind: CompositorKind) async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(kind) { oriel, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let app = try programs.start("pages.py", film, in: compositor)
            try oriel.wait(for: "green") { $0.pip.possible }
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(20)) { $0.places(of: .green).count == 1 } != nil)
            try capture.stop()
            let proven = try await ProvenCapture(of: compositor) { capture in
                // The button that has the focus.
                try keyboard.press("space")
                try oriel.wait(for: "green") { $0.pip.active }
                try capture.pass(9)
                try keyboard.press("Escape")
                #expect(app.waitForOutput(.seconds(5)) { $0.contains("left") })
                try capture.pass(9)
                try oriel.run("restore")
                try oriel.wait(for: "green") { $0.pip.state == .idle }
                try capture.pass(9)
            }
            // Over the picture that leaves, the overlay hides a part of the stamp, so that another frame's may be read.
            let timeline = StreamTimeline(of: .green, in: proven.compositions, present: .throughout)
            #expect(!timeline.samples.isEmpty && timeline.lost.isEmpty, "\(timeline.lost)")
            #expect(app.standardOutput == "pages: left\npages: restore\npages: stopped\n", "\(app.standardError)")
            // Left in its place, it ends with its page.
            try keyboard.press("Escape")
            #expect(app.waitForOutput(.seconds(5)) { $0.contains("closed") })
            #expect(wait(.seconds(5)) { ((try? oriel.status()) ?? []).isEmpty })
        }
    }

    /// Oriel's controls inside a window of GTK's, by the events that the widget forwards, in Vala.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aFilmInValaHasOrielsControls(kind: CompositorKind) async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(kind) { oriel, compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let app = try programs.start("film", film, in: compositor)
            try oriel.wait(for: "green") { $0.pip.possible && $0.frames.presented > 0 }
            let shown = try Screenshot.take(of: compositor)
            let frame = try #require(StampReader.locate(in: shown).first?.picture)
            // The widget fills the window, which both compositors make as large as the screen.
            let picture = Rect(x: 0, y: frame.y, width: 1280, height: 720 - frame.y)
            let button = try place(of: .startPictureInPicture, in: .window, on: picture) {
                $0.duration = .seconds(120)
                $0.hidden = [.fullScreen]
            }
            try mouse.move(to: Point(x: button.x - 40, y: button.y - 60))
            try mouse.move(to: button)
            let areSeen = try wait(.seconds(5)) {
                isBarSeen(in: try Screenshot.take(of: compositor), on: picture, beside: button)
            }
            #expect(areSeen, "no controls on \(picture)")
            try mouse.click(.left)
            try oriel.wait(for: "green") { $0.pip.state == .active }
            try oriel.run("restore")
            try oriel.wait(for: "green") { $0.pip.state == .idle }
            try oriel.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(app.standardOutput == "film: floats\nfilm: is back\nfilm: end\n", "\(app.standardError)")
        }
    }

    /// Objects, callbacks and errors of Python's module; an exception in a callback is printed and ends nothing.
    @Test(.needs(.phoc)) func thePythonModuleHasObjectsCallbacksAndErrors() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green, frames: 600)
        try apps.addSubtitles(to: film)
        try await withCompositor(.phoc) { compositor in
            let app = try programs.start("bindings.py", film, in: compositor)
            #expect(app.wait(.seconds(60)) == .code(0), "\(app.standardError)")
            #expect(app.standardError.contains("ValueError: of a callback"), "\(app.standardError)")
            let wanted = """
                a second application: BUSY
                another thread: THREAD
                floats: True ACTIVE
                restore
                will stop
                stopped: PROGRAMMATIC
                ready: green.mp4, 1 item, None
                tracks: 1 0, then None of ['English, green.en.srt']
                closed
                a closed player: ARGUMENT
                closed
                exit: 7
                kept: 0

                """
            #expect(app.standardOutput == wanted, "\(app.standardError)")
        }
    }

    /// A film in thirty lines of C, a drawing in fifty of Python.
    @Test(.needs(.phoc)) func aFilmFloatsByCAndADrawingByPython() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withSession(.phoc) { oriel, compositor in
            let float = try programs.start("float", film, in: compositor)
            try oriel.wait(for: ["green": .pip])
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(20)) { StreamPlace.overlay.holds(.green, in: $0) } != nil)
            try capture.stop()
            float.send(15)
            #expect(float.wait(.seconds(10)) == .code(0), "\(float.standardError)")
            #expect(float.standardOutput == "float: end\n", "\(float.standardError)")
            let ball = try programs.start("ball.py", in: compositor)
            try oriel.wait(for: ["Ball": .pip])
            let places = try (0..<10).map { _ in try expectBall(of: 20...100, in: compositor) }
            #expect(Set(places).count > 2, "\(places)")
            try oriel.run("quit")
            #expect(ball.wait(.seconds(10)) == .code(0), "\(ball.standardError)")
            #expect(ball.standardOutput == "ball: end\n", "\(ball.standardError)")
        }
    }

    /// Times, boundaries, events, rates and a seek's end, as Python hears of them.
    @Test(.needs(.phoc)) func pythonFollowsAFilm() async throws {
        let programs = try CPrograms()
        let apps = try ExampleApps()
        let film = try apps.clip(.green)
        try await withCompositor(.phoc) { compositor in
            let app = try programs.start("film.py", film, in: compositor)
            #expect(app.wait(.seconds(30)) == .code(0), "\(app.standardError)")
            let lines = app.standardOutput.split(separator: "\n").map { $0.dropFirst("film: ".count) }
            // The order of times and events that fall together is not told.
            let wanted = [
                "opened, 120.0 s", "at 0 s", "rate 1.0", "at 1 s", "past 1.5 s", "landed: True", "rate 2.0", "at 10 s",
                "at 11 s", "at 12 s", "end",
            ]
            #expect(Set(wanted).isSubset(of: lines.map(String.init)), "\(lines)")
            #expect(lines.filter { $0 == "past 1.5 s" }.count == 1 && lines.last == "end" && !lines.contains("at 5 s"))
            let missing = try programs.start("film.py", "/nonexistent.mkv", in: compositor)
            #expect(missing.wait(.seconds(30)) == .code(0), "\(missing.standardError)")
            #expect(
                missing.standardOutput.contains("film: failed: /nonexistent.mkv: no such file\n"),
                "\(missing.standardOutput)")
        }
    }

    /// Waits for a ball of the examples' colour whose width lies within these pixels.
    @discardableResult
    private func expectBall(of widths: ClosedRange<Int>, in compositor: HeadlessCompositor) throws -> Point {
        var seen: ClosedRange<Int>?
        var middle = Point(x: 0, y: 0)
        let isThere = try wait(.seconds(10)) {
            let picture = try Screenshot.take(of: compositor)
            let width = picture.size.width
            let found = picture.pixels.indices.filter { index in
                let pixel = picture.pixels[index]
                return pixel >> 16 & 255 > 240 && (120...170).contains(pixel >> 8 & 255) && pixel & 255 < 60
            }
            let columns = found.map { $0 % width }
            guard let left = columns.min(), let right = columns.max() else { return false }
            seen = left...right
            middle = Point(x: (left + right) / 2, y: found.reduce(0) { $0 + $1 / width } / found.count)
            return widths.contains(right - left)
        }
        #expect(isThere, "\(String(describing: seen))")
        return middle
    }
}
