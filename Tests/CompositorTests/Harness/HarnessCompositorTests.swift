import Foundation
import Glibc
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The private compositors themselves.
@Suite struct HarnessCompositorTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aStampedClientIsSeenInAScreenshot(kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let surface = try TestSurface(.fullScreen, size: .zero, socket: compositor.socket) { _ in
                .stamp(.red, index: 321)
            }
            defer { surface.stop() }
            #expect(surface.waitForCommits(.seconds(5), count: 5))
            let found = StampReader.locate(in: try Screenshot.take(of: compositor))
            #expect(found.map(\.stream) == [.red])
            #expect(found.map(\.index) == [321])
            #expect(found.map(\.quarters) == [4])
        }
    }

    @Test(.needs(.weston)) func westonsOwnToolTakesTheScreenshot() async throws {
        try await withCompositor(.weston) { compositor in
            let surface = try TestSurface(.fullScreen, size: .zero, socket: compositor.socket) { _ in
                .stamp(.yellow, index: 99)
            }
            defer { surface.stop() }
            #expect(surface.waitForCommits(.seconds(5), count: 5))
            let picture = try Screenshot.take(of: compositor)
            #expect(picture.size == Size(width: 1280, height: 720))
            #expect(StampReader.locate(in: picture).map(\.index) == [99])
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aSecondOutputHasItsOwnPicture(kind: CompositorKind) async throws {
        let configuration = HeadlessCompositor.Configuration(kind, size: Size(width: 640, height: 360), outputs: 2)
        try await withCompositor(configuration) { compositor in
            for output in ["HEADLESS-1", "HEADLESS-2"] {
                let picture = try Screenshot.take(of: compositor, output: output)
                #expect(picture.size == Size(width: 640, height: 360))
            }
            #expect(throws: TestSupportError.self) { try Screenshot.take(of: compositor, output: "HEADLESS-3") }
        }
    }

    @Test(.needs(.sway, .phoc, .weston), arguments: CompositorKind.usual)
    func stoppingRemovesEveryTrace(kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            #expect(access(compositor.runtimeFolder, F_OK) == 0)
            let client = try compositor.launch("wayland-info")
            #expect(client.wait(.seconds(10)) == .code(0))
            #expect(client.standardOutput.contains("wl_compositor"))
            compositor.stop()
            #expect(access(compositor.runtimeFolder, F_OK) != 0)
            #expect(!compositor.isRunning)
        }
    }

    @Test(.needs(.sway)) func aClientIsToldThatItsCompositorDied() async throws {
        try await withCompositor(.sway) { compositor in
            let capture = try ScreenCapture(socket: compositor.socket)
            let surface = try TestSurface(.window, size: Size(width: 320, height: 180), socket: compositor.socket) {
                .stamp(.green, index: $0)
            }
            compositor.kill()
            #expect(wait(.seconds(5)) { capture.failure != nil && surface.failure != nil })
            #expect(throws: TestSupportError.self) { try capture.stop() }
        }
    }

    /// Taking one away again is for the fake compositor: sway 1.7 refuses to disable an output without a screen.
    @Test(.needs(.sway)) func anOutputMayComeLater() async throws {
        try await withCompositor(.sway) { compositor in
            #expect(throws: TestSupportError.self) { try Screenshot.take(of: compositor, output: "HEADLESS-2") }
            try compositor.swaymsg("create_output")
            #expect(try Screenshot.take(of: compositor, output: "HEADLESS-2").size == Size(width: 1920, height: 1080))
            let capture = try ScreenCapture(socket: compositor.socket, output: "HEADLESS-2")
            #expect(capture.failure == nil)
            try capture.stop()
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func afterACrashOfItsOwnerNothingIsLeft(kind: CompositorKind) async throws {
        try await ExclusiveUse.run {
            let lab = try ChildProcess(
                Executable.built("oriel-lab"),
                [
                    "compositor", kind.rawValue, "--shared", "--", "sh", "-c",
                    "echo $XDG_RUNTIME_DIR $PPID; exec sleep 1000",
                ])
            #expect(lab.waitForOutput(.seconds(20)) { $0.hasSuffix("\n") }, "\(lab.standardError)")
            let runtime = try #require(lab.standardOutput.split(separator: " ").first.map(String.init))
            let folder = String(runtime.dropLast("/run".count))
            let socket = try #require(
                try FileManager.default.contentsOfDirectory(atPath: runtime).first {
                    $0 == "wayland-0" || $0 == "wayland-1"
                })
            #expect(throws: Never.self) { try Screenshot.take(socket: "\(runtime)/\(socket)") }
            lab.send(SIGKILL)
            #expect(lab.wait(.seconds(10)) == .signal(SIGKILL))
            // The kernel ends the compositor, and the next folder that is made sweeps the old one away.
            #expect(wait(.seconds(10)) { (try? Screenshot.take(socket: "\(runtime)/\(socket)")) == nil })
            let sweeper = try ChildProcess(
                Executable.built("oriel-lab"), ["compositor", "weston", "--shared", "--", "true"])
            #expect(sweeper.wait(.seconds(20)) != nil)
            #expect(access(folder, F_OK) != 0)
        }
    }
}
