import Foundation
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielText
import Testing

/// A slow disk: fontconfig waits for its configuration until it is written.
private final class SlowFonts {
    let folder: Folder
    let path: String

    init() throws {
        folder = try Folder()
        path = "\(folder.path)/slow.conf"
        #expect(mkfifo(path, 0o600) == 0)
    }

    /// Waits until the engine's thread opens the file, which then waits for `write`.
    private func open() -> CInt {
        let deadline = MonotonicClock.now + .seconds(30)
        while MonotonicClock.now < deadline {
            let descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            usleep(1000)
        }
        return -1
    }

    func waitUntilRead(then body: () -> Void) {
        let descriptor = open()
        #expect(descriptor >= 0)
        body()
        let text = Folder.configuration(["/usr/share/fonts", "/usr/local/share/fonts"], cache: folder.path)
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)
    }
}

/// Returns a client's next picture; nil if none comes for a long time.
func picture(of client: TextClient, _ wakeup: Wakeup) -> TextPicture? {
    var event = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, 30_000) == 1 else { return nil }
    wakeup.clear()
    return client.takePicture()
}

/// Waits until no thread of this process has a name.
private func waitForEnd(ofThreads name: String) {
    let deadline = MonotonicClock.now + .seconds(30)
    while threads(named: name) > 0, MonotonicClock.now < deadline { usleep(1000) }
    #expect(threads(named: name) == 0)
}

/// Returns the number of this process's threads with a name.
private func threads(named name: String) -> Int { OwnProcess.threads { $0 == name } }

@Suite struct TextEngineTests {
    private let wakeup: Wakeup

    init() throws { wakeup = try Wakeup() }

