import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The cameras and screen casts of `liboriel.so`, in a program in C (`CLibrary/Tests/sources.c`).
extension ExampleTests {
    /// The program's callback gets the camera's frames, stamps and all, on a thread of the library's.
    @Test(
        .needs(.phoc), .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
        .needs(program: "gdbus"))
    func aProgramInCFilms() async throws {
        let server = try PipeWireServer()
        let bus = server.bus
        defer { server.stop() }
        let camera = try VideoSource(["--role", "Camera", "--name", "front"], in: server)
        defer { camera.stop() }
        let portal = try StandInPortal(.front, ["--camera", "grant"], pipewire: server, at: bus.address)
        defer { portal.stop() }
        let programs = try CPrograms()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        chmod(folder.path, 0o777)
        try await withCompositor(.phoc) { compositor in
            let file = "\(folder.path)/frame"
            let film = try programs.start(
                "sources", "camera", file, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(film.wait(.seconds(60)) == .code(0), "\(film.standardError)")
            #expect(film.standardOutput.hasPrefix("saved\n"), "\(film.standardOutput)")
            #expect(film.standardOutput.hasSuffix(" checks, 0 failures\n"), "\(film.standardOutput)")
            #expect(camera.wait { $0.filter { $0 == "idle" || $0 == "streaming" }.suffix(4) == Self.twice })
            let bytes = try #require(FileManager.default.contents(atPath: file))
            #expect(bytes.count == 560 * 320 * 4)
            let stamps = bytes.withUnsafeBytes { bytes in
                bytes.bindMemory(to: UInt32.self).baseAddress.map {
                    StampReader.locate(size: Size(width: 560, height: 320), stride: 560, pixels: $0)
                }
            }
            let stamp = try #require(stamps?.first)
            // The source's 30th frame, or a later one if the program was slow.
            #expect(stamp.stream == .green && stamp.quarters == 4 && (20...300).contains(stamp.index), "\(stamp)")
        }
    }

    /// The order in which a camera is used, suspended, used again and closed.
    private static let twice = ["streaming", "idle", "streaming", "idle"]

    /// The program's window shows what the desktop shares, until the desktop ends the share.
    @Test(
        .needs(.phoc), .needs(program: "pipewire"), .needs(program: "wireplumber"), .needs(program: "dbus-daemon"),
        .needs(program: "gdbus"))
    func aProgramInCShowsASharedWindow() async throws {
        let server = try PipeWireServer()
        let bus = server.bus
        defer { server.stop() }
        let window = try VideoSource(in: server)
        defer { window.stop() }
        let portal = try StandInPortal(.front, ["--node", "\(window.node)"], pipewire: server, at: bus.address)
        defer { portal.stop() }
        let programs = try CPrograms()
        try await withCompositor(.phoc) { compositor in
            let cast = try programs.start(
                "sources", "cast", environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], in: compositor)
            defer { cast.stop(grace: .zero) }
            #expect(
                cast.waitForOutput(.seconds(20)) { $0 == "granted: token-of-the-front\nfirst frame\n" },
                "\(cast.standardOutput) \(cast.standardError)")
            #expect(portal.calls.contains("SelectSources cursor_mode=1 multiple=0 persist_mode=2 types=2"))
            let capture = try ScreenCapture(socket: compositor.socket)
            var first: Int?
            let isLive = capture.wait(.seconds(20)) { composition in
                guard let index = composition.index(of: .green) else { return false }
                first = first ?? index
                return first.map { index > $0 + 3 } ?? false
            }
            _ = try? capture.stop()
            #expect(isLive != nil, "\(first.map(String.init) ?? "nothing") is seen; \(cast.standardError)")
            try portal.closeSession()
            #expect(cast.wait(.seconds(20)) == .code(0), "\(cast.standardError)")
            #expect(cast.standardOutput.contains("ended: the desktop has ended the share\n"), "\(cast.standardOutput)")
            #expect(cast.standardOutput.hasSuffix(" checks, 0 failures\n"), "\(cast.standardOutput)")
            #expect(window.wait { $0.last == "idle" })
        }
    }
}
