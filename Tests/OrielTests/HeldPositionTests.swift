import Oriel
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPlatform
import OrielTestSupport
import Testing

/// A player's position after a seek is the requested time, wherever frames begin.
@MainActor @Suite struct HeldPositionTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Returns a paused player that shows its first frame.
    private func player(_ clip: StampedClip) throws -> Player {
        var options = Player.Options()
        options.playsSound = false
        let player = try Player(try clip.file(), options: options)
        try player.attach(to: MainLoop(loop))
        try loop.turn { player.currentFrame != nil }
        return player
    }

    /// Waits until the frame of the position is the current one.
    private func land(_ player: Player, _ command: () -> Void) throws {
        var hasLanded = false
        player.addChangeHandler { if $0 == .landed { hasLanded = true } }
        command()
        try loop.turn { hasLanded }
    }

    @Test func relativeSeeksGoOnWithinAHeldFrame() throws {
        let player = try player(
            StampedClip(size: Size(width: 160, height: 90), rate: Rational(1, 20), frames: 3, bFrames: 0))
        try land(player) { player.seek(to: .seconds(30)) }
        #expect(player.position == .seconds(30) && player.currentFrame?.time == .seconds(20))
        for wanted in [35, 40, 45] {
            try land(player) { player.seek(to: player.position + .seconds(5)) }
            #expect(player.position == .seconds(wanted))
        }
        // A backward step shows the frame before, at its own time.
        for wanted in [20, 0, 0] {
            try land(player) { player.stepBackward() }
            #expect(player.position == .seconds(wanted) && player.currentFrame?.time == .seconds(wanted))
        }
    }

    @Test func partsThatBeginBetweenFramesAreEntered() throws {
        let player = try player(
            StampedClip(size: Size(width: 160, height: 90), rate: Rational(25, 1), frames: 200, container: "matroska"))
        let starts = [Duration.zero, .seconds(3.01), .seconds(6.01)]
        player.navigationMarkers = starts.map { MediaInfo.Chapter(start: $0, title: nil) }
        player.interstitialTimeRanges = [.seconds(3.01)..<Duration.seconds(3.03)]
        for chapter in 1...2 {
            let next = try #require(ChapterChoice.next(of: starts, at: player.position))
            #expect(next == chapter)
            try land(player) { player.seek(to: starts[next]) }
            #expect(player.currentChapter == chapter && player.position == starts[chapter])
            #expect(player.currentInterstitial == (chapter == 1 ? 0 : nil))
        }
        #expect(ChapterChoice.next(of: starts, at: player.position) == nil)
    }
}
