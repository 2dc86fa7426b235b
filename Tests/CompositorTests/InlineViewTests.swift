import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Views inside an app's own window (`oriel-lab inline`): the app has a connection of its own to the compositor.
@Suite(.serialized) struct InlineViewTests {
    /// The app, and a pipe for its acts.
    private struct App {
        let process: ChildProcess
        let session: OrielSession
        private let pipe: FileHandle
        private let folder = try! TemporaryFolder()

        init(_ clip: String, in session: OrielSession, _ options: String...) throws {
            self.session = session
            let path = folder.path + "/acts"
            guard mkfifo(path, 0o622) == 0, chmod(folder.path, 0o755) == 0, chmod(path, 0o666) == 0 else {
                throw TestSupportError("no named pipe")
            }
            let lab = try session.program.copy("oriel-lab")
            process = try session.compositor.launch(lab, ["inline", "--acts", path] + options + [clip])
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            pipe = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try session.wait(for: "a") { $0.pip.possible }
        }

        /// Lets the app act, and waits until it has.
        func act(_ letter: Character, sourceLocation: SourceLocation = #_sourceLocation) {
            let line = "done \(letter)"
            let before = process.standardOutput.components(separatedBy: line).count
            pipe.write(Data(String(letter).utf8))
            let isDone = process.waitForOutput(.seconds(5)) { $0.components(separatedBy: line).count > before }
            #expect(isDone, "\(process.standardOutput) \(process.standardError)", sourceLocation: sourceLocation)
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func itIsLiftedAndReturnsWithoutABlank(kind: CompositorKind, renderer: String) async throws {
        let count = Counts.of("ORIEL_INLINE_LIFTS", default: 3)
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 1800)
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            let app = try App(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            #expect(try session.player("a").mode == .window)
            try await expectSteady(.green, on: compositor) { capture in
                for _ in 0..<count {
                    try session.run("toggle")
                    #expect(try session.player("a").mode == .pip)
                    try capture.pass(9)
                    try session.run("toggle")
                    #expect(try session.player("a").mode == .window)
                    try capture.pass(9)
                }
            }
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
            let round = ["willStart", "didStart", "restore", "willStop", "didStop(programmatic)"]
            let lines = app.process.standardOutput.split(separator: "\n").map(String.init)
            let rounds = (0..<lines.count / round.count).map { Array(lines[$0 * round.count..<($0 + 1) * round.count]) }
            #expect(rounds.count >= count && rounds.allSatisfy { $0 == round }, "\(lines)")
        }
    }

    @Test(.needs(.phoc)) func itFollowsTheAppsWindows() async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 1800)
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program)
            let app = try App(clip, in: session)
            defer { app.process.stop(grace: .zero) }
            for act in "sgwobwsg" {
                app.act(act)
                #expect(try session.player("a").mode == .window)
            }
            try session.run("toggle")
            #expect(try session.player("a").mode == .pip)
            // The window changes, while the picture floats.
            for act in "swgp" { app.act(act) }
            try session.run("toggle")
            #expect(try session.player("a").mode == .window)
            // Now without a placeholder, whose picture is made anew when it returns.
            try await expectSteady(.green, on: compositor) { capture in
                for mode in [PlayerStatus.Mode.pip, .window] {
                    try session.run("toggle")
                    #expect(try session.player("a").mode == mode)
                    try capture.pass(9)
                }
            }
            app.act("c")
            #expect(app.process.waitForOutput(.seconds(5)) { $0.contains("closed") })
            #expect(!app.process.standardError.contains("error"), "\(app.process.standardError)")
        }
    }

    /// The app may end its window or its whole connection first: the view goes on, and floats.
    @Test(.needs(.phoc), arguments: ["d", "x"], ["shm", "gles"])
    func theAppsWindowMayGoFirst(act: String, renderer: String) async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 1800)
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program)
            let app = try App(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            app.act(Character(act))
            try session.run("toggle")
            #expect(try session.player("a").mode == .pip)
            app.act("s")
            try session.run("toggle")
            #expect(try session.player("a").pip.state == .idle)
            try session.run("quit")
            #expect(app.process.wait(.seconds(10)) == .code(0), "\(app.process.standardError)")
        }
    }
}
