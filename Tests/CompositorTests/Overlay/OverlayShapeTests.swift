import OrielGeometry
import OrielTestSupport
import Testing

/// The overlay's shape where that of its picture comes late, or changes.
@Suite struct OverlayShapeTests {
    private func clip(_ width: Int, _ height: Int) throws -> String {
        try StampedClip(size: Size(width: width, height: height), frames: 300, container: "matroska").file()
    }

    /// A pipe's medium is open before its first picture is there, and the overlay may be made in between.
    @Test func whatFloatsFromTheStartHasTheShapeOfItsPicture() throws {
        let clip = try clip(320, 240)
        for start in 0..<4 {
            let fake = try FakeCompositor()
            defer { fake.stop() }
            let player = try fake.launch(
                "/bin/sh",
                [
                    "-c", "cat \"$1\" | exec \"$0\" play --audio none --id a --pip -", try Executable.built("oriel"),
                    clip,
                ])
            defer { player.stop() }
            try #require(
                fake.shows { $0.role == .layer && $0.isMapped && ($0.index ?? 0) >= 3 }, "\(player.standardError)")
            // By then a surface that was made before has its second size.
            let surface = try #require(fake.surfaces.first { $0.role == .layer && $0.isMapped })
            #expect(surface.size == Size(width: 240, height: 180), "start \(start)")
        }
    }

    /// A window that is tiled fills its tile, whatever shape comes next.
    @Test func aTiledOverlayKeepsTheSizeOfItsTile() throws {
        var rules = FakeRules()
        rules.tilesWindows = true
        rules.windowSize = (1280, 720)
        let session = try FakeSession(
            ["--paused", "--pip", "--list"], media: [clip(320, 240), clip(640, 272), clip(320, 180)],
            offer: FakeOffer { $0.missing = ["zwlr_layer_shell_v1"] }, rules: rules)
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped }, "\(player.standardError)")
        let number = try #require(fake.surfaces.first { $0.isMapped }).number
        for _ in 1...2 {
            let commits = fake.surfaces.first { $0.number == number }?.commits ?? 0
            try fake.oriel("next")
            #expect(fake.shows { $0.number == number && $0.commits > commits })
            #expect(fake.surfaces.first { $0.number == number }?.size == Size(width: 1280, height: 720))
        }
    }
}
