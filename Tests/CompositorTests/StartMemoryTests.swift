import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// The program's memory once its start is over.
@Suite struct StartMemoryTests {
    @Test func whatOnlyTheStartUsesIsGivenUpAndThePlayerPlaysOn() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--loop", "--id", "a", clip.file()])
        defer { player.stop() }
        var most = 0
        let isGivenUp = wait(.seconds(30)) {
            guard let mapped = ProcessUsage.fileBytes(of: player.pid) else { return false }
            most = max(most, mapped)
            return mapped < most * 2 / 3
        }
        #expect(isGivenUp, "\(most) bytes at most, \(ProcessUsage.fileBytes(of: player.pid) ?? 0) now")
        let shown = fake.surfaces.compactMap(\.index)
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.index.map { !shown.contains($0) } ?? false }
            },
            "\(player.standardError)")
        #expect(try fake.launch(Executable.built("oriel"), ["toggle"]).wait(.seconds(20)) == .code(0))
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in surfaces.filter(\.isMapped).map(\.role) == [.layer] },
            "\(fake.surfaces)")
    }
}
