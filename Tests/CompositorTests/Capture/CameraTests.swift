import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A call that films (`oriel-lab film`), with a real, private PipeWire. A program of the tests stands in for the
/// camera, and another one for the portal and its user.
@Suite(
    .serialized, .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
    .needs(program: "gdbus"))
struct CameraTests {
    let server: PipeWireServer
    var bus: MessageBus { server.bus }
    let program: OrielProgram
    let lab: String
    let pipe: String
    let folder: TemporaryFolder

    init() throws {
        server = try PipeWireServer()
        program = try OrielProgram()
        lab = try program.copy("oriel-lab")
        folder = try TemporaryFolder()
        pipe = "\(folder.path)/commands"
        guard mkfifo(pipe, 0o666) == 0, chmod(pipe, 0o666) == 0, chmod(folder.path, 0o755) == 0 else {
            throw TestSupportError("mkfifo")
        }
    }

    func camera(_ name: String = "front", _ options: [String] = []) throws -> VideoSource {
        try VideoSource(["--role", "Camera", "--name", name] + options, in: server)
    }

    func portal(_ options: [String] = []) throws -> StandInPortal {
        try StandInPortal(.front, ["--camera", "grant"] + options, pipewire: server, at: bus.address)
    }

    func film(
        _ options: [String] = [], in compositor: HeadlessCompositor, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let own = ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(environment) { $1 }
        return try compositor.launch(lab, ["film", "--commands", pipe] + options, environment: own)
    }

