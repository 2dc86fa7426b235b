import Foundation
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Objects that a player leaves in its compositor over many transitions: the numbers of its protocol objects, which are
/// used again only where both sides have let go of them, tell how many it holds.
@Suite(.serialized) struct ObjectLifetimeTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func togglesLeaveNoObject(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_OBJECT_TOGGLES", default: 60)
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withCompositor(kind) { compositor in
            let protocolLog = compositor.runtimeFolder + "/wayland-debug"
            let player = try compositor.launch(
                program.path, ["play", "--audio", "none", "--loop", "--id", "a", clip],
                environment: ["WAYLAND_DEBUG": "client"], output: .file(protocolLog))
            defer { player.stop() }
            let session = try OrielSession(compositor, program)
            try session.wait(for: ["a": .window])
            // The baseline, after the first transitions have made everything that stays.
            for _ in 0..<30 { try session.run("toggle") }
            let before = try greatestObject(in: String(contentsOfFile: protocolLog, encoding: .utf8)[...])
            for _ in 0..<count { try session.run("toggle") }
            let after = try greatestObject(in: String(contentsOfFile: protocolLog, encoding: .utf8)[...])
            print("\(kind): \(count) toggles, objects up to \(before) before and \(after) after")
            #expect(after < before + 16, "\(kind): object numbers went from \(before) to \(after)")
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func closedPlayersLeaveNoObject(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_OBJECT_CLOSES", default: 40)
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 300)
        let lab = try program.copy("oriel-lab")
        try await withCompositor(kind) { compositor in
            let protocolLog = compositor.runtimeFolder + "/wayland-debug"
            let child = try compositor.launch(
                lab, ["reopen", "--times", "\(count)", clip],
                environment: ["WAYLAND_DEBUG": "client"], output: .file(protocolLog))
            defer { child.stop() }
            try #require(child.wait(.seconds(60 + count)) == .code(0))

            let text = try String(contentsOfFile: protocolLog, encoding: .utf8)
            let said = text.split(separator: "\n").filter { $0.contains(" closed: ") }
            try #require(said.count == 2)
            let warm = try #require(text.range(of: said[0]))
            let (before, after) = (greatestObject(in: text[..<warm.lowerBound]), greatestObject(in: text[...]))
            print("\(kind): objects up to \(before) and \(after); \(said[0]); \(said[1])")
            #expect(after < before + 16, "\(kind): object numbers went from \(before) to \(after)")
            let held = said.map { $0.split(separator: " ").compactMap { Int($0) } }
            #expect(held[1][1] <= held[0][1], "\(said)")
        }
    }

    /// One after the other, each served by a loop of the program's own; of one that has ended nothing remains.
    @Test(.needs(.phoc)) func applicationsInARowLeaveNothing() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(.phoc) { session, _ in
            let child = try session.lab("reopen", "--applications", "--times", "8", clip)
            defer { child.stop() }
            try #require(child.wait(.seconds(60)) == .code(0), "\(child.standardError)")
            let held = child.standardOutput.split(separator: "\n").map {
                $0.split(separator: " ").compactMap { Int($0) }
            }
            try #require(held.map(\.first) == [4, 8], "\(held)")
            #expect(held[1][1] <= held[0][1] && held[1][2] <= held[0][2], "\(held)")
        }
    }

    /// Whatever an application is in the middle of: each *will* has its *did* or its failure, then nothing more is
    /// told, and the next application in the process is as the first.
    @Test(.needs(.phoc)) func anApplicationEndsInTheMiddleOfATransition() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(.phoc) { session, _ in
            let child = try session.lab("quit", clip)
            defer { child.stop(grace: .zero) }
            try #require(child.wait(.seconds(90)) == .code(0), "\(child.standardOutput) \(child.standardError)")
            let lines = child.standardOutput.split(separator: "\n").map(String.init)
            let heard = lines.filter { !$0.hasPrefix("descriptors") }
            let began = "willStart didStart"
            let ends = [
                "willStart": "willStart failedToStart(cancelled)", "starting": "willStart failedToStart(cancelled)",
                "didStart": "\(began) willStop didStop(programmatic)",
                "restore": "\(began) restore willStop didStop(programmatic)",
                "restored": "\(began) restore willStop didStop(programmatic)",
                "willStop": "\(began) restore willStop didStop(restoreRequested)",
                "didStop": "\(began) restore willStop didStop(restoreRequested)",
            ]
            let moments = ["willStart", "starting", "didStart", "restore", "restored", "willStop", "didStop"]
            #expect(heard == moments.flatMap { ["\($0), stop: \(ends[$0]!)", "\($0), close: \(ends[$0]!)"] })
            // Threads of the last one may be on their way out.
            let held = lines.filter { $0.hasPrefix("descriptors") }.compactMap { Int($0.split(separator: " ")[1]) }
            #expect(held.count == 3 && held[2] <= held[0] + 4, "\(held)")
        }
    }

    /// The greatest number of an object that libwayland's protocol log speaks of.
    private func greatestObject(in text: Substring) -> Int {
        var greatest = 0
        for part in text.utf8.split(separator: UInt8(ascii: "@")).dropFirst() {
            let digits = part.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            // Object ids made by the compositor begin at 0xFF000000.
            if let number = Int(String(decoding: digits, as: UTF8.self)), number < 0xFF00_0000 {
                greatest = max(greatest, number)
            }
        }
        return greatest
    }
}