    private func options(_ change: (inout TextOptions) -> Void) -> TextOptions {
        var options = TextOptions()
        change(&options)
        return options
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func aSceneComesBackAsAPicture() throws {
        let engine = TextEngine()
        let client = engine.client(waking: wakeup)
        #expect(client.takePicture() == nil && engine.problem == nil)
        #expect(client.draw(scene(.text(run("Hello")))) == .awaited)
        let drawn = try #require(picture(of: client, wakeup))
        #expect(drawn.bitmap != nil && drawn.problem == nil && engine.problem == nil)
        #expect(client.takePicture() == nil)
        engine.stop()
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func theSameSceneIsDrawnOnce() throws {
        let engine = TextEngine()
        let client = engine.client(waking: wakeup)
        let hello = scene(.text(run("Hello")))
        client.draw(hello)
        #expect(client.draw(hello) == .known)
        #expect(picture(of: client, wakeup) != nil)
        #expect(client.draw(hello) == .known && client.drawn == 1)
        // A client that has cancelled has hidden the picture and gets it again.
        client.cancel()
        #expect(client.draw(hello) == .drawn && client.takePicture()?.bitmap != nil)
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func whatWasDrawnLatelyIsThereAtOnce() throws {
        let engine = TextEngine(options { $0.thread = "text-lately" })
        let client = engine.client(waking: wakeup)
        let other = engine.client(waking: wakeup)
        let (hello, world) = (TextScene.Item.text(run("Hello")), TextScene.Item.text(run("everybody")))
        let box = TextScene.Item.backdrop(
            Backdrop(behind: 1..<3, horizontalPadding: 4, verticalPadding: 4, radius: 4, color: .black))
        #expect(client.draw(scene(box, hello, world)) == .awaited)
        let first = try #require(picture(of: client, wakeup))
        // For any client, in any order, as the thread would draw it.
        #expect(other.draw(scene(box, hello, world)) == .drawn)
        let again = try #require(other.takePicture())
        #expect(again.bitmap == first.bitmap && again.measures == first.measures && other.takePicture() == nil)
        #expect(other.draw(scene(world)) == .drawn && client.draw(scene()) == .drawn)
        #expect(other.takePicture()?.bitmap != nil && client.takePicture()?.bitmap == nil)
        // Any number of times, whatever was drawn in between.
        for count in 1...6 {
            #expect(client.draw(TextScene(size: scene().size, items: Array(repeating: world, count: count))) == .drawn)
            #expect(client.takePicture()?.measures.count == count)
            other.cancel()
            #expect(other.draw(scene(box, hello, world)) == .drawn)
            #expect(other.takePicture()?.bitmap == first.bitmap)
        }
        // A box of another size was never drawn, nor was the same text for another surface.
        #expect(other.draw(scene(box, hello)) == .awaited && picture(of: other, wakeup) != nil)
        #expect(client.draw(scene(hello, size: Size(width: 300, height: 100))) == .awaited)
        // Work waiting for the thread is no longer needed.
        #expect(client.draw(scene(hello)) == .drawn)
        let wanted = scene(hello).size
        engine.stop()
        waitForEnd(ofThreads: "text-lately")
        #expect(client.takePicture().map { $0.bitmap?.area.maxX ?? 0 <= wanted.width } == true)
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func aLargePictureIsPutTogetherByTheThread() throws {
        let engine = TextEngine()
        let client = engine.client(waking: wakeup)
        let size = Size(width: 1920, height: 1080)
        let corners = scene(
            .shape(.box(x: 0, y: 0, width: 9, height: 9, color: .white)),
            .shape(.box(x: 1900, y: 1000, width: 9, height: 9, color: .white)), size: size)
        for _ in 0..<2 {
            #expect(client.draw(corners) == .awaited)
            #expect(picture(of: client, wakeup)?.bitmap != nil)
            client.cancel()
        }
    }

    /// No client waits for fontconfig either.
    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func theNewestRequestIsDrawnAndNoOther() throws {
        let fonts = try SlowFonts()
        let engine = TextEngine(options { $0.fontConfiguration = fonts.path })
        let client = engine.client(waking: wakeup)
        let other = engine.client(waking: wakeup)
        client.draw(scene(.text(run("first"))))
        fonts.waitUntilRead {
            for number in 0..<1000 { client.draw(scene(.text(run("number \(number)")))) }
            client.draw(scene(.shape(.box(x: 300, y: 200, width: 9, height: 9, color: .white))))
            other.draw(scene(.shape(.box(x: 10, y: 10, width: 9, height: 9, color: .white))))
            #expect(client.takePicture() == nil && client.drawn == 0)
        }
        let drawn = try #require(picture(of: client, wakeup))
        #expect(drawn.measures.first?.layout?.x == 300 && client.drawn == 1)
        engine.stop()
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func whatIsCancelledNeverComes() throws {
        let fonts = try SlowFonts()
        let engine = TextEngine(options { $0.fontConfiguration = fonts.path })
        let client = engine.client(waking: wakeup)
        var dropped: TextClient? = engine.client(waking: wakeup)
        let other = engine.client(waking: wakeup)
        client.draw(scene(.text(run("gone"))))
        fonts.waitUntilRead {
            client.cancel()
            dropped?.draw(scene(.text(run("gone as well"))))
            dropped = nil
            other.draw(scene(.text(run("here"))))
        }
        #expect(picture(of: other, wakeup) != nil)
        #expect(client.takePicture() == nil && client.drawn == 0)
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func theEngineDrawsSubtitlesAndSaysWhetherTheyChanged() throws {
        let engine = TextEngine()
        let client = engine.client(waking: wakeup)
        let track = SubtitleTrack(header: SubtitleTrackTests.header)
        track.add(SubtitleTrackTests.chunk(0, "Hello"))
        client.draw(track, at: .seconds(1.2), on: SubtitleGeometry(surface: SubtitleTrackTests.size))
        #expect(try #require(picture(of: client, wakeup)).isChanged)
        client.draw(track, at: .seconds(1.4), on: SubtitleGeometry(surface: SubtitleTrackTests.size))
        let same = try #require(picture(of: client, wakeup))
        #expect(!same.isChanged && same.bitmap != nil)
        client.draw(track, at: .seconds(5), on: SubtitleGeometry(surface: SubtitleTrackTests.size))
        let none = try #require(picture(of: client, wakeup))
        #expect(none.isChanged && none.bitmap == nil)
    }

    @Test func aLibraryThatIsMissingIsAValue() throws {
        let engine = TextEngine(options { $0.library = "libass-that-is-missing.so" })
        let client = engine.client(waking: wakeup)
        client.draw(scene(.text(run("Hello"))))
        let drawn = try #require(picture(of: client, wakeup))
        #expect(drawn.bitmap == nil && drawn.problem == engine.problem)
        let problem = try #require(engine.problem?.description)
        #expect(problem.hasPrefix("no text: libass is missing (libass-that-is-missing.so"), "\(problem)")
        // The engine still answers.
        client.draw(scene(.text(run("Are you there?"))))
        #expect(picture(of: client, wakeup)?.problem != nil)
    }

    /// A different library has none of the functions.
    @Test func aLibraryWithoutTheFunctionsIsAValue() throws {
        #expect(throws: TextProblem.libraryIsMissing("libm.so.6 has no ass_library_version")) {
            try TextRenderer(options { $0.library = "libm.so.6" })
        }
    }

    @Test(.enabled(if: hasFonts, "no libass or no font is installed"))
    func aSystemWithoutFontsSaysSo() throws {
        let folder = try Folder()
        let configuration = try folder.configuration(fonts: [])
        let engine = TextEngine(options { $0.fontConfiguration = configuration })
        let client = engine.client(waking: wakeup)
        client.draw(scene(.text(run("Hello"))))
        let drawn = try #require(picture(of: client, wakeup))
        #expect(drawn.bitmap == nil && drawn.problem == .fontsAreMissing && engine.problem == .fontsAreMissing)
    }

    @Test func anEngineThatIsStoppedLeavesNoThread() throws {
        let engine = TextEngine(options { $0.thread = "text-stopped" })
        #expect(threads(named: "text-stopped") == 0)
        let client = engine.client(waking: wakeup)
        client.draw(scene(.text(run("Hello"))))
        #expect(picture(of: client, wakeup) != nil)
        #expect(threads(named: "text-stopped") == 1)
        engine.stop()
        waitForEnd(ofThreads: "text-stopped")
        client.draw(scene(.text(run("late"))))
        #expect(client.takePicture() == nil && threads(named: "text-stopped") == 0)
    }

    @Test func anEngineThatIsLetGoLeavesNoThread() throws {
        var engine: TextEngine? = TextEngine(options { $0.thread = "text-let-go" })
        let client = try #require(engine).client(waking: wakeup)
        client.draw(scene(.text(run("Hello"))))
        #expect(picture(of: client, wakeup) != nil)
        engine = nil
        waitForEnd(ofThreads: "text-let-go")
    }

    @Test func anEngineThatDrewNothingHasNoThread() {
        let engine = TextEngine(options { $0.thread = "text-idle" })
        #expect(threads(named: "text-idle") == 0)
        engine.stop()
    }

    /// Libraries linked into the program are those loaded at its start.
    @Test func libassIsNotLoadedWithTheProgram() throws {
        let program = Process()
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        program.executableURL = URL(filePath: path)
        program.environment = ProcessInfo.processInfo.environment.merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let libraries = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        #expect(libraries.contains("libc.so") && !libraries.contains("libass"), "\(libraries)")
    }
}