    /// The lines about the camera so far.
    func lines(of film: ChildProcess) -> [String] {
        film.standardOutput.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("stashed") && !$0.hasPrefix("suspended")
        }
    }

    func hears(_ film: ChildProcess, _ limit: Duration = .seconds(15), _ condition: ([String]) -> Bool) -> Bool {
        film.waitForOutput(limit) { _ in condition(lines(of: film)) }
    }

    func tell(_ line: String, to film: ChildProcess) throws {
        let descriptor = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestSupportError("the call has ended: \(film.standardError)") }
        defer { close(descriptor) }
        let text = Array("\(line)\n".utf8)
        #expect(write(descriptor, text, text.count) == text.count)
        #expect(hears(film) { $0.contains("did \(line)") }, "\(film.standardOutput)")
    }

    /// The camera's number now, and some later frame, as they are seen.
    func sees(_ stream: StampColor = .green, in compositor: HeadlessCompositor, _ film: ChildProcess) throws {
        let capture = try ScreenCapture(socket: compositor.socket)
        defer { _ = try? capture.stop() }
        var first: Int?
        let isLive = capture.wait(.seconds(20)) { composition in
            guard let index = composition.index(of: stream) else { return false }
            first = first ?? index
            return first.map { index > $0 + 3 } ?? false
        }
        #expect(
            isLive != nil,
            "\(first.map(String.init) ?? "nothing") is seen; \(film.standardOutput) \(film.standardError)")
    }

    /// Capture stops at once when a call is stashed or hidden by the lock, and the app hears it.
    @Test(.needs(.phoc)) func case61_aCallOutOfSightFilmsNothing() async throws {
        let camera = try camera()
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        let manager = try StandInPortal(.login, at: bus.address)
        defer { manager.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let film = try film(in: compositor, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0.last == "first frame" }, "\(film.standardOutput) \(film.standardError)")
            try session.run("toggle")
            try session.wait(for: "Film") { $0.pip.active && $0.mode == .pip }
            try sees(in: compositor, film)
            for round in 1...2 {
                try session.run("stash")
                #expect(camera.wait(.seconds(1)) { $0.last == "idle" }, "\(camera.lines)")
                #expect(hears(film) { $0.last == "interrupted(notAvailableInBackground)" }, "\(lines(of: film))")
                #expect(
                    stays(for: .milliseconds(500), because: "nothing tells of a camera that stays closed") {
                        camera.lines.last == "idle"
                    })
                try session.run("unstash")
                #expect(camera.wait { $0.last == "streaming" }, "\(camera.lines)")
                #expect(hears(film) { $0.last == "ended" && $0.count { $0 == "ended" } == round }, "\(lines(of: film))")
                try sees(in: compositor, film)
            }
            try manager.setLocked(true)
            #expect(camera.wait(.seconds(5)) { $0.last == "idle" }, "\(camera.lines)")
            #expect(hears(film) { $0.last == "interrupted(notAvailableInBackground)" }, "\(lines(of: film))")
            try manager.setLocked(false)
            #expect(camera.wait { $0.last == "streaming" }, "\(camera.lines)")
            #expect(hears(film) { $0.last == "ended" }, "\(lines(of: film))")
            try sees(in: compositor, film)
            // In its window, a call is hidden by the lock alone.
            try session.run("restore")
            try session.wait(for: ["Film": .window])
            #expect(camera.lines.last == "streaming")
            try manager.setLocked(true)
            #expect(camera.wait { $0.last == "idle" }, "\(camera.lines)")
            try manager.setLocked(false)
            #expect(camera.wait { $0.last == "streaming" }, "\(camera.lines)")
            let interruptions = ["interrupted(notAvailableInBackground)", "ended"]
            let all = Array(repeatElement(interruptions, count: 4).joined())
            #expect(
                lines(of: film) == ["cameras: [\"front [\\\"560x320\\\"]\"], front films", "first frame"] + all,
                "\(lines(of: film))")
        }
    }

    enum Taker: CaseIterable { case takesAway, comesFirst }

    /// Another program has the camera alone: Picture in Picture stays, and the camera films again once it is free.
    @Test(.needs(.phoc), arguments: Taker.allCases)
    func case62_anotherProgramTakesTheCamera(taker: Taker) async throws {
        let camera = try camera()
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0.last == "first frame" }, "\(film.standardOutput) \(film.standardError)")
            try session.run("toggle")
            try session.wait(for: "Film") { $0.pip.active && $0.mode == .pip }
            var before = ["first frame"]
            if taker == .comesFirst {
                try session.run("stash")
                #expect(camera.wait { $0.last == "idle" })
                before += ["interrupted(notAvailableInBackground)", "ended"]
            }
            let other = try ChildProcess(
                Executable.built("oriel-lab"),
                ["take-camera", "\(camera.node)"] + (taker == .takesAway ? ["--from-others"] : []),
                environment: Executable.environment.merging(server.environment) { $1 })
            defer { other.stop(grace: .zero) }
            #expect(other.waitForOutput(.seconds(10)) { $0.hasSuffix("taken\n") }, "\(other.standardError)")
            if taker == .comesFirst { try session.run("unstash") }
            #expect(hears(film) { $0.last == "interrupted(inUseByAnotherClient)" }, "\(lines(of: film))")
            #expect(
                stays(for: .milliseconds(2500), because: "an end would come with the next attempts") {
                    lines(of: film).last == "interrupted(inUseByAnotherClient)"
                }, "\(lines(of: film))")
            #expect(try session.player("Film").pip.active)
            other.stop(grace: .zero)
            #expect(hears(film) { $0.last == "ended" }, "\(lines(of: film))")
            try sees(in: compositor, film)
            let all = before + ["interrupted(inUseByAnotherClient)", "ended"]
            #expect(Array(lines(of: film).dropFirst()) == all, "\(lines(of: film))")
        }
    }

    /// A part of a camera's picture is that part in each format: two quarters of the stamp, on the left.
    @Test(.needs(.phoc), arguments: ["yuy2", "nv12", "i420", "bgrx"])
    func case142_aPartOfACamerasPictureIsSeen(format: String) async throws {
        let camera = try camera("front", ["--format", format])
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        try await withSession(.phoc, program) { session, compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            try session.wait(for: ["Film": .window])
            func quarters() throws -> Int {
                StampReader.locate(in: try Screenshot.take(of: compositor)).filter { $0.stream == .green }.map(
                    \.quarters
                )
                .max() ?? 0
            }
            #expect(try wait(.seconds(20)) { try quarters() == 4 })
            try session.run("crop", "0,0,280x320")
            try session.wait(for: "Film") { $0.crop == .init(x: 0, y: 0, width: 280, height: 320) }
            #expect(try wait(.seconds(20)) { try quarters() == 2 })
            try session.run("crop", "off")
            #expect(try wait(.seconds(20)) { try quarters() == 4 })
            try session.run("zoom", "200%")
            #expect(try wait(.seconds(20)) { try quarters() < 4 })
        }
    }

    /// The picture of oneself is mirrored.
    @Test(.needs(.phoc), arguments: ["yuy2", "nv12", "i420", "bgrx"])
    func aMirroredPreviewIsSeenMirrored(format: String) async throws {
        let camera = try camera("front", ["--format", format])
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(["--mirrors"], in: compositor)
            defer { film.stop(grace: .zero) }
            var seen: (plain: [StampReading], mirrored: [StampReading]) = ([], [])
            let isMirrored = try wait(.seconds(20)) {
                let picture = try Screenshot.take(of: compositor)
                let width = picture.size.width
                let flipped = picture.pixels.indices.map { index in
                    picture.pixels[index / width * width + width - 1 - index % width]
                }
                seen = (
                    StampReader.locate(in: picture),
                    StampReader.locate(in: RGBPicture(size: picture.size, pixels: flipped))
                )
                // Some parts of a mirrored stamp are legible as parts of another one.
                return !seen.plain.contains { $0.quarters == 4 }
                    && seen.mirrored.contains { $0.stream == .green && $0.quarters == 4 }
            }
            #expect(isMirrored, "\(seen) \(film.standardOutput) \(film.standardError)")
        }
    }

    /// A camera whose pictures are all compressed films as others do.
    @Test(.needs(.phoc), arguments: ["yuvj420p", "yuvj422p"])
    func aCameraWithCompressedPicturesFilms(layout: String) async throws {
        let pictures = try StampedClip.motionJPEG(layout).file()
        let camera = try camera("front", ["--format", "jpeg", "--pictures", pictures])
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(["--size", "560x320"], in: compositor)
            defer { film.stop(grace: .zero) }
            let filming = "cameras: [\"front [\\\"560x320\\\"]\"], front films"
            #expect(
                hears(film) { $0 == [filming, "first frame"] }, "\(film.standardOutput) \(film.standardError)")
            try sees(in: compositor, film)
            // Faulty pictures are left out; they are told as those of a camera that sends nothing.
            try camera.tell("cut 1")
            #expect(hears(film) { $0.last == "interrupted(inUseByAnotherClient)" }, "\(lines(of: film))")
            try camera.tell("cut 0")
            #expect(hears(film) { $0.last == "ended" }, "\(lines(of: film))")
            try sees(in: compositor, film)
        }
    }

    /// Cameras come and go; another one films when the app says so, and an unplugged one when it is back.
    @Test(.needs(.phoc)) func camerasComeAndGo() async throws {
        let front = try portal()
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0 == ["cameras: [], none films"] }, "\(film.standardOutput) \(film.standardError)")
            let green = try camera("front")
            #expect(hears(film) { $0.last == "first frame" }, "\(lines(of: film))")
            try sees(in: compositor, film)
            let blue = try camera("back", ["--stream", "blue", "--width", "640", "--height", "360"])
            defer { blue.stop() }
            #expect(
                hears(film) {
                    $0.last == "cameras: [\"front [\\\"560x320\\\"]\", \"back [\\\"640x360\\\"]\"], front films"
                }, "\(lines(of: film))")
            #expect(blue.lines.last != "streaming")
            try tell("choose back", to: film)
            try sees(.blue, in: compositor, film)
            #expect(green.wait { $0.last == "idle" })
            try tell("choose front", to: film)
            try sees(in: compositor, film)
            // The camera is unplugged in the middle of its frames: no other one begins to film.
            green.stop()
            #expect(
                hears(film) { $0.last == "cameras: [\"back [\\\"640x360\\\"]\"], none films" }, "\(lines(of: film))")
            #expect(
                stays(for: .milliseconds(700), because: "nothing tells of a camera that stays closed") {
                    blue.lines.last == "idle"
                })
            let again = try camera("front")
            defer { again.stop() }
            try sees(in: compositor, film)
            try tell("suspend", to: film)
            #expect(again.wait { $0.last == "idle" })
            try tell("resume", to: film)
            #expect(again.wait { $0.last == "streaming" })
            try tell("stop", to: film)
            #expect(again.wait { $0.last == "idle" })
            #expect(!lines(of: film).contains { $0.hasPrefix("interrupted") }, "\(lines(of: film))")
        }
    }

    /// PipeWire is restarted, as by an update: the camera is back with it.
    @Test(.needs(.phoc)) func theCameraIsBackAfterARestartOfPipeWire() async throws {
        let camera = try camera()
        defer { camera.stop() }
        let front = try portal()
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0.last == "first frame" }, "\(film.standardOutput) \(film.standardError)")
            server.kill()
            #expect(hears(film) { $0.last == "cameras: [], none films" }, "\(lines(of: film))")
            try server.restart()
            let again = try self.camera()
            defer { again.stop() }
            try sees(in: compositor, film)
            server.kill()
            #expect(
                hears(film, .seconds(20)) { $0.last == "end: the connection to PipeWire was lost" },
                "\(lines(of: film))")
        }
    }
}
