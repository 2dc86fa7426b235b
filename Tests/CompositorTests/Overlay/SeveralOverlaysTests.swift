import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Case 75: as many in Picture in Picture as the session allows, none over another.
@Suite struct SeveralOverlaysTests {
    @Test(.needs(.sway)) func case75_asManyAsTheSettingSaysFloatBesideEachOther() async throws {
        let size = Size(width: 640, height: 360)
        let clips = try [StampColor.green, .red, .blue].map { try OrielProgram.clip($0, frames: 300, size: size) }
        try await withSession(.sway, configuration: "[pip]\nlimit = 2\n") { session, compositor in
            let common = ["--renderer", "shm", "--loop", "--pip", "--size", "480x270"]
            try session.play(common + ["--id", "a", clips[0]], expecting: ["a": .pip])
            try session.play(common + ["--id", "b", clips[1]], expecting: ["a": .pip, "b": .pip])
            let rects = try session.status().compactMap(\.rect).map {
                Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
            }
            try #require(rects.count == 2)
            #expect(rects[0].intersection(rects[1]) == nil, "\(rects)")
            var seen: [StampReading] = []
            #expect(
                try wait(.seconds(10)) {
                    seen = StampReader.locate(in: try Screenshot.take(of: compositor))
                    return seen.count == 2 && seen.allSatisfy { $0.quarters == 4 }
                }, "\(seen)")
            // A third takes the place of the latest.
            try session.play(
                ["--renderer", "shm", "--loop", "--id", "c", clips[2]], expecting: ["a": .pip, "c": .window])
            try session.run("toggle", "--player", "c")
            try session.wait(for: ["a": .pip, "c": .pip])
            #expect(try session.status().count { $0.mode == .pip } == 2)
        }
    }

    /// Several media begin together: the first in a window, as many others as may in Picture in Picture, one after the
    /// other, and the rest in windows.
    @Test(.needs(.sway), arguments: [2, 3, 4], [1, 3]) func mediaOfOneCommandFloatAsFarAsTheLimitAllows(
        count: Int, limit: Int
    ) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300, size: Size(width: 320, height: 180))
        let names = ["a", "b", "c", "d"].prefix(count)
        try await withSession(.sway, configuration: "[pip]\nlimit = \(limit)\n") { session, _ in
            for isAllFloating in [false, true] {
                let first = isAllFloating ? 0 : 1
                let modes = names.enumerated().reduce(into: [String: PlayerStatus.Mode]()) { modes, name in
                    let floats = (first..<first + limit).contains(name.offset)
                    modes[name.element] = floats ? .pip : .window
                }
                let player = try session.play(
                    ["--renderer", "shm", "--paused", "--loop"] + (isAllFloating ? ["--pip"] : [])
                        + names.flatMap { ["--id", $0] } + names.map { _ in clip }, expecting: modes)
                #expect(!player.standardError.contains("did not start"), "\(player.standardError)")
                #expect(try session.status().count == count)
                session.stop()
                #expect(try wait(.seconds(20)) { try session.status().isEmpty })
            }
        }
    }
}
