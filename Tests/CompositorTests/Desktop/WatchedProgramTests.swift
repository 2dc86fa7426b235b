import Foundation
import OrielGeometry
import OrielPictureInPicture
import OrielStamps
import OrielTestSupport
import Testing

/// Events of `oriel watch` for programs on the fake compositor, which sends keyboard focus and clicks.
@Suite(.serialized) struct WatchedProgramTests {
    fileprivate static let clips = (
        a: StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800),
        b: StampedClip(stream: .red, size: Size(width: 640, height: 360), frames: 1800)
    )

    /// The fake compositor, `a` and then `b`, and a watch that has heard of both.
    private final class Session {
        let fake: FakeCompositor
        let a: ChildProcess
        let b: ChildProcess
        let watch: ChildProcess
        let windowOfA: Int
        let surfaceOfB: Int
        private let oriel: String

        init(a: [String] = [], b: [String] = []) throws {
            oriel = try Executable.built("oriel")
            fake = try FakeCompositor()
            let play = ["play", "--audio", "none", "--loop"]
            self.a = try fake.launch(oriel, play + a + ["--id", "a", WatchedProgramTests.clips.a.file()])
            try #require(fake.shows { $0.hasShown(.green) })
            windowOfA = try #require(fake.surfaces.first { $0.hasShown(.green) }?.number)
            self.b = try fake.launch(oriel, play + b + ["--id", "b", WatchedProgramTests.clips.b.file()])
            // Where it starts in Picture in Picture, that is over once its first picture was presented and others
            // follow.
            try #require(fake.shows { $0.hasShown(.red) && $0.commits >= 5 })
            surfaceOfB = try #require(fake.surfaces.first { $0.hasShown(.red) }?.number)
            watch = try fake.launch(oriel, ["watch", "--json"])
            try #require(
                watch.waitForOutput(.seconds(20)) { $0.split(separator: "\n").count { $0.contains("snapshot") } == 2 })
        }

        deinit {
            for process in [watch, b, a] { process.stop(grace: .zero) }
            fake.stop()
        }

        func run(_ arguments: [String]) throws -> ChildProcess { try fake.launch(oriel, arguments) }

        /// Whether a line with all of these comes.
        func hears(_ parts: String...) -> Bool {
            watch.waitForOutput(.seconds(20)) { output in
                output.split(separator: "\n").contains { line in parts.allSatisfy { line.contains($0) } }
            }
        }
    }

    /// A, B and A again have the keyboard; each time it leaves one process for the other.
    @Test func aCommandForNobodyConcernsTheOneLastFocused() throws {
        let session = try Session()
        for (number, name, isPaused) in [
            (session.windowOfA, "a", true), (session.surfaceOfB, "b", true), (session.windowOfA, "a", false),
        ] {
            session.fake.focusKeyboard(on: nil)
            session.fake.focusKeyboard(on: number)
            session.fake.press("space")
            #expect(
                session.hears("\"event\":\"paused\"", "\"player\":\"\(name)\"", "\"paused\":\(isPaused)"),
                "\(session.watch.standardOutput)")
        }
        let pause = try session.run(["pause"])
        #expect(pause.wait(.seconds(20)) == .code(0), "\(pause.standardError)")
        let isPaused = session.watch.waitForOutput(.seconds(20)) { output in
            output.split(separator: "\n").count {
                $0.contains("\"event\":\"paused\"") && $0.contains("\"player\":\"a\"") && $0.contains("\"paused\":true")
            } == 2
        }
        #expect(isPaused, "\(session.watch.standardOutput)")
    }

    @Test func twoClicksOnTheOverlayAreItsReturnButton() throws {
        let session = try Session(b: ["--pip"])
        for _ in 0..<2 {
            session.fake.touch(session.surfaceOfB, .down(finger: 0, x: 100, y: 60))
            session.fake.touch(session.surfaceOfB, .up(finger: 0))
        }
        #expect(
            session.hears("\"event\":\"restore\"", "\"answer\":true", "\"player\":\"b\""),
            "\(session.watch.standardOutput)")
        #expect(
            session.hears("\"event\":\"didStop\"", "\"reason\":\"restoreRequested\""), "\(session.watch.standardOutput)"
        )
        // Both may start once the slot is free.
        #expect(session.hears("\"event\":\"possible\"", "\"player\":\"a\""), "\(session.watch.standardOutput)")
    }

    /// While A's overlay waits to be configured.
    @Test func escapeTakesASwapBack() throws {
        let session = try Session(a: ["--fullscreen"], b: ["--pip"])
        let overlay = session.surfaceOfB
        session.fake.setRules { $0.configures = { $0.role != .layer || $0.number == overlay } }
        let swap = try session.run(["swap", "--player", "a"])
        #expect(session.hears("\"event\":\"willStart\"", "\"player\":\"a\""), "\(session.watch.standardOutput)")
        session.fake.focusKeyboard(on: session.windowOfA)
        session.fake.press("Escape")
        #expect(
            session.hears("\"event\":\"failedToStart\"", "\"error\":\"cancelled\""), "\(session.watch.standardOutput)")
        #expect(swap.wait(.seconds(20)) == .code(1))
        #expect(swap.standardError.contains("oriel: swap: "), "\(swap.standardError)")
        #expect(
            session.fake.surfaces.filter(\.isMapped).map(\.number).sorted()
                == [session.windowOfA, session.surfaceOfB].sorted())
    }

    /// A compositor that keeps every buffer for a while, and says of no commit when it was seen but by its frame
    /// callback.
    @Test func aSwapThatNoBufferWasFreeForIsToldWhenItIsSeen() throws {
        let oriel = try Executable.built("oriel")
        let session = try FakeSession(
            ["--loop", "--id", "b"], media: [Self.clips.a.file(), Self.clips.b.file()],
            offer: FakeOffer { $0.missing = ["wp_presentation"] })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.hasShown(.green) } && surfaces.contains { $0.hasShown(.red) }
            }, "\(player.standardError)")
        let watch = try fake.launch(oriel, ["watch", "--json"])
        defer { watch.stop(grace: .zero) }
        try #require(
            watch.waitForOutput(.seconds(20)) { $0.split(separator: "\n").count { $0.contains("snapshot") } == 2 })
        fake.setRules { $0.releases = { _ in false } }
        func commits() -> Int { fake.surfaces.reduce(0) { $0 + $1.commits } }
        var last = -1
        try #require(
            wait(.seconds(20)) {
                last = commits()
                return stays(for: .milliseconds(200), because: "a frame of the clip lasts 33 ms") {
                    commits() == last
                }
            }, "no buffer is left")
        let swap = try fake.launch(oriel, ["swap"])
        defer { swap.stop(grace: .zero) }
        #expect(watch.waitForOutput(.seconds(20)) { $0.contains("\"phase\":\"P4") })
        #expect(
            stays(for: .milliseconds(300), because: "an exchange waits less for a covered surface's frame") {
                commits() == last
            })
        fake.setRules { $0.releases = { _ in true } }
        #expect(swap.wait(.seconds(20)) == .code(0), "\(swap.standardError)")
        #expect(
            watch.waitForOutput(.seconds(20)) {
                // The start of Picture in Picture may be told before, as late as that.
                $0.split(separator: "\n").drop { !$0.contains("\"phase\":\"P4") }
                    .count { $0.contains("\"event\":\"presented\"") } == 2
            }, "\(watch.standardOutput)")
    }

    /// It waits for an answer that no one will give any more.
    @Test func aSwapThatIsAwaitedEndsWithItsApplication() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let app = try fake.launch(Executable.built("oriel-lab"), ["depart", Self.clips.a.file()])
        defer { app.stop() }
        #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
        #expect(
            app.standardOutput.split(separator: "\n") == ["swap: \(PictureInPictureError.cancelled)"],
            "\(app.standardOutput)")
    }

    @Test func whatCanNotBePlayedIsAnError() throws {
        let session = try Session()
        let folder = try TemporaryFolder()
        // A pipe holds the failure back until the session knows the player.
        let pipe = "\(folder.path)/no film.mp4"
        try #require(mkfifo(pipe, 0o600) == 0)
        let broken = try session.run(["play", "--audio", "none", "--id", "c", pipe])
        try #require(session.hears("\"event\":\"registered\"", "\"player\":\"c\""), "\(session.watch.standardOutput)")
        let writer = try session.fake.launch("/bin/sh", ["-c", "echo no film >\"$1\"", "sh", pipe])
        #expect(writer.wait(.seconds(20)) == .code(0))
        #expect(broken.wait(.seconds(20)) == .code(1))
        #expect(
            session.hears("\"event\":\"error\"", "\"player\":\"c\"", "\"error\":"), "\(session.watch.standardOutput)")
    }
}

extension FakeSurface {
    fileprivate func hasShown(_ stream: StampColor) -> Bool { isMapped && stamps.contains { $0.stream == stream } }
}
