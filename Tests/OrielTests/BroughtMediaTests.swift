import Foundation
import Oriel
import OrielDemux
import OrielPlatform
import OrielTestSupport
import Testing

/// Media and subtitles that a user drops, chooses or adds: thousands of them, and from servers that don't answer.
@MainActor @Suite struct BroughtMediaTests {
    private let loop: EventLoop
    private let folder: TemporaryFolder

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
    }

    private func wait(_ condition: () -> Bool) async throws {
        let limit = MonotonicClock.now + .seconds(20)
        while !condition() {
            try #require(MonotonicClock.now < limit)
            loop.turn(limit: .zero)
            // The answers come through the main actor.
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func write(_ name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data().write(to: URL(filePath: path))
        return path
    }

    @Test func listsAreReadBesideTheLoopInTheOrderOfTheCalls() async throws {
        for number in 0..<3000 { _ = try write("\(number).mkv") }
        let reader = ListReader(MainLoop(loop))
        var found: [ListReader.Found] = []
        for media in [[folder.path], ["one.mkv", "two.mkv"], [folder.path + "/none/"]] {
            reader.read(media, allowsNetwork: false) { found.append($0) }
        }
        // Never inside the call.
        #expect(found.isEmpty)
        try await wait { found.count == 3 }
        #expect(found[0].items.count == 3000 && found[0].items[10].media == folder.path + "/10.mkv")
        #expect(found[1].items.map(\.media) == ["one.mkv", "two.mkv"])
    }

    @Test func requestsBeyondTheLimitAreAnsweredWithAReason() async throws {
        let path = try write("a.mkv")
        let reader = ListReader(MainLoop(loop))
        var found: [ListReader.Found] = []
        for _ in 0..<100 { reader.read([path], allowsNetwork: false) { found.append($0) } }
        try await wait { found.count == 100 }
        let refused = found.count { $0.items.isEmpty && "\($0.problems)".contains("still being read") }
        // One was being read while 64 waited.
        #expect(refused == 35)
    }

    @Test func itemsAreInsertedByTheThousandBehindThePresentOne() throws {
        var options = Player.Options.playsAutomatically
        options.playsSound = false
        let player = try Player(folder.path + "/first.mkv", options: options)
        let last = PlayerItem("last.mkv")
        player.insert(last, after: nil)
        let more = (0..<10_000).map { PlayerItem("\($0).mkv") }
        player.insert(more + [last], after: player.items[0])
        #expect(player.items.count == 10_002 && player.items[1] === more[0] && player.items[10_001] === last)
        for item in more { player.remove(item) }
        #expect(player.items.count == 2)
    }

    @Test func silentServersOfSubtitlesAreLeftTogether() async throws {
        let listener = try LoopbackListener("silent")
        let isOver = Monitor(false)
        try listener.serve { _ in _ = isOver.wait { $0 ? true : nil } }
        defer {
            isOver.update { $0 = true }
            listener.end()
        }
        var options = Player.Options()
        options.allowsNetwork = true
        let subtitles = PlayerSubtitles(options, of: nil, files: [])
        let wakeup = try Wakeup()
        try subtitles.open([], frameRate: nil, wakeup: wakeup)
        for number in 0..<60 {
            try subtitles.add([.url("http://127.0.0.1:\(listener.port)/\(number).srt")], wakeup: wakeup)
        }
        // A file isn't delayed by one that waits for a server.
        let path = folder.path + "/here.srt"
        try Data("1\n00:00:01,000 --> 00:00:02,000\nLine\n".utf8).write(to: URL(filePath: path))
        try subtitles.add([.path(path)], wakeup: wakeup)
        try await wait { subtitles.update() }
        #expect(subtitles.selection == 0)
        let before = MonotonicClock.now
        subtitles.close()
        // Each of them alone took 80 ms.
        #expect(MonotonicClock.now - before < .seconds(1))
    }
}
