import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// Commands that a player refuses. They often come from a key of the desktop, whose user sees no terminal.
@Suite struct RefusedCommandTests {
    private static let limit = Duration.seconds(20)

    @Test(arguments: [["chapter", "next"], ["next"], ["track", "audio", "3"], ["seek", "live"]])
    func aRefusalIsShownInTheWindow(words: [String]) throws { try expectMessage(after: words, in: []) }

    @Test func aRefusalIsShownOnALockedOverlay() throws {
        try expectMessage(after: ["peek"], in: ["--pip"], isLocked: true)
    }

    /// Plays a film and expects one more subsurface, which goes again, for the command's refusal.
    private func expectMessage(after words: [String], in options: [String], isLocked: Bool = false) throws {
        let session = try FakeSession(["--loop"] + options, offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try #require(fake.shows { $0.isMapped && ($0.index ?? 0) >= 3 }, "\(player.standardError)")
        var shown: Int { fake.surfaces.count { $0.role == .subsurface && $0.isMapped && $0.bufferSize.height > 1 } }
        // A lock has a message of its own, and a padlock that stays.
        let marks = isLocked ? 1 : 0
        if isLocked {
            try fake.oriel("lock")
            try #require(wait(Self.limit) { shown == 2 })
            try #require(wait(Self.limit) { shown == 1 })
        }
        #expect(shown == marks)
        try fake.oriel(words, code: 1)
        #expect(wait(Self.limit) { shown == marks + 1 }, "\(player.standardError)")
        #expect(wait(Self.limit) { shown == marks })
    }
}
