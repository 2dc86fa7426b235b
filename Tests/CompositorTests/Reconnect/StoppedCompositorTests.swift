import Glibc
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A compositor that stands still (SIGSTOP) while commands go on: the player lives, answers, and shows the last state.
@Suite(.serialized) struct StoppedCompositorTests {
    /// Commands that show a message, and ones that change what the compositor is told besides.
    static let cells: [(CompositorKind, [[String]])] = [
        (.phoc, [["volume", "40"], ["volume", "50"]]),
        (.phoc, [["pause"], ["mute"], ["resume"], ["volume", "40"]]),
        (.sway, [["pause"], ["mute"], ["resume"], ["volume", "40"]]),
    ]

    @Test(.needs(.phoc, .sway), arguments: cells)
    func commandsDoNotEndAPlayerWhoseCompositorStandsStill(kind: CompositorKind, commands: [[String]]) async throws {
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withSession(kind) { session, compositor in
            let child = try session.play(["--loop", "--id", "a", clip], expecting: ["a": .window])
            kill(compositor.pid, SIGSTOP)
            defer { kill(compositor.pid, SIGCONT) }
            for index in 0..<400 where child.isRunning { try session.run(commands[index % commands.count]) }
            #expect(child.isRunning, "\(child.standardError)")
            kill(compositor.pid, SIGCONT)
            try #require(child.isRunning, "\(child.standardError)")
            let before = try session.player("a").frames.presented
            try session.run("resume")
            #expect(try wait(.seconds(10)) { try session.player("a").frames.presented > before + 20 })
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            #expect(child.isRunning, "\(child.standardError)")
        }
    }
}
