import Foundation
import OrielGeometry
import OrielMedia
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app that makes its frames itself, on a thread of its own: `oriel-lab push`, which knows the public face alone.
@Suite(.serialized) struct SampleBufferTests {
    /// Each frame is seen in its time in a window and in Picture in Picture, and what its user does goes through its
    /// delegate.
    @Test(.needs(.phoc)) func case47_case48_anAppsOwnFramesFloatAndAreItsOwnToPlay() async throws {
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("push", "--id", "a", "--format", "yuy2")
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(20)) { $0.index(of: .green) != nil } != nil, "\(app.standardError)")
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try capture.pass(30)
            try capture.stop()
            // Through the toggle too, none goes back and none is torn.
            let timeline = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen)
            #expect(timeline.regressions.isEmpty && timeline.torn.isEmpty && timeline.shown.count > 20, "\(timeline)")
            let playing = try session.player("a")
            #expect(!playing.paused && playing.duration == 60 && playing.position < 30)
            try session.run("pause")
            try session.wait(for: "a") { $0.paused }
            let paused = try session.player("a").position
            try session.run("seek", "+20")
            #expect(abs(try session.player("a").position - paused - 20) < 0.05)
            let floating = try ScreenCapture(socket: compositor.socket)
            let wanted = Int((paused + 20) * 30)
            try session.run("seek", "-0.5")
            #expect(
                floating.wait(.seconds(20)) { $0.index(of: .green).map { abs($0 - wanted + 15) <= 1 } == true } != nil)
            try floating.stop()
            try session.run("resume")
            try session.run("restore")
            try session.wait(for: ["a": .window])
            try session.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            let lines = app.standardOutput.split(separator: "\n").map(String.init)
            #expect(
                lines.dropLast() == [
                    "didStart", "renderSize(315x180)", "setPlaying(false)", "skip(20)", "skip(0)", "setPlaying(true)",
                    "didStop(restoreRequested)",
                ], "\(lines)")
            #expect(lines.last?.hasPrefix("0 refused") == true, "\(lines)")
        }
    }

    /// Without a next item there is nothing to go to, and the delegate is not asked.
    @Test(.needs(.phoc)) func case51_whatIsLiveIsNotSoughtInAndEachFormatIsSeen() async throws {
        try await withSession(.phoc) { session, compositor in
            for (format, stream) in [("nv12", StampColor.green), ("bgrx", .red), ("i420", .green)] {
                let app = try session.lab(
                    "push", "--id", format, "--format", format, "--frames", "0", "--stream", stream.name)
                defer { app.stop(grace: .zero) }
                try session.wait(for: [format: .window])
                let capture = try ScreenCapture(socket: compositor.socket)
                #expect(capture.wait(.seconds(20)) { ($0.index(of: stream) ?? 0) > 20 } != nil, "\(app.standardError)")
                try capture.stop()
                let refusal = try compositor.launch(session.program.path, ["seek", "+5"])
                #expect(refusal.wait(.seconds(10)) != .code(0))
                #expect(
                    refusal.standardError
                        == "oriel: seek: can't seek in \(format): its app offers no seekable time range\n")
                try session.run("quit")
                #expect(app.wait(.seconds(10)) == .code(0))
                #expect(!app.standardOutput.contains("skip"))
            }
        }
    }

    /// A view of frames has what a player's has: its window stays if it is to, and its picture floats if it may.
    @Test(.needs(.phoc)) func itsWindowStaysAndWhatIsForbiddenIsRefused() async throws {
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("push", "--id", "a", "--custom", "--once")
            defer { app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.mode == .window && $0.pip.possible }
            var window = Rect(x: 0, y: 0, width: 0, height: 0)
            let isSeen = try wait(.seconds(10)) {
                window = StampReader.locate(in: try Screenshot.take(of: compositor)).first?.picture ?? window
                return !window.isEmpty
            }
            try #require(isSeen, "\(app.standardError)")
            func color(_ x: Int, _ y: Int) throws -> UInt32 {
                try Screenshot.take(of: compositor)[window.x + x, window.y + y] & 0xFF_FFFF
            }
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            // No words stand in its middle.
            #expect(
                try wait(.seconds(10)) {
                    try color(60, 60) == 0x18_181C && color(window.width / 2, window.height / 2) == 0x18_181C
                }, "the placeholder")
            try session.run("restore")
            try session.wait(for: "a") { $0.mode == .window && !$0.pip.possible }
            #expect(throws: (any Error).self) { try session.run("toggle") }
            try session.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(app.standardOutput.contains("didStop(restoreRequested)\nfailedToStart(notSupported)\n"))
        }
    }

    /// Each frame's samples are read once on their way to the screen, by whatever draws.
    @Test(.needs(.phoc), arguments: ["gles", "shm"]) func eachFrameIsCopiedOnce(renderer: String) async throws {
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("push", "--id", "a", "--frames", "0", "--format", "nv12", "--renderer", renderer)
            defer { app.stop(grace: .zero) }
            try session.wait(for: "a") { $0.frames.presented > 60 }
            try session.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            let (presented, copied) = (try count("presented", in: app), try count("copied", in: app))
            // The window's first size may be another one, and of what was drawn last nothing is heard.
            #expect(presented > 60 && (0...3).contains(copied - presented), "\(app.standardOutput)")
        }
    }

    /// Frames in descriptors are shown as those in memory, and none is drawn into again before it was shown: files in
    /// memory stand in for linear dmabufs here, where no driver imports them.
    @Test(
        .needs(.phoc),
        arguments: [("gles", "bgrx"), ("shm", "bgrx"), ("gles", "nv12"), ("shm", "i420"), ("gles", "yuy2")])
    func framesInBuffersAreSeenAndReleased(renderer: String, format: String) async throws {
        try await withSession(.phoc) { session, compositor in
            let app = try session.lab("push", "--id", "a", "--dmabuf", "--format", format, "--renderer", renderer)
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(20)) { ($0.index(of: .green) ?? 0) > 20 } != nil, "\(app.standardError)")
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            try capture.pass(30)
            try capture.stop()
            let timeline = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen)
            #expect(timeline.regressions.isEmpty && timeline.torn.isEmpty && timeline.shown.count > 20, "\(timeline)")
            try session.run("screenshot", "\(session.program.folder.path)/seen.png")
            try session.run("restore")
            try session.wait(for: ["a": .window])
            try session.run("quit")
            #expect(app.wait(.seconds(10)) == .code(0), "\(app.standardError)")
            #expect(app.standardOutput.contains("\n0 formats drawn in place\n0 refused"), "\(app.standardOutput)")
            #expect(!app.standardError.contains("drawing failed"), "\(app.standardError)")
        }
    }

    /// One of the counts that the program prints at its end.
    private func count(_ name: String, in app: ChildProcess) throws -> Int {
        let match = app.standardOutput.split(separator: "\(name): ").last?.prefix { $0.isNumber }
        return try #require(match.flatMap { Int($0) }, "\(app.standardOutput)")
    }
}
