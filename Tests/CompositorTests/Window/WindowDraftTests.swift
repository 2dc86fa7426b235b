import Foundation
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The window that a swap brings back is drawn before it is shown.
@Suite(.serialized) struct WindowDraftTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func showingTheWindowOfASwapCostsACommit(kind: CompositorKind) async throws {
        let a = try OrielProgram.clip(.green, frames: 1500)
        let b = try OrielProgram.clip(.red, frames: 300)
        try await withSession(kind) { session, compositor in
            try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
            let protocolLog = compositor.runtimeFolder + "/wayland-debug"
            // Paused: the picture that was drawn is the one to be seen.
            let player = try compositor.launch(
                session.program.path, ["play", "--audio", "none", "--paused", "--pip", "--id", "b", b],
                environment: ["WAYLAND_DEBUG": "client"], output: .file(protocolLog))
            defer { player.stop() }
            try session.wait(for: ["a": .fullscreen, "b": .pip])
            try session.run("swap")
            try session.wait(for: ["a": .pip, "b": .fullscreen])

            let lines = try String(contentsOfFile: protocolLog, encoding: .utf8).split(separator: "\n")
            let role = try #require(lines.firstIndex { $0.contains(".get_xdg_surface(") })
            // "…, wl_surface@39)", or with a # in newer versions.
            let surface = try #require(lines[role].split(separator: " ").last).dropLast()
            let content = try #require(
                lines[role...].firstIndex { $0.contains("\(surface).attach(wl_buffer") }, "no content on \(surface)")
            let buffers = lines[role..<content].filter { $0.contains(".create_buffer(") }
            #expect(buffers == [], "drawn only once it was to be shown")
            #expect(lines[..<role].contains { $0.contains("new id \(surface)") })
        }
    }
}
