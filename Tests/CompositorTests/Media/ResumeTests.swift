import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `--resume`, from one run of the program to the next.
@Suite struct ResumeTests {
    private static let limit = Duration.seconds(20)

    private func first(_ stream: StampColor, on fake: FakeCompositor) -> Int? {
        var index: Int?
        _ = fake.wait(Self.limit) { surfaces, _ in
            index = surfaces.first { $0.isMapped && $0.stream == stream }?.index
            return index != nil
        }
        return index
    }

    /// Where each was left, whichever way it was left: for another item, or with the player.
    @Test func eachItemOfAListGoesOnWhereItWasLeft() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let arguments = [
            "play", "--audio", "none", "--resume", "--list", "--id", "a", try smallClip(.green), try smallClip(.red),
        ]
        let player = try fake.launch(Executable.built("oriel"), arguments)
        defer { player.stop(grace: .zero) }
        #expect((first(.green, on: fake) ?? .max) < 150, "\(player.standardError)")
        try fake.oriel("pause")
        try fake.oriel("seek", "8")
        try fake.oriel("next")
        #expect((first(.red, on: fake) ?? .max) < 150)
        try fake.oriel("seek", "12")
        try fake.oriel("quit")
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        let again = try fake.launch(Executable.built("oriel"), arguments + ["--paused"])
        defer { again.stop(grace: .zero) }
        let green = try #require(first(.green, on: fake), "\(again.standardError)")
        #expect((238...242).contains(green))
        try fake.oriel("next")
        let red = try #require(first(.red, on: fake))
        #expect((358...362).contains(red))
    }

    /// Back in an item it goes on, too, within one run; an item that is left before it has begun keeps its place.
    @Test func itemsGoOnWithinOneRun() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clips = [try smallClip(.green), try smallClip(.red), try smallClip(.blue)]
        let arguments = ["play", "--audio", "none", "--resume", "--paused", "--list", "--id", "a"] + clips
        func stands(at seconds: Double, in item: Int) throws -> Bool {
            wait(Self.limit) {
                let status = fake.player()
                return status?.list?.index == item && status.map { abs($0.position - seconds) < 0.1 } == true
            }
        }
        let player = try fake.launch(Executable.built("oriel"), arguments)
        defer { player.stop(grace: .zero) }
        try #require(first(.green, on: fake) != nil, "\(player.standardError)")
        try fake.oriel("seek", "8")
        try fake.oriel("next")
        try fake.oriel("seek", "12")
        for _ in 0..<2 {
            try fake.oriel("previous")
            #expect(try stands(at: 8, in: 1))
            try fake.oriel("next")
            #expect(try stands(at: 12, in: 2))
        }
        // Two items on and back at once, so that the last may not have begun.
        let window = try #require(fake.surfaces.first { $0.isMapped })
        fake.focusKeyboard(on: window.number)
        for _ in 0..<6 {
            fake.press("comma", modifiers: ["Shift"])
            fake.press("period", modifiers: ["Shift"])
        }
        #expect(try stands(at: 12, in: 2))
        // The end of an item forgets its place, and the next one goes on where it was left.
        try fake.oriel("previous")
        try fake.oriel("seek", "29.5")
        try fake.oriel("resume")
        #expect(wait(Self.limit) { fake.player().map { $0.list?.index == 2 && $0.position >= 12 } == true })
        try fake.oriel("pause")
        try fake.oriel("previous")
        #expect(try stands(at: 0, in: 1))
        // Left at once, before its first frame or after it.
        try fake.oriel("next")
        try fake.oriel("quit")
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        let last = try fake.launch(Executable.built("oriel"), arguments)
        defer { last.stop(grace: .zero) }
        try #require(first(.green, on: fake) != nil, "\(last.standardError)")
        try fake.oriel("next")
        #expect(wait(Self.limit) { fake.player().map { $0.list?.index == 2 && $0.position >= 12 } == true })
    }
}
