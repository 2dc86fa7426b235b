import Foundation
import Oriel
import OrielAudioOutput
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielTransport
import Testing

/// Items that the user opens or goes to while another one plays: they take its place when they have a frame.
@MainActor @Suite struct ChosenItemTests {
    private let loop: EventLoop
    private let folder: TemporaryFolder

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
    }

    /// Turns the loop and draws the player until a condition is met; the frame on the screen never goes.
    private func wait(_ player: Player, _ condition: () -> Bool) throws {
        let limit = MonotonicClock.now + .seconds(20)
        var hasFrame = player.currentFrame != nil
        while !condition() {
            try #require(MonotonicClock.now < limit, "\(player.status) \(player.items.count)")
            loop.turn(limit: .milliseconds(10))
            player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
            #expect(!hasFrame || player.currentFrame != nil)
            hasFrame = player.currentFrame != nil
        }
    }

    private func player(_ items: [PlayerItem], _ change: (inout Player.Options) -> Void = { _ in }) throws -> Player {
        var options = Player.Options.playsAutomatically
        options.audio = .null
        change(&options)
        let player = try Player(items: items, options: options)
        try player.attach(to: MainLoop(loop))
        try wait(player) { player.currentFrame != nil }
        return player
    }

    private func film(_ frames: Int = 600, hasSound: Bool = true) throws -> PlayerItem {
        PlayerItem(
            try StampedClip(
                size: Size(width: 64, height: 36), frames: frames, sound: hasSound ? ClipSound() : nil
            ).file())
    }

    private func item(_ name: String, _ content: String) throws -> PlayerItem {
        let path = "\(folder.path)/\(name)"
        try Data(content.utf8).write(to: URL(filePath: path))
        return PlayerItem(path)
    }

    /// Media that can't be played, each for another reason.
    private func bad() throws -> [PlayerItem] {
        [
            PlayerItem("/nowhere/film.mkv"), PlayerItem("/etc/passwd"), PlayerItem("/dev/zero"), PlayerItem("/"),
            PlayerItem("http://127.0.0.1:\(try LoopbackListener.freePort())/x.mp4"),
            try item("junk.mp4", String(repeating: "junk", count: 1000)), try item("empty.mkv", ""),
            try item("none.mpd", "<MPD></MPD>"), try item("none.m3u8", "#EXTM3U\n#EXTINF:1,\nnowhere.ts\n"),
        ]
    }

    @Test(arguments: ["playing", "paused", "looping", "ended", "silent"])
    func afterWhatCanNotBePlayedTheFilmIsAsBefore(state: String) throws {
        let film = try film(state == "ended" ? 10 : 600, hasSound: state != "silent")
        let player = try player([film]) { $0.loops = state == "looping" }
        defer { player.close() }
        if state == "paused" { player.pause() }
        try wait(player) { state == "paused" || (state == "ended" ? player.hasEnded : player.position > .zero) }
        var (skipped, others): ([PlayerItem], [Player.Change]) = ([], [])
        player.addChangeHandler {
            if case .skipped(let item) = $0 { skipped.append(item) }
            if [.item, .failed, .paused, .ended].contains($0) { others.append($0) }
        }
        let bad = try bad()
        for (index, item) in bad.enumerated() {
            let (position, isPaused) = (player.position, player.isPaused)
            player.open([item])
            try wait(player) { player.awaitedItem == nil && skipped.count > index }
            #expect(player.currentItem == film && player.items == [film] && player.status == .readyToPlay)
            #expect(player.position >= position && player.isPaused == isPaused && skipped == Array(bad[...index]))
        }
        // Two at a time, and the second list before the first was refused.
        player.open([bad[0], bad[1]])
        player.open([bad[0].copy(), bad[4].copy()])
        try wait(player) { player.awaitedItem == nil && player.items.allSatisfy { $0 == film || bad.contains($0) } }
        #expect(player.currentItem == film && others.isEmpty, "\(others)")
        // A good one still plays.
        let next = try self.film()
        player.open([next])
        try wait(player) { player.currentItem == next && !player.isPaused && player.position > .milliseconds(100) }
    }

    @Test func theFirstThatCanBePlayedTakesThePlaceAndTheOthersFollow() throws {
        let (film, next, last) = (try film(), try film(), try film())
        let player = try player([film])
        defer { player.close() }
        var left: [PlayerItem] = []
        player.onLeave = { item, _, duration in
            left.append(item)
            #expect(duration != nil)
        }
        player.open([PlayerItem("/nowhere/a.mkv"), PlayerItem("/etc/passwd"), next, last])
        #expect(player.currentItem == film && player.awaitedItem != nil)
        try wait(player) { player.currentItem == next && player.position > .milliseconds(100) }
        #expect(player.items == [film, next, last] && left == [film] && player.awaitedItem == nil)
    }

    /// A list's items are gone to from the one that is awaited; those that can't be played are passed over.
    @Test func itemsOfAListAreGoneToFromTheAwaitedOne() throws {
        let films = [try film(), try film(), try film()]
        let bad = PlayerItem("/nowhere/a.mkv")
        let player = try player([films[0], bad, films[1], films[2]]) { $0.allowsNetwork = true }
        defer { player.close() }
        player.goToItem(.next)
        try wait(player) { player.currentItem == films[1] && !player.isSeeking }
        #expect(player.items.count == 4 && player.failure(of: bad) != nil)
        // The way there and back, to an item that can't arrive meanwhile.
        let server = try LoopbackListener("silent")
        defer { server.end() }
        let late = PlayerItem("http://127.0.0.1:\(server.port)/a.mkv")
        player.insert(late, after: films[1])
        player.goToItem(.next)
        #expect(player.awaitedItem == late)
        player.goToItem(.previous)
        #expect(player.awaitedItem == nil && player.currentItem == films[1])
        player.remove(late)
        player.goToItem(.previous)
        try wait(player) { player.currentItem == films[0] && !player.isSeeking }
        player.goToItem(.next)
        player.goToItem(.next)
        try wait(player) { player.currentItem == films[2] && !player.isSeeking }
        player.goToItem(.next)
        #expect(player.awaitedItem == nil && player.currentItem == films[2])
        player.loopsItems = true
        player.goToItem(.next)
        try wait(player) { player.currentItem == films[0] && !player.isSeeking }
        // The app's own calls come first.
        player.goToItem(.next)
        player.items = [films[2]]
        #expect(player.awaitedItem == nil && player.currentItem == films[2])
    }

    @Test(arguments: [false, true]) func anAddedItemThatCanNotBePlayedLeavesTheFilm(isLast: Bool) throws {
        let film = try film()
        let bad = PlayerItem("http://127.0.0.1:\(try LoopbackListener.freePort())/x.mp4")
        let player = try player([film])
        defer { player.close() }
        player.insert(bad, after: nil)
        if !isLast { player.insert(PlayerItem("/nowhere/a.mkv"), after: nil) }
        player.goToItem(.next)
        try wait(player) { player.awaitedItem == nil }
        #expect(player.currentItem == film && player.status == .readyToPlay && player.failure(of: bad) != nil)
        #expect(!player.hasItem(.next))
    }

    /// A server that says nothing, until it refuses: the film ends meanwhile, and waits at its end; a loop goes on.
    @Test(arguments: [false, true]) func anItemThatIsRefusedLateIsWaitedForAtTheEnd(loops: Bool) throws {
        let listener = try LoopbackListener("late")
        let isOver = Monitor(false)
        try listener.serve { _ in _ = isOver.wait { $0 ? true : nil } }
        defer {
            isOver.update { $0 = true }
            listener.end()
        }
        let film = try film(20, hasSound: false)
        let player = try player([film]) { $0.loops = loops }
        defer { player.close() }
        var changes: [Player.Change] = []
        player.addChangeHandler { changes.append($0) }
        player.open([PlayerItem("http://127.0.0.1:\(listener.port)/x.mp4")])
        let end = try #require(player.duration)
        if loops {
            try wait(player) { changes.count { $0 == .looped } >= 3 }
        } else {
            // Containers round a duration.
            try wait(player) { end - player.position < .milliseconds(5) }
        }
        #expect(player.awaitedItem != nil && player.currentItem == film && !changes.contains(.ended))
        isOver.update { $0 = true }
        if loops {
            try wait(player) { player.awaitedItem == nil }
            #expect(!changes.contains(.failed) && player.currentItem == film)
        } else {
            try wait(player) { player.hasEnded }
        }
        #expect(player.items == [film] && player.status == .readyToPlay)
    }
}
