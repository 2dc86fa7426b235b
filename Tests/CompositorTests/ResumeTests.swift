import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// `--resume`, from one run of the program to the next.
@Suite struct ResumeTests {
    private static let limit = Duration.seconds(20)

    private func clip(_ stream: StampColor) throws -> String {
        try StampedClip(stream: stream, size: Size(width: 640, height: 360), frames: 900).file()
    }

    private func run(_ arguments: [String], on fake: FakeCompositor) throws {
        let command = try fake.launch(Executable.built("oriel"), arguments)
        #expect(command.wait(Self.limit) == .code(0), "\(arguments): \(command.standardError)")
    }

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
            "play", "--audio", "none", "--resume", "--list", "--id", "a", try clip(.green), try clip(.red),
        ]
        let player = try fake.launch(Executable.built("oriel"), arguments)
        defer { player.stop(grace: .zero) }
        #expect((first(.green, on: fake) ?? .max) < 150, "\(player.standardError)")
        try run(["pause"], on: fake)
        try run(["seek", "8"], on: fake)
        try run(["next"], on: fake)
        #expect((first(.red, on: fake) ?? .max) < 150)
        try run(["seek", "12"], on: fake)
        try run(["quit"], on: fake)
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        let again = try fake.launch(Executable.built("oriel"), arguments + ["--paused"])
        defer { again.stop(grace: .zero) }
        let green = try #require(first(.green, on: fake), "\(again.standardError)")
        #expect((238...242).contains(green))
        try run(["next"], on: fake)
        let red = try #require(first(.red, on: fake))
        #expect((358...362).contains(red))
    }
}
