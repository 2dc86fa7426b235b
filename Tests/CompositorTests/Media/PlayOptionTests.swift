import OrielMedia
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Options of `oriel play` whose effect isn't on the screen.
@Suite struct PlayOptionTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 300)

    @Test(arguments: ["gles", "shm"])
    func theRendererIsTheOneAskedForAndSaysSo(name: String) throws {
        let session = try FakeSession(["-v", "--renderer", name], media: [clip.file()])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped })
        #expect(player.standardError.contains("drawing with \(name): as asked for; by "), "\(player.standardError)")
    }

    /// Without a graphics device no driver is loaded, and none of what comes with it.
    @Test func whereTheProcessorDrawsNoDriverIsLoaded() throws {
        let session = try FakeSession(["-v"], media: [clip.file()], environment: ["LIBGL_ALWAYS_SOFTWARE": "1"])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        #expect(fake.shows { $0.isMapped })
        #expect(player.standardError.contains("drawing with shm: LIBGL_ALWAYS_SOFTWARE"), "\(player.standardError)")
        let maps = try ChildProcess("cat", ["/proc/\(player.pid)/maps"])
        #expect(maps.wait(.seconds(20)) == .code(0))
        let libraries = maps.standardOutput
        #expect(libraries.contains("libwayland-client"))
        for name in ["libLLVM", "libgallium", "swrast_dri", "libEGL_mesa"] {
            #expect(!libraries.contains(name), "\(name)")
        }
    }

    @Test func theStartIsTracedUntilItsFirstPictureIsSeen() throws {
        let session = try FakeSession(["--trace-start", "--loop"], media: [clip.file()])
        defer { session.stop() }
        let player = session.player
        #expect(wait(.seconds(20)) { player.standardError.contains("is seen\n") }, "\(player.standardError)")
        let steps = player.standardError.split(separator: "\n").dropFirst(2)
        for step in ["the compositor has said", "the container is open", "decoded", "handed over"] {
            #expect(steps.count { $0.contains(step) } == 1, "\(step)")
        }
        let times = steps.compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
        #expect(times.count == steps.count && times == times.sorted(), "\(times)")
    }

    @Test func aRendererThatIsNotBuiltIsAUsageError() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try fake.oriel("play", "--renderer", "vulkan", clip.file(), code: 64)
        #expect(player.standardError.contains("vulkan"), "\(player.standardError)")
    }
}
