import Observation
import Oriel
import OrielGeometry
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Synchronization
import Testing

/// State of items, with AVPlayerItem's names, in players with real decoders.
@MainActor @Suite struct PlayerItemStateTests {
    private let loop: EventLoop
    private let size = Size(width: 64, height: 36)

    init() throws { loop = try EventLoop() }

    private func player(_ items: [PlayerItem], plays: Bool = true) throws -> Player {
        var options = Player.Options()
        options.playsAutomatically = plays
        let player = try Player(items: items, options: options)
        try player.attach(to: MainLoop(loop))
        loop.turn(limit: .zero)
        return player
    }

    private func clip(_ frames: Int = 300) throws -> PlayerItem {
        PlayerItem(try StampedClip(size: size, frames: frames).file())
    }

    @Test func anItemHasThePlayersStateWhileItIsThePresentOne() throws {
        let (item, next) = (try clip(), try clip())
        #expect(item.status == .unknown && item.duration == nil && item.currentTime() == .zero && item.tracks == [])
        #expect(item.presentationSize == Size(width: 0, height: 0) && item.loadedTimeRanges == [] && item.asset == nil)
        let player = try player([item, next], plays: false)
        defer { player.close() }
        try loop.turn(drawing: player) { item.status == .readyToPlay && player.currentFrame != nil }
        #expect(item.duration == player.duration && item.duration != nil && item.error == nil)
        #expect(item.presentationSize == size && item.isPlaybackLikelyToKeepUp)
        #expect(item.tracks == player.videoTracks.map { .video($0) } && item.tracks.count == 1)
        #expect(item.asset?.duration == item.duration && item.asset?.tracks == item.tracks)
        try loop.turn(drawing: player) {
            item.loadedTimeRanges.first.map { $0.upperBound > .milliseconds(100) } == true
        }
        #expect(item.loadedTimeRanges.map(\.lowerBound) == [.zero])
        #expect(next.status == .unknown && next.duration == nil)
        item.seek(to: .seconds(3))
        try loop.turn(drawing: player) { !player.isSeeking }
        #expect(item.currentTime() == .seconds(3) && player.currentTime() == .seconds(3))
        player.advanceToNextItem()
        #expect(item.status == .unknown && item.duration == nil)
        try loop.turn(drawing: player) { next.status == .readyToPlay }
    }

    @Test func stepsGoForwardAndBackByFrames() throws {
        let item = try clip()
        let player = try player([item], plays: false)
        defer { player.close() }
        try loop.turn(drawing: player) { player.currentFrame != nil }
        let frame = try #require(player.currentFrame?.duration)
        func step(_ count: Int, to index: Int) throws {
            item.step(byCount: count)
            try loop.turn(drawing: player) {
                !player.isSeeking && player.currentFrame.map { Int(($0.time / frame).rounded()) } == index
            }
        }
        try step(1, to: 1)
        try step(5, to: 6)
        try step(-1, to: 5)
        try step(-4, to: 1)
        try step(0, to: 1)
        try step(.min, to: 0)
        try step(.max, to: 299)
        #expect(player.isPaused)
    }

    /// A list's next item is already open when it is sought in.
    @Test func anItemThatIsSoughtInBeforeItsTurnBeginsThere() async throws {
        let (first, next, later) = (try clip(20), try clip(), try clip())
        next.seek(to: .seconds(2))
        #expect(next.currentTime() == .seconds(2))
        let player = try player([first, next])
        defer { player.close() }
        var answer: Bool?
        try loop.turn(drawing: player) { player.source.medium?.snapshot.isReadToEnd == true }
        next.seek(to: .seconds(4)) { answer = $0 }
        await Task.yield()
        try loop.turn(drawing: player) {
            player.currentItem == next && player.currentFrame != nil && !player.isBuffering
        }
        #expect(player.currentFrame.map { $0.time >= .seconds(4) && $0.time < .seconds(6) } == true)
        #expect(answer == false)
        // Once it has begun, it begins at its beginning the next time.
        player.items = [later]
        player.items = [next]
        try loop.turn(drawing: player) { next.status == .readyToPlay }
        #expect(next.currentTime() < .seconds(2))
        // Also the first one of a player.
        let other = try clip()
        other.seek(to: .seconds(3))
        let second = try self.player([other], plays: false)
        defer { second.close() }
        try loop.turn(drawing: second) { second.currentFrame != nil }
        #expect(other.currentTime() == .seconds(3) && second.currentFrame?.time == .seconds(3))
    }

