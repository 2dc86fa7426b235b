import Oriel
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielTransport
import Testing

/// Items that can't be played in a player that shows a hint where its list is empty.
@MainActor @Suite struct UnplayableItemTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    private func player() throws -> Player {
        var options = Player.Options.playsAutomatically
        options.playsSound = false
        options.hint = "Drop a video here"
        let player = try Player(items: [], options: options)
        try player.attach(to: MainLoop(loop))
        // The first turn takes up the source.
        loop.turn(limit: .zero)
        return player
    }

    /// An event of the window's comes between the failure and the loop's turn that takes it up.
    @Test(arguments: [false, true]) func aFilmPlaysAfterAFailureThatAnotherEventMet(hasFilm: Bool) throws {
        let film = try StampedClip(size: Size(width: 64, height: 36), frames: 300).file()
        let player = try player()
        defer { player.detach() }
        var skipped = 0
        player.addChangeHandler { if case .skipped = $0 { skipped += 1 } }
        if hasFilm {
            player.insert(PlayerItem(film), after: nil)
            try loop.turn { player.currentFrame != nil && player.position > .zero }
            player.replaceCurrentItem(with: PlayerItem("/nowhere/film.mkv"))
        } else {
            player.insert(PlayerItem("/nowhere/film.mkv"), after: nil)
        }
        let source = try #require(player.source as? QueueSource)
        #expect(wait(.seconds(20)) { source.failure != nil })
        player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
        player.wake()
        try loop.turn { player.currentItem == nil }
        #expect(player.isEmpty && skipped == 1)
        player.insert(PlayerItem(film), after: nil)
        try loop.turn { if case .failed = player.status { true } else { player.position > .zero } }
        #expect(player.status == .readyToPlay)
    }

    /// A medium may fail at any instant, also while the source's state is put together.
    @Test func aFailureInTheMiddleOfALookIsNoFailedSource() throws {
        for round in 0..<100 {
            var options = Player.Options.playsAutomatically
            (options.playsSound, options.hint) = (false, "Drop a video here")
            let player = try Player(items: [PlayerItem("/nowhere/\(round).mkv")], options: options)
            let source = try #require(player.source as? QueueSource)
            var phases: Set<SourceState.Phase> = []
            let limit = MonotonicClock.now + .seconds(20)
            while source.hopeless == nil, MonotonicClock.now < limit { phases.insert(source.state.phase) }
            #expect(phases.subtracting([.opening]).isEmpty && source.hopeless != nil)
        }
    }
}
