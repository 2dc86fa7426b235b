import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play --hwdec` with the driver for tests, which the real libva loads.
@Suite(.serialized, .needs(program: "clang")) struct HardwareDecodingTests {
    private let driver: VideoDriver
    /// Long counts take longer than ten seconds, and a film that begins again goes back.
    private static let frames = isProving ? 3600 : 300
    private let clip: String
    private let device = ["--hwdec-device", VideoDriver.device, "--loop"]
    private var options: [String] { device + ["--id", "a"] }

    private static let compiled = Result { try VideoDriver() }

    init() throws {
        driver = try Self.compiled.get()
        try driver.control()
        clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: Self.frames, codec: "libvpx-vp9",
            container: "webm",
            bFrames: nil, keyInterval: 30
        ).file()
    }

    private func hasDriver(_ player: ChildProcess) throws -> Bool {
        let libraries = try libraries(of: player)
        let hasDecoder = libraries.contains("libavcodec")
        #expect(hasDecoder)
        return libraries.contains("oriel_drv_video")
    }

    private func libraries(of player: ChildProcess) throws -> String {
        let maps = try ChildProcess("cat", ["/proc/\(player.pid)/maps"])
        #expect(maps.wait(.seconds(20)) == .code(0))
        return maps.standardOutput
    }

    /// Windows and overlays, hardware and software: every composition shows the video.
    @Test(.needs(.sway, .phoc), arguments: presenterCells)
    func togglesAndSwitchesAreSeamless(kind: CompositorKind, renderer: String) async throws {
        try await withSession(kind, environment: driver.environment) { session, compositor in
            let player = try session.play(
                ["--hwdec", "vaapi", "--renderer", renderer] + options + [clip], expecting: ["a": .window])
            try session.wait(for: "a") { $0.video?.hwdec == "vaapi" }
            #expect(try session.player("a").video?.hwdecReason == nil)
            #expect(try hasDriver(player))
            for batch in Counts.batches(of: Counts.of("ORIEL_HARDWARE_TOGGLES", default: 4)) {
                try await expectSteady(.green, on: compositor) { capture in
                    for number in batch {
                        let wish = number % 2 == 0 ? "no" : "vaapi"
                        try session.run("hwdec", wish)
                        try session.wait(for: "a") { $0.video?.hwdec == (wish == "no" ? "none" : wish) }
                        try session.run("toggle")
                        try capture.pass(9)
                    }
                }
            }
            #expect(!player.standardError.contains("hardware"), "\(player.standardError)")
        }
    }

    /// Two programs, each with a decoder in the same device, change places.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func swapsAreSeamless(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_HARDWARE_SWAPS", default: 6)
        let other = try StampedClip(
            stream: .red, size: Size(width: 640, height: 360), frames: Self.frames, codec: "libvpx-vp9",
            container: "webm",
            bFrames: nil, keyInterval: 30
        ).file()
        try await withSession(kind, environment: driver.environment) { session, compositor in
            let options = ["--hwdec", "vaapi"] + device
            try session.play(options + ["--fullscreen", "--id", "a", clip], expecting: ["a": .fullscreen])
            try session.play(options + ["--pip", "--id", "b", other], expecting: ["a": .fullscreen, "b": .pip])
            for id in ["a", "b"] { try session.wait(for: id) { $0.video?.hwdec == "vaapi" } }
            for batch in Counts.batches(of: count) {
                try await expectSteady(.green, .red, on: compositor) { capture in
                    for number in batch {
                        try session.run("swap")
                        #expect(try session.player("a").mode == (number % 2 == 0 ? .pip : .fullscreen))
                        try capture.pass(9 + number * 5 % 7)
                    }
                }
            }
            for id in ["a", "b"] { #expect(try session.player(id).video?.hwdec == "vaapi") }
        }
    }

    /// Screenshots, with subtitles and turned, are the same bytes as in software, and so is the screen.
    @Test(.needs(.phoc), arguments: ["gles", "shm"])
    func screenshotsAreThoseOfSoftware(renderer: String) async throws {
        let folder = try TemporaryFolder()
        let text = "1\n00:00:00,000 --> 00:00:09,000\nOriel\n"
        try text.write(toFile: "\(folder.path)/text.srt", atomically: true, encoding: .utf8)
        try await withCompositor(.phoc) { compositor in
            var files: [Data] = []
            var screens: [RGBPicture] = []
            for wish in ["no", "vaapi"] {
                let session = try OrielSession(compositor, environment: driver.environment)
                let player = try session.play(
                    [
                        "--hwdec", wish, "--renderer", renderer, "--paused", "--start", "2", "--rotate", "90", "--sub",
                        "\(folder.path)/text.srt",
                    ] + options + [clip], expecting: ["a": .window])
                try session.wait(for: "a") { $0.video?.hwdec == (wish == "no" ? "none" : wish) }
                try session.wait(for: "a") { $0.tracks.contains { $0.kind == .subtitle && $0.selected } }
                screens.append(try stillScreen(of: compositor))
                let file = "\(folder.path)/\(wish).png"
                try session.run("screenshot", file)
                files.append(try Data(contentsOf: URL(filePath: file)))
                // The text was on the screen.
                try session.run("track", "subtitle", "off")
                let isWithoutText = try wait(.seconds(20)) {
                    try Screenshot.take(of: compositor).pixels != screens.last?.pixels
                }
                #expect(isWithoutText)
                try session.run("quit")
                #expect(player.wait(.seconds(20)) == .code(0))
            }
            #expect(files[0] == files[1] && files[0].count > 1000)
            let isSameScreen = screens[0] == screens[1]
            #expect(isSameScreen)
        }
    }

    /// A compositor that draws with OpenGL ES from dmabufs shows frames that were never copied, in a window and in
    /// Picture in Picture, as it shows software's.
    @Test(.enabled(if: VideoDriver.draws, "only where a device has memory"), .needs(.phoc))
    func framesInPlaceAreShownAsSoftwares() async throws {
        let environment = try #require(driver.drawing)
        try await withCompositor(HeadlessCompositor.Configuration(.phoc, environment: environment)) { compositor in
            var screens: [[RGBPicture]] = []
            for wish in ["no", "vaapi"] {
                let session = try OrielSession(compositor, environment: driver.environment)
                let player = try session.play(
                    ["--hwdec", wish, "--renderer", "gles", "--paused", "--start", "2", "-v"] + options + [clip],
                    expecting: ["a": .window])
                try session.wait(for: "a") { $0.video?.hwdec == (wish == "no" ? "none" : wish) }
                let window = try stillScreen(of: compositor)
                try session.run("toggle")
                try session.wait(for: ["a": .pip])
                screens.append([window, try stillScreen(of: compositor)])
                try session.run("resume")
                let shown = try session.player("a").frames.presented
                try session.wait(for: "a") { $0.frames.presented > shown + 10 }
                try session.run("quit")
                #expect(player.wait(.seconds(20)) == .code(0))
                #expect(player.standardError.contains("drawing with gles"), "\(player.standardError)")
            }
            // Only those are copied that are decoded before there is a window, and the picture that the list of recent
            // media keeps.
            let (exports, copies) = (driver.calls(of: "vaExportSurfaceHandle"), driver.calls(of: "vaGetImage"))
            #expect(exports >= 20 && copies <= exports / 10, "\(exports) exports, \(copies) copies")
            for (software, hardware) in zip(screens[0], screens[1]) {
                let stamp = try #require(StampReader.locate(in: software).first)
                #expect(StampReader.locate(in: hardware).first?.index == stamp.index)
                var sum = 0
                for (one, other) in zip(software.pixels, hardware.pixels) {
                    for shift in [0, 8, 16] { sum += abs(Int(one >> shift & 255) - Int(other >> shift & 255)) }
                }
                let mean = Double(sum) / Double(3 * software.pixels.count)
                print("in place and in software: \(mean) of 255 apart on the mean")
                #expect(mean < 1)
            }
        }
    }

    /// The screen once nothing on it changes for a while: texts are drawn after the first frame.
    private func stillScreen(of compositor: HeadlessCompositor) throws -> RGBPicture {
        var screen = try Screenshot.take(of: compositor)
        // Longer than a message is shown.
        let isStill = try wait(.seconds(20), every: .milliseconds(1200)) {
            let last = screen
            screen = try Screenshot.take(of: compositor)
            return screen == last
        }
        #expect(isStill)
        return screen
    }

    /// A driver that never returns: the picture stands for the second in which an answer may come, less what is decoded
    /// ahead, and goes on with the next frame; one line says why, and the program ends at once.
    @Test(.needs(.phoc)) func aDriverThatHangsForEverHoldsThePictureUpForASecond() async throws {
        try driver.control("hang vaEndPicture 45 -1\n")
        try await withSession(.phoc, environment: driver.environment) { session, compositor in
            try await expectSteadyAfterStart(session, compositor, within: 30)
            let video = try #require(try session.player("a").video)
            #expect(video.hwdec == "none" && video.hwdecReason?.contains("no answer") == true, "\(video)")
            let player = session.players[0]
            let lines = player.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("software goes on"), "\(lines)")
            // Asked for again, it isn't given another thread.
            try session.run("hwdec", "no")
            try session.run("hwdec", "vaapi")
            try session.wait(for: "a") { $0.video?.hwdecReason?.contains("hasn't returned") == true }
            let start = ContinuousClock().now
            try session.run("quit")
            #expect(player.wait(.seconds(20)) == .code(0))
            #expect(ContinuousClock().now - start < .seconds(2))
        }
    }

    /// The program ends while a driver hangs at its opening.
    @Test func aProgramEndsWhileADriverHangs() throws {
        try driver.control("hang vaInitialize 1 -1\n")
        let session = try FakeSession(["--hwdec", "vaapi"] + device, media: [clip], environment: driver.environment)
        defer { session.stop() }
        let player = session.player
        try #require(try wait(.seconds(20)) { try libraries(of: player).contains("oriel_drv_video") })
        let start = ContinuousClock().now
        player.send(SIGTERM)
        #expect(player.wait(.seconds(20)) != nil)
        #expect(ContinuousClock().now - start < .seconds(2))
    }

    @Test func aDriverThatFailsIsOneLineAndTheStatusSaysWhy() async throws {
        try driver.control("fail vaEndPicture 45\n")
        try await withSession(.phoc, environment: driver.environment) { session, compositor in
            try await expectSteadyAfterStart(session, compositor)
            let video = try #require(try session.player("a").video)
            #expect(video.hwdec == "none" && video.hwdecReason?.contains("the driver failed") == true, "\(video)")
            let lines = session.players[0].standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("software goes on"), "\(lines)")
        }
    }

    /// - Parameter bound: greatest distance from the clock, in frames.
    private func expectSteadyAfterStart(
        _ session: OrielSession, _ compositor: HeadlessCompositor, within bound: Double = 2
    ) async throws {
        try session.play(["--hwdec", "vaapi"] + options + [clip], expecting: ["a": .window])
        try await expectSteady(.green, on: compositor, within: bound) { _ in
            try session.wait(for: "a") { $0.video?.hwdec == "none" && $0.frames.presented > 60 }
        }
    }

    /// Neither for a player in software, nor where `auto` doesn't know the driver.
    @Test(arguments: ["no", "auto"])
    func withoutHardwareNoDriverIsLoaded(wish: String) throws {
        let session = try FakeSession(["--hwdec", wish] + device, media: [clip], environment: driver.environment)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped })
        #expect(try !hasDriver(player))
        #expect(player.standardError.isEmpty, "\(player.standardError)")
    }

    @Test func theDoctorOpensTheDevice() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[video]\nhwdec-device = \"\(VideoDriver.device)\"\n")
        let environment = driver.environment.merging(["XDG_CONFIG_HOME": home]) { $1 }
        let doctor = try fake.launch(Executable.built("oriel"), ["doctor"], environment: environment)
        #expect(doctor.wait(.seconds(20)) != nil)
        #expect(doctor.standardOutput.contains("VA-API on \(VideoDriver.device)"), "\(doctor.standardOutput)")
        try driver.control("fail vaInitialize 1\n")
        let second = try fake.launch(Executable.built("oriel"), ["doctor"], environment: environment)
        #expect(second.wait(.seconds(20)) != nil)
        #expect(second.standardOutput.contains("can't be opened for decoding"), "\(second.standardOutput)")
        try driver.control("hang vaInitialize 1 -1\n")
        let third = try fake.launch(Executable.built("oriel"), ["doctor"], environment: environment)
        #expect(third.wait(.seconds(20)) != nil)
        #expect(third.standardOutput.contains("no answer within 2 s"), "\(third.standardOutput)")
    }
}
