import Foundation
import Glibc
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app that shows another picture in the place of the one that floats: `oriel-lab replace`.
@Suite(.serialized) struct ContentSourceTests {
    private func lines(_ app: ChildProcess) -> [String] {
        app.standardOutput.split(separator: "\n").map(String.init)
    }

    @Test(.needs(.phoc)) func case55_anotherPictureComesInTheSameOverlayWithoutABlank() async throws {
        // The second clip has another aspect ratio, which the overlay takes over.
        let (first, second) = (
            try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360)),
            try OrielProgram.clip(.red, frames: 300, size: Size(width: 480, height: 360))
        )
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("replace", first, second)
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            try session.wait(for: "b") { $0.mode == .hidden && $0.pip.possible == false && $0.frames.decoded > 0 }
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(10)) { $0.index(of: .green) != nil } != nil)
            try session.run("toggle", "--player", "a")
            let seen = capture.wait(.seconds(10)) { StreamPlace.overlay.holds(.red, in: $0) }
            #expect(seen != nil, "\(app.standardError)")
            try capture.pass(10)
            try capture.stop()
            let blank = capture.compositions.filter { $0.index(of: .green) == nil && $0.index(of: .red) == nil }
            #expect(blank.map(\.number) == [])
            #expect(capture.compositions.last.map { $0.index(of: .green) == nil } == true)
            // It has the place of the first in the session, and its name.
            let floating = try session.player("a")
            #expect(floating.mode == .pip && floating.media == second)
            #expect(floating.rect.map { abs($0.width * 3 - $0.height * 4) < 8 } == true, "\(floating)")
            #expect(lines(app) == ["willStart", "didStart"])
            try session.run("restore", "--player", "a")
            try session.wait(for: ["a": .window])
            try session.run("quit", "--player", "a")
            try session.run("quit", "--player", "b")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(
                lines(app) == ["willStart", "didStart", "restore", "willStop", "didStop(restoreRequested)"])
        }
    }

    @Test(.needs(.phoc)) func case56_onlyAPictureInTimeKeepsItAfloat() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 640, height: 360))
        let folder = try TemporaryFolder()
        let silent = folder.path + "/silent"
        #expect(chmod(folder.path, 0o755) == 0 && mkfifo(silent, 0o666) == 0 && chmod(silent, 0o666) == 0)
        try await withSession(.phoc) { session, _ in
            // Nothing ever comes, or there is nothing.
            for arguments in [[clip, silent], [clip]] {
                let app = try session.lab(["replace"] + arguments)
                defer { app.stop(grace: .zero) }
                try session.wait(for: ["a": .window])
                try session.run("toggle", "--player", "a")
                let isOver = wait(.seconds(10)) { lines(app).last?.hasPrefix("didStop") == true }
                #expect(isOver, "\(app.standardError)")
                #expect(lines(app) == ["willStart", "didStart", "willStop", "didStop(sourceLost)"])
            }
        }
    }
}
