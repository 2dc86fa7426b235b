import OrielControls
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Cost of drawing over the picture of a paused overlay of 480×270, in processor time of all the player's threads: for
/// scripts/prove, on a machine that does nothing else.
@Suite(.serialized) struct OverlayCostBenchmarkTests {
    private let overlay = Rect(x: 780, y: 430, width: 480, height: 270)

    /// Cost of one measurement, over all threads of the process.
    private struct Cost: CustomStringConvertible {
        let milliseconds: Double
        let switches: Double

        /// - Parameter pause: after each time, in milliseconds.
        init(of pid: Int32, count: Int, pause: Int, _ body: () throws -> Void) throws {
            OrielTestSupport.pause(.milliseconds(300), because: "the end of earlier work is not measured")
            let before = try #require(ProcessUsage(of: pid))
            for _ in 0..<count {
                try body()
                OrielTestSupport.pause(.milliseconds(pause), because: "the measured pace")
            }
            let after = try #require(ProcessUsage(of: pid))
            milliseconds = (after.cpuTime - before.cpuTime) / .milliseconds(1) / Double(count)
            switches = Double(after.voluntarySwitches - before.voluntarySwitches) / Double(count)
        }

        var description: String {
            "\((milliseconds * 1000).rounded() / 1000) ms, \((switches * 10).rounded() / 10) switches"
        }
    }

    private func overPausedOverlay(_ body: (OrielSession, VirtualPointer, Int32) throws -> Void) async throws {
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withCompositor(.phoc) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(
                ["--paused", "--id", "a", "--pip", "--size", "480x270", clip], expecting: ["a": .pip])
            try body(session, mouse, Int32(try session.player("a").pid))
        }
    }

    /// Waits until the screen shows `plain` again, without controls or a message.
    private func waitUntilPlain(_ plain: RGBPicture, _ session: OrielSession) throws {
        try #require(
            try wait(.seconds(10), every: .milliseconds(50)) { try Screenshot.take(of: session.compositor) == plain })
    }

    /// A pointer goes between two buttons, each of which lights up, then as often within one, where nothing changes;
    /// then it is gone, and they are.
    @Test(.needs(.phoc)) func whatAChangeOfTheControlsCosts() async throws {
        let count = Counts.of("ORIEL_CONTROLS_CHANGES", default: isProving ? 200 : 20)
        try await overPausedOverlay { session, mouse, pid in
            let plain = try Screenshot.take(of: session.compositor)
            let one = try place(of: .playPause, in: .pictureInPicture, on: overlay)
            let other = try place(of: .skipForward, in: .pictureInPicture, on: overlay)
            try mouse.move(to: one)
            var isOther = false
            let changing = try Cost(of: pid, count: count, pause: 20) {
                isOther.toggle()
                try mouse.move(to: isOther ? other : one)
            }
            try mouse.move(to: one)
            let moving = try Cost(of: pid, count: count, pause: 20) {
                isOther.toggle()
                try mouse.move(to: Point(x: one.x + (isOther ? 1 : 0), y: one.y))
            }
            try mouse.move(to: Point(x: 100, y: 100))
            try waitUntilPlain(plain, session)
            let hidden = try Cost(of: pid, count: count, pause: 20) {}
            print(
                "\(count) times, each: another button lights up \(changing); within one \(moving); hidden, 20 ms \(hidden)"
            )
            #expect(changing.milliseconds > moving.milliseconds, "nothing changed")
        }
    }

    /// A command's message is shown and goes; then a command that says nothing comes as seldom, since what is done
    /// seldom costs twice of what is done at once again.
    @Test(.needs(.phoc)) func whatAMessageCosts() async throws {
        let count = Counts.of("ORIEL_MESSAGES", default: isProving ? 30 : 2)
        try await overPausedOverlay { session, _, pid in
            let plain = try Screenshot.take(of: session.compositor)
            try session.run("pause")
            try #require(try wait(.seconds(10)) { try Screenshot.take(of: session.compositor) != plain })
            try waitUntilPlain(plain, session)
            let presented = try session.player("a").frames.presented
            let shown = try Cost(of: pid, count: count, pause: 1500) { try session.run("pause") }
            let command = try Cost(of: pid, count: count, pause: 1500) { try session.run("resize", "480x270") }
            print("\(count) times, each: a message comes and goes \(shown); a silent command \(command)")
            #expect(shown.milliseconds > command.milliseconds, "nothing was shown")
            #expect(try session.player("a").frames.presented == presented)
        }
    }
}
