import Oriel
import OrielGeometry
import OrielPlatform
import OrielTestSupport
import Testing

/// `Player.items` and what happens at an item's end.
@MainActor @Suite struct ItemListTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    private func player(_ items: [PlayerItem], _ change: (inout Player.Options) -> Void = { _ in }) throws -> Player {
        var options = Player.Options.playsAutomatically
        options.playsSound = false
        change(&options)
        let player = try Player(items: items, options: options)
        try player.attach(to: MainLoop(loop))
        loop.turn(limit: .zero)
        return player
    }

    private func clip(_ frames: Int) throws -> String {
        try StampedClip(size: Size(width: 64, height: 36), frames: frames).file()
    }

    @Test func theListKeepsThePresentItemIfTheNewOneHasIt() throws {
        let item = PlayerItem(try clip(600))
        let others = (0..<3).map { PlayerItem("/nowhere/\($0).mkv") }
        let player = try player([others[0], item])
        defer { player.close() }
        try loop.turn(drawing: player) { player.currentItem == item && player.position > .zero }
        let source = try #require(player.source as? QueueSource)
        var changes: [Player.Change] = []
        player.addChangeHandler { if $0 != .frames { changes.append($0) } }
        let position = player.position
        player.items = [others[1], item, others[2], item]
        #expect(player.items == [others[1], item, others[2]] && player.currentItem == item)
        #expect(player.position >= position && !changes.contains(.item) && source.failure(of: others[0]) != nil)
        player.items.append(others[0])
        #expect(player.items.last == others[0] && player.currentItem == item)
        player.items = []
        #expect(player.items == [] && player.currentItem == nil && changes.contains(.item))
        player.items = [item]
        #expect(player.currentItem == item)
    }

    @Test func aListOfThousandsIsSetAtOnce() throws {
        let player = try player([PlayerItem("/nowhere/a.mkv")])
        defer { player.close() }
        let items = [PlayerItem(try clip(600))] + (1..<20_000).map { PlayerItem("/nowhere/\($0).mkv") }
        let begin = MonotonicClock.now
        player.items = items
        player.items = Array(items.reversed())
        #expect(MonotonicClock.now - begin < .seconds(2))
        #expect(player.items.count == 20_000 && player.currentItem == items[0])
    }

    /// The list changes while the present item ends, from each kind of handler, and the new one plays.
    @Test(arguments: ["leave", "item", "ended", "looped", "landed"])
    func theListCanBeSetFromAHandler(name: String) throws {
        let (first, second) = (PlayerItem(try clip(10)), PlayerItem(try clip(10)))
        let last = PlayerItem(try clip(30))
        let player = try player([first, second])
        defer { player.close() }
        var sets = 0
        let set = { [unowned player] in
            guard sets < 2 else { return }
            sets += 1
            player.items = sets == 1 && name != "ended" ? [second, last] : [last]
        }
        player.onLeave = { [unowned player] item, _, _ in
            // It is called after the change.
            #expect(player.currentItem != item || player.items == [item])
            if name == "leave" { set() }
        }
        player.addChangeHandler { change in
            switch (name, change) {
            case ("item", .item), ("ended", .ended), ("looped", .looped), ("landed", .landed): set()
            default: break
            }
        }
        var hasPlayedLast = false
        player.addChangeHandler { [unowned player] in
            if $0 == .frames, player.currentItem == last { hasPlayedLast = true }
        }
        // The first frame lands before the handler is there, if its decoder is fast.
        if name == "landed" { player.seek(to: .zero) }
        try loop.turn(drawing: player) { player.hasEnded && (hasPlayedLast || name == "looped") }
        #expect(player.status == .readyToPlay && (sets > 0 || name == "looped"))
        if hasPlayedLast { #expect(player.currentItem == last) }
    }

    @Test func afterTheEndThatDoesNothingASeekPlaysOn() throws {
        for action in [Player.ActionAtItemEnd.none, .pause] {
            let player = try player([PlayerItem(try clip(10)), PlayerItem("/nowhere/b.mkv")])
            player.actionAtItemEnd = action
            #expect(player.actionAtItemEnd == action)
            try loop.turn(drawing: player) { player.hasEnded }
            #expect(player.rate == 0)
            player.seek(to: .zero)
            try loop.turn(drawing: player) { !player.isSeeking }
            #expect(player.isPaused == (action == .pause))
            player.close()
        }
        let player = try player([])
        player.actionAtItemEnd = .none
        player.actionAtItemEnd = .advance
        #expect(player.actionAtItemEnd == .advance)
        player.close()
    }
}
