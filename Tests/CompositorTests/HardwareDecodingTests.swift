import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play --hwdec` with the driver for tests, which the real libva loads.
@Suite(.serialized, .needs(program: "clang")) struct HardwareDecodingTests {
    private let driver: VideoDriver
    private let clip: String
    private let options = ["--hwdec-device", VideoDriver.device, "--loop", "--id", "a"]

    private static let compiled = Result { try VideoDriver() }

    init() throws {
        driver = try Self.compiled.get()
        try driver.control()
        clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 300, codec: "libvpx-vp9", container: "webm",
            bFrames: nil, keyInterval: 30
        ).file()
    }

    private func hasDriver(_ player: ChildProcess) throws -> Bool {
        let maps = try ChildProcess("cat", ["/proc/\(player.pid)/maps"])
        #expect(maps.wait(.seconds(20)) == .code(0))
        let libraries = maps.standardOutput
        let hasDecoder = libraries.contains("libavcodec")
        #expect(hasDecoder)
        return libraries.contains("oriel_drv_video")
    }

    /// Windows and overlays, hardware and software: every composition shows the video.
    @Test(.needs(.phoc), arguments: ["gles", "shm"])
    func togglesAndSwitchesAreSeamless(renderer: String) async throws {
        let program = try OrielProgram()
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program, environment: driver.environment)
            let player = try session.play(
                ["--hwdec", "vaapi", "--renderer", renderer] + options + [clip], expecting: ["a": .window])
            try session.wait(for: "a") { $0.video?.hwdec == "vaapi" }
            #expect(try session.player("a").video?.hwdecReason == nil)
            #expect(try hasDriver(player))
            try await expectSteady(.green, on: compositor) { capture in
                for wish in ["no", "vaapi", "no", "vaapi"] {
                    try session.run("hwdec", wish)
                    try session.wait(for: "a") { $0.video?.hwdec == (wish == "no" ? "none" : wish) }
                    try session.run("toggle")
                    try capture.pass(9)
                }
            }
            #expect(!player.standardError.contains("hardware"), "\(player.standardError)")
        }
    }

    @Test func aDriverThatFailsIsOneLineAndTheStatusSaysWhy() async throws {
        try driver.control("fail vaEndPicture 45\n")
        let program = try OrielProgram()
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program, environment: driver.environment)
            try await expectSteadyAfterStart(session, compositor)
            let video = try #require(try session.player("a").video)
            #expect(video.hwdec == "none" && video.hwdecReason?.contains("the driver failed") == true, "\(video)")
            let lines = session.players[0].standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("software goes on"), "\(lines)")
        }
    }

    private func expectSteadyAfterStart(_ session: OrielSession, _ compositor: HeadlessCompositor) async throws {
        try session.play(["--hwdec", "vaapi"] + options + [clip], expecting: ["a": .window])
        try await expectSteady(.green, on: compositor) { _ in
            try session.wait(for: "a") { $0.video?.hwdec == "none" && $0.frames.presented > 60 }
        }
    }

    /// Neither for a player in software, nor where `auto` doesn't know the driver.
    @Test(arguments: ["no", "auto"])
    func withoutHardwareNoDriverIsLoaded(wish: String) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--hwdec", wish] + options + [clip],
            environment: driver.environment)
        defer { player.stop() }
        #expect(fake.wait(.seconds(20)) { surfaces, _ in surfaces.contains(where: \.isMapped) })
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
    }
}
