import OrielMedia
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Options of `oriel play` whose effect isn't on the screen.
@Suite struct PlayOptionTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 300)

    @Test(arguments: [("auto", "the only one in this version"), ("gles", "as asked for")])
    func theRendererIsChosenAndSaysWhy(name: String, reason: String) throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "-v", "--renderer", name, clip.file()])
        defer { player.stop() }
        #expect(fake.wait(.seconds(20)) { surfaces, _ in surfaces.contains(where: \.isMapped) })
        #expect(player.standardError.contains("drawing with gles, \(reason)"), "\(player.standardError)")
    }

    @Test func aRendererThatIsNotBuiltIsAUsageError() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try fake.launch(Executable.built("oriel"), ["play", "--renderer", "shm", clip.file()])
        #expect(player.wait(.seconds(20)) == .code(64))
        #expect(player.standardError.contains("shm"), "\(player.standardError)")
    }
}
