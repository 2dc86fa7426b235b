import Oriel
import Testing

@testable import NewApp

@Suite struct ArgumentsTests {
    @Test func filesArePlayedInTheirOrder() {
        #expect(Arguments(["one.mkv", "two.mkv"])?.media == ["one.mkv", "two.mkv"])
    }

    @Test(arguments: [[], ["--help"], ["one.mkv", "-x"]])
    func otherArgumentsAreRefused(words: [String]) { #expect(Arguments(words) == nil) }

    @Test @MainActor func thePlayerHasAnItemForEachFile() throws {
        let player = try Player(items: Arguments(["one.mkv", "two.mkv"])!.media.map { PlayerItem($0) })
        #expect(player.items.map(\.media) == ["one.mkv", "two.mkv"])
    }
}
