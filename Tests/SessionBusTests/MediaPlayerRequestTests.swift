import OrielSessionBus
import Testing

/// Requests of desktops against a player's state.
struct MediaPlayerRequestTests {
    private static func state(_ change: (inout MediaPlayerState) -> Void = { _ in }) -> MediaPlayerState {
        var state = MediaPlayerState(identity: "Cinema", desktopEntry: "cinema")
        state.status = .playing
        state.canPlay = true
        state.canPause = true
        state.canSeek = true
        state.canSetFullScreen = true
        state.metadata.length = .seconds(60)
        change(&state)
        return state
    }

    private func check(
        _ request: MediaPlayerRequest, at position: Duration = .seconds(10), _ state: MediaPlayerState = state()
    ) -> Result<MediaPlayerRequest, MediaPlayerRequest.Refusal> {
        do throws(MediaPlayerRequest.Refusal) { return .success(try request.checked(state, position: position)) } catch
        {
            return .failure(error)
        }
    }

    @Test func aSkipBehindTheEndGoesToTheNextItem() {
        #expect(check(.skip(.seconds(49))) == .success(.skip(.seconds(49))))
        #expect(check(.skip(.seconds(51))) == .failure(.ignored))
        let list = Self.state { $0.canGoNext = true }
        #expect(check(.skip(.seconds(51)), list) == .success(.next))
        let live = Self.state { $0.metadata.length = nil }
        #expect(check(.skip(.seconds(51)), live) == .success(.skip(.seconds(51))))
    }

    @Test func aPositionOutsideOfTheItemIsIgnored() {
        #expect(check(.seek(.seconds(60), item: 1)) == .success(.seek(.seconds(60), item: 1)))
        #expect(check(.seek(.seconds(61), item: 1)) == .failure(.ignored))
        #expect(check(.seek(.microseconds(-1), item: 1)) == .failure(.ignored))
    }

    @Test func aPlayerThatCanNotSeekIgnoresSeeks() {
        let linear = Self.state { $0.canSeek = false }
        #expect(check(.seek(.seconds(5), item: 1), linear) == .failure(.ignored))
        #expect(check(.skip(.seconds(5)), linear) == .failure(.ignored))
    }

    @Test func playPauseIsAnErrorWhereNothingCanBePaused() {
        let empty = Self.state { $0.canPause = false }
        #expect(check(.playPause, empty) == .failure(.unsupported))
        #expect(check(.pause, empty) == .failure(.ignored))
        #expect(check(.playPause) == .success(.playPause))
    }

    @Test func aRateOfZeroPausesAndOthersAreBounded() {
        #expect(check(.setRate(0)) == .success(.pause))
        #expect(check(.setRate(100)) == .success(.setRate(8)))
        #expect(check(.setRate(0.01)) == .success(.setRate(0.1)))
        for rate in [-1, .nan, .infinity] { #expect(check(.setRate(rate)) == .failure(.invalid)) }
    }

    @Test func aNegativeVolumeIsSilence() {
        #expect(check(.setVolume(-1)) == .success(.setVolume(0)))
        #expect(check(.setVolume(.nan)) == .failure(.invalid))
    }

    @Test(arguments: ["ftp://host/film.mkv", "film.mkv", "", ":", "concat:a|b", "javascript:1"])
    func anAddressOfAnotherSchemeIsRefused(address: String) {
        let state = Self.state { $0.schemes = ["file", "http", "https"] }
        #expect(check(.open(address), state) == .failure(.unsupported))
    }

    @Test(arguments: ["file:///film.mkv", "HTTPS://host/film.mkv"])
    func anAddressOfAKnownSchemeIsOpened(address: String) {
        let state = Self.state { $0.schemes = ["file", "http", "https"] }
        #expect(check(.open(address), state) == .success(.open(address)))
        #expect(check(.open(address)) == .failure(.unsupported))
    }

    @Test func changesAreNamedByInterface() {
        let before = Self.state()
        let after = Self.state {
            $0.isFullScreen = true
            $0.status = .paused
            $0.metadata.title = "Film"
        }
        #expect(after.changes(since: before, in: .root) == [.fullScreen])
        #expect(after.changes(since: before, in: .player) == [.playbackStatus, .metadata])
        #expect(after.changes(since: after, in: .player).isEmpty)
    }

    @Test func longTagsAreCutBetweenCharacters() {
        var metadata = MediaMetadata()
        metadata.title = String(repeating: "é", count: 500_000) + "\0hidden"
        let state = Self.state { $0.metadata = metadata }
        guard case .options(let entries)? = state.value(of: .metadata),
            case .text(let title)? = entries.first(where: { $0.name == "xesam:title" })?.value
        else { return #expect(Bool(false), "no title") }
        #expect(title == String(repeating: "é", count: 2048))
    }

    @Test func namesOfFurtherProcessesAreInstances() {
        #expect(MediaPlayerName.name(of: "oriel") == "org.mpris.MediaPlayer2.oriel")
        #expect(MediaPlayerName.name(of: "oriel", instance: "ab") == "org.mpris.MediaPlayer2.oriel.instanceab")
        #expect(MediaPlayerName.name(of: "my-film.app") == "org.mpris.MediaPlayer2.my_film_app")
        #expect(MediaPlayerName.name(of: "4k") == "org.mpris.MediaPlayer2._4k")
        #expect(MediaPlayerName.name(of: String(repeating: "x", count: 500), instance: "abcdefgh").utf8.count < 256)
    }
}