    @Test func aSkippedItemKeepsItsErrorWhichIsObserved() throws {
        let (good, bad) = (try clip(20), PlayerItem("/nowhere/film.mkv"))
        let changes = Mutex(0)
        let player = try Player(items: [good, bad], options: .playsAutomatically)
        defer { player.close() }
        withObservationTracking {
            #expect(bad.error == nil)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try player.attach(to: MainLoop(loop))
        try loop.turn(drawing: player) { player.hasEnded }
        let error = try #require(bad.error)
        #expect(error.kind == .noSuchFile && bad.status == .failed(error) && player.currentItem == good)
        #expect(changes.withLock(\.self) == 1)
    }

    @Test func stateIsObservedBeforeTheItemIsInAPlayer() throws {
        let item = try clip()
        let changes = Mutex(0)
        withObservationTracking {
            _ = (item.status, item.duration)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let player = try player([], plays: false)
        defer { player.close() }
        player.replaceCurrentItem(with: item)
        #expect(changes.withLock(\.self) == 1)
    }

    @Test func anItemIsInOnePlayer() throws {
        let (item, other, third) = (try clip(), try clip(), try clip())
        let (one, two) = (try player([item, third], plays: false), try player([other], plays: false))
        defer { two.close() }
        #expect(throws: StartError.self) { try Player(items: [item]) }
        #expect(!two.canInsert(item, after: nil))
        two.insert(item, after: nil)
        two.replaceCurrentItem(with: item)
        #expect(two.items == [other] && two.currentItem == other && one.currentItem == item)
        two.items = [item, other]
        #expect(two.items == [other] && one.items == [item, third])
        try loop.turn(drawing: one) { item.status == .readyToPlay }
        // It is free once it has left the list, or its player has ended.
        one.remove(item)
        two.insert(item, after: nil)
        #expect(two.items == [other, item] && one.items == [third])
        one.close()
        two.insert(third, after: nil)
        #expect(two.items == [other, item, third])
        // A copy is another item.
        two.insert(item.copy(), after: nil)
        #expect(two.items.count == 4)
    }

    @Test func theAppsNamesStandBeforeTheMediums() throws {
        let item = try clip()
        let player = try player([item], plays: false)
        defer { player.close() }
        let own = player.title
        var changes = 0
        player.onFactsChange.append { changes += 1 }
        item.externalMetadata = [.title("A film"), .artist("Its maker")]
        #expect(player.title == "A film" && player.tags.artist == "Its maker" && player.tags.album == nil)
        #expect(changes == 1)
        item.externalMetadata = []
        #expect(player.title == own && player.tags.artist == nil)
    }

    @Test func tracksAreSelectedByThemselvesOrDeselectedByTheirKind() throws {
        let folder = try TemporaryFolder()
        let item = PlayerItem(try ClipOfTwoLanguages.write(in: folder, size: size))
        let player = try player([item], plays: false)
        defer { player.close() }
        try loop.turn(drawing: player) { item.tracks.contains { if case .subtitle = $0 { true } else { false } } }
        let (audio, subtitles) = (player.audioTracks, player.subtitleTracks)
        #expect(audio.count == 2 && subtitles.count == 1)
        item.select(.audio(audio[1]), in: .audible)
        #expect(player.selectedAudioTrack == 1)
        item.select(.subtitle(subtitles[0]), in: nil)
        #expect(player.selectedSubtitleTrack == 0 && player.isClosedCaptionDisplayEnabled)
        item.select(nil, in: .legible)
        item.select(nil, in: .audible)
        item.select(nil, in: nil)
        #expect(player.selectedSubtitleTrack == nil && player.selectedAudioTrack == nil)
        player.isClosedCaptionDisplayEnabled = true
        #expect(player.selectedSubtitleTrack == 0)
    }

    @Test func aPlayerWithoutAnItemWaitsForOne() throws {
        let player = try Player()
        defer { player.close() }
        #expect(player.currentItem == nil && player.reasonForWaitingToPlay == nil)
        player.playImmediately(atRate: 2)
        #expect(player.rate == 2 && player.reasonForWaitingToPlay == .noItemToPlay)
        player.replaceCurrentItem(with: try clip())
        #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate)
    }
}
