import Foundation
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Cameras that the portal gives, refuses or takes back.
extension CameraTests {
    /// Without a camera, permission or portal there is one line; without a portal PipeWire is asked directly.
    @Test(.needs(.phoc)) func aCameraThatMayNotFilmIsOneLine() async throws {
        let camera = try camera()
        defer { camera.stop() }
        let cases: [(options: [String], line: String)] = [
            (["--camera", "deny"], "end: the user doesn't permit the camera"),
            (["--camera", "fail"], "end: the desktop's portal fails: Permission denied"),
        ]
        try await withCompositor(.phoc) { compositor in
            for (options, line) in cases {
                let front = try StandInPortal(.front, options, pipewire: server, at: bus.address)
                defer { front.stop() }
                let film = try film(in: compositor)
                defer { film.stop(grace: .zero) }
                #expect(hears(film) { $0 == [line] }, "\(options): \(film.standardOutput)")
                #expect(camera.lines.last != "streaming")
            }
            // No portal, and no PipeWire either.
            let film = try film(in: compositor)
            #expect(
                hears(film) { $0.first?.hasPrefix("end: PipeWire isn't available: ") == true },
                "\(film.standardOutput) \(film.standardError)")
            film.stop(grace: .zero)
        }
    }

    /// Without a portal for cameras PipeWire is asked directly.
    @Test(.needs(.phoc), arguments: [false, true])
    func withoutAPortalForCamerasTheyComeFromPipeWire(hasPortal: Bool) async throws {
        let front = hasPortal ? try StandInPortal(.front, pipewire: server, at: bus.address) : nil
        defer { front?.stop() }
        let camera = try camera()
        try await withSession(.phoc, program) { session, compositor in
            let film = try film(in: compositor, environment: server.environment)
            defer { film.stop(grace: .zero) }
            let filming = "cameras: [\"front [\\\"560x320\\\"]\"], front films"
            #expect(
                hears(film) { $0 == [filming, "first frame"] }, "\(film.standardOutput) \(film.standardError)")
            try sees(in: compositor, film)
            try session.run("toggle")
            try session.wait(for: "Film") { $0.pip.active && $0.mode == .pip }
            try session.run("stash")
            #expect(camera.wait(.seconds(2)) { $0.last == "idle" }, "\(camera.lines)")
            try session.run("unstash")
            #expect(hears(film) { $0.last == "ended" }, "\(lines(of: film))")
            try sees(in: compositor, film)
            // Unplugged; there is no permission that could have been taken back.
            camera.stop()
            #expect(hears(film) { $0.last == "cameras: [], none films" }, "\(lines(of: film))")
            let again = try self.camera()
            defer { again.stop() }
            try sees(in: compositor, film)
            server.kill()
            #expect(hears(film) { $0.last == "cameras: [], none films" }, "\(lines(of: film))")
            try server.restart()
            let last = try self.camera()
            defer { last.stop() }
            try sees(in: compositor, film)
            #expect(front?.calls.contains("AccessCamera") != true)
        }
    }

    /// The user takes the permission back: the cameras vanish, though the machine still has them.
    @Test(.needs(.phoc)) func aPermissionThatIsTakenBackIsTold() async throws {
        let camera = try camera()
        defer { camera.stop() }
        let front = try portal(["--present", "1"])
        defer { front.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0.last == "first frame" }, "\(film.standardOutput) \(film.standardError)")
            camera.stop()
            #expect(
                hears(film) { $0.last == "end: the user has taken the permission for the camera back" },
                "\(lines(of: film))")
        }
        // The same with a camera that is gone.
        try front.set("present", "0")
        let other = try self.camera()
        try await withCompositor(.phoc) { compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(hears(film) { $0.last == "first frame" }, "\(film.standardOutput) \(film.standardError)")
            other.stop()
            #expect(hears(film) { $0.last == "cameras: [], none films" }, "\(lines(of: film))")
            #expect(
                stays(for: .milliseconds(1200), because: "the portal is asked after half a second") {
                    lines(of: film).last == "cameras: [], none films"
                }, "\(lines(of: film))")
        }
    }

    /// The real portal of this machine asks its backend, which answers for the user.
    @Test(.needs(.phoc), .needs(program: DesktopPortalProcess.program))
    func theRealPortalAsksTheUser() async throws {
        let store = try ChildProcess(
            "/usr/libexec/xdg-permission-store", [],
            environment: Executable.environment.merging([
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_DATA_HOME": "\(folder.path)/data",
            ]) { $1 })
        defer { store.stop(grace: .zero) }
        let waiting = try ChildProcess(
            "gdbus",
            ["wait", "--address", bus.address, "--timeout", "10", "org.freedesktop.impl.portal.PermissionStore"])
        #expect(waiting.wait(.seconds(12)) == .code(0))
        let server = try PipeWireServer(on: bus, knowsPortals: true)
        defer { server.stop() }
        let camera = try VideoSource(["--role", "Camera", "--name", "front"], in: server)
        defer { camera.stop() }
        let user = try StandInPortal(.back, ["--camera", "grant"], at: bus.address)
        defer { user.stop() }
        let portal = try DesktopPortalProcess(pipewire: server, at: bus.address)
        defer { portal.stop() }
        try await withCompositor(.phoc) { compositor in
            let film = try film(in: compositor)
            defer { film.stop(grace: .zero) }
            #expect(
                hears(film) { $0.last == "first frame" },
                "\(film.standardOutput) \(film.standardError) \(user.calls)")
            try sees(in: compositor, film)
            #expect(user.calls.contains { $0.hasPrefix("AccessDialog") }, "\(user.calls)")
        }
    }
}
