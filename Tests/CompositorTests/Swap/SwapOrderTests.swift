import Foundation
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Events of `oriel watch` in a swap between two processes, and the window that has the keyboard focus afterwards.
@Suite(.serialized) struct SwapOrderTests {
    private struct Event: Decodable {
        var seq: Int?
        var time: Double
        var player: String?
        var event: String
        var transaction: Int?
        var phase: String?
        var answer: Bool?
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func callbacksComeInAVKitsOrderAndTheKeyboardFollowsTheWindow(kind: CompositorKind) async throws {
        let a = try OrielProgram.clip(.green, frames: 1800)
        let b = try OrielProgram.clip(.red, frames: 1800)
        try await withSession(kind) { session, compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            try session.play(["--fullscreen", "--id", "a", a], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", b], expecting: ["a": .fullscreen, "b": .pip])
            let watch = try compositor.launch(session.program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") })
            try session.run("swap")
            try #require(watch.waitForOutput(.seconds(20)) { $0.contains(#""phase":"done""#) })

            let events = try watch.standardOutput.split(separator: "\n")
                .map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
                .filter { $0.transaction != nil }
            let steps = ["willStart", "foreground", "restore", "willStop", "didStart", "background", "didStop"]
            let seen = events.filter { steps.contains($0.event) }
            #expect(
                seen.map { "\($0.player ?? "") \($0.event)" + ($0.answer.map { " \($0)" } ?? "") } == [
                    "a willStart", "b foreground", "b restore", "b restore true", "b willStop", "a didStart",
                    "a background", "b didStop",
                ])
            #expect(Set(events.map(\.transaction)).count == 1)
            #expect(
                events.filter { $0.event == "swap" }.compactMap(\.phase).reduce(into: []) { phases, phase in
                    if phases.last != phase { phases.append(phase) }
                } == ["P1", "P2", "P3", "P4a", "P4b", "P4c", "P5", "done"])
            let numbers = events.compactMap(\.seq)
            #expect(numbers.count == events.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })

            try session.wait(for: "b") { $0.mode == .fullscreen }
            try keyboard.press("space")
            try session.wait(for: "b") { $0.paused }
            #expect(try !session.player("a").paused)
        }
    }
}
