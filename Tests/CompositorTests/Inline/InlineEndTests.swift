import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// How an app with views in its own window keeps the screen on, and how the compositor outlives its end.
@Suite(.serialized) struct InlineEndTests {
    /// The end of an app: killed, with its window destroyed before its views, or regular.
    enum End: CaseIterable { case killed, windowFirst, quit }

    /// Compositors follow inhibitors and subsurfaces when a surface ends; sway 1.7 follows a dead parent.
    @Test(
        .serialized, arguments: CompositorKind.wlroots + [.labwc].filter { $0.missing == nil }, [1, 2])
    func theCompositorOutlivesItsApps(kind: CompositorKind, views: Int) async throws {
        let count = Counts.of("ORIEL_INLINE_ENDS", default: End.allCases.count)
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(kind) { session, compositor in
            for number in 0..<count {
                let app = try InlineSession(clip, in: session, "--names-toplevel")
                defer { app.process.stop(grace: .zero) }
                if views == 2 {
                    app.act("2")
                    try session.wait(for: "b") { $0.frames.presented > 0 }
                }
                let end = End.allCases[number % End.allCases.count]
                switch end {
                case .killed: app.process.send(SIGKILL)
                case .windowFirst:
                    app.act("d")
                    // Occasions to follow the inhibitors: one that goes, and a change of what can be seen.
                    if kind == .sway { for name in ["2", "1"] { try compositor.swaymsg("workspace", name) } }
                    app.act("z")
                    app.process.send(SIGKILL)
                case .quit: for name in ["a", "b"].prefix(views) { try session.run("quit", "--player", name) }
                }
                #expect(app.process.wait(.seconds(10)) != nil)
                // It answers requests after the app's end.
                let isServing = try isServing(compositor)
                #expect(
                    isServing,
                    "\(end), number \(number), runs: \(compositor.isRunning): \(compositor.log.suffix(2000))")
                guard compositor.isRunning else { return }
            }
        }
    }

    /// sway 1.7 follows a picture to its destroyed window when a subsurface is created over it. glibc overwrites what
    /// sway has freed, so that each time is a crash.
    @Test(
        .serialized, arguments: CompositorKind.wlroots + [.labwc].filter { $0.missing == nil })
    func theCompositorOutlivesWhatAppearsOverAPictureWithoutItsWindow(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_INLINE_ENDS", default: 2)
        let clip = try OrielProgram.clip(.green, frames: 1800)
        let configuration = HeadlessCompositor.Configuration(kind, environment: ["MALLOC_PERTURB_": "165"])
        try await withSession(configuration) { session, compositor in
            for number in 0..<count {
                let app = try InlineSession(clip, in: session, "--names-toplevel")
                defer { app.process.stop(grace: .zero) }
                app.act("d")
                // A message and a drawing of the app's appear. Without a compositor the app answers no more.
                do {
                    try session.run("pause", "--player", "a")
                    try session.wait(for: "a") { $0.paused }
                    app.act("l")
                    app.act("y")
                    try session.wait(for: "a") { !$0.paused }
                } catch { guard !compositor.isRunning else { throw error } }
                let isServing = try isServing(compositor)
                #expect(
                    isServing, "number \(number), runs: \(compositor.isRunning): \(compositor.log.suffix(2000))")
                guard compositor.isRunning else { return }
            }
        }
    }

    private func isServing(_ compositor: HeadlessCompositor) throws -> Bool {
        guard compositor.isRunning else { return false }
        return try compositor.launch("wayland-info").wait(.seconds(10)) == .code(0)
    }

    /// sway's own account of a window's inhibitors.
    @Test(.needs(.sway)) func theAppsWindowKeepsTheScreenOnWhileOneOfItsPicturesMoves() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withSession(.sway) { session, compositor in
            let app = try InlineSession(clip, in: session, "--names-toplevel")
            defer { app.process.stop(grace: .zero) }
            func keepsScreenOn(_ keeps: Bool, _ comment: Comment) throws {
                let isSo = try wait(.seconds(10)) {
                    try compositor.swaymsg("-t", "get_tree").contains(#""application": "enabled""#) == keeps
                }
                #expect(isSo, comment)
            }
            try keepsScreenOn(true, "one plays")
            app.act("2")
            try session.wait(for: "b") { $0.frames.presented > 0 }
            try session.run("pause", "--player", "a")
            try keepsScreenOn(true, "the other one plays")
            try session.run("pause", "--player", "b")
            try keepsScreenOn(false, "both pause")
            app.act("y")
            try keepsScreenOn(true, "one plays again")
            app.act("w")
            try keepsScreenOn(true, "it plays in another window")
            app.act("o")
            try keepsScreenOn(false, "it is in no window")
        }
    }
}
