import Foundation
import Oriel
import OrielCommand
import OrielPlay
import OrielTestSupport
import Testing

/// The media played last, for the page of an empty window.
struct RecentMediaTests {
    @Test func aCardTellsWhereAFilmWasLeft() {
        var film = RecentMedium(
            media: "/home/films/a.mkv", title: "A", position: .seconds(754), duration: .seconds(5400))
        #expect(film.detail == "12:34 of 1:30:00  ·  in films" && film.fraction == 754.0 / 5400)
        film.position = .zero
        #expect(film.detail == "1:30:00  ·  in films" && film.fraction == nil)
        film.media = "https://media.example.org:8080/a/b?c#d"
        film.duration = nil
        #expect(film.detail == "media.example.org:8080" && film.fraction == nil)
        film.media = "/a.mkv"
        #expect(film.detail == "in /")
    }

    @Test func theNewestMediaAreKeptOnce() throws {
        let temporary = try TemporaryFolder()
        let folder = StateFolder(path: temporary.path + "/state")
        for number in 0..<30 {
            RememberedMedia.update(in: folder) {
                $0.note("/\(number)", title: "\(number)", at: .seconds(number), of: .seconds(100))
            }
        }
        RememberedMedia.update(in: folder) { $0.note("/20", title: "twenty", at: .seconds(7), of: nil) }
        let media = RememberedMedia(from: folder).entries
        #expect(media.count == 20)
        let last = try #require(media.last)
        #expect(last.medium == "/20" && last.title == "twenty" && last.seconds == 7 && last.duration == nil)
        #expect(media.filter { $0.medium == "/20" }.count == 1)
        RememberedMedia.update(in: folder) { $0 = RememberedMedia() }
        #expect(RememberedMedia(from: folder).entries == [])
    }

    @Test func forgottenMediaComeBackInTheirPlaces() {
        var media = RememberedMedia()
        for number in 0..<4 { media.note("/\(number)", title: "", at: .zero, of: nil) }
        let former = media
        media.remove(["/1", "/3", "/9"])
        #expect(media.entries.map(\.medium) == ["/0", "/2"])
        media.note("/0", title: "", at: .seconds(5), of: nil)
        media.note("/4", title: "", at: .zero, of: nil)
        media.restore(former)
        #expect(media.entries.map(\.medium) == ["/1", "/2", "/3", "/0", "/4"])
        #expect(media.entries[3].seconds == 5)
        for number in 5..<40 { media.note("/\(number)", title: "", at: .zero, of: nil) }
        media.restore(former)
        #expect(media.entries.count == 20)
    }

    @Test func theListIsBounded() {
        var media = RememberedMedia()
        for number in 0..<30 { media.note("/\(number)", title: "", at: .zero, of: nil) }
        #expect(media.entries.count == 20 && media.entries.first?.medium == "/10")
    }

    @Test(arguments: [
        ("/films/a b.mkv", true), ("https://example.org/a@b", true), ("https://example.org/a?token=b", false),
        ("https://example.org/a#token=b", false), ("https://example.org?b", false), ("/films/who?.mkv#1", true),
        ("HTTP://example.org", true),
        ("https://user:secret@example.org/a", false), ("rtsp://example.org", false), ("film.mkv", false), ("-", false),
        ("", false), ("/" + String(repeating: "a", count: 4096), false),
    ])
    func onlyFilesAndPlainAddressesAreKept(medium: String, isKept: Bool) {
        #expect(RememberedMedia.isKept(medium) == isKept)
        var media = RememberedMedia()
        media.note(medium, title: "", at: .zero, of: nil)
        #expect(media.entries.isEmpty == !isKept)
    }

    /// The file may have been changed by anyone.
    @Test(arguments: [
        #"{"entries": [{"medium": "/a", "title": "", "seconds": 1e300}]}"#,
        #"{"entries": [{"medium": "/a", "title": "", "seconds": -1}]}"#,
        #"{"entries": [{"medium": "/a", "title": "", "seconds": 1, "duration": 1e99}]}"#,
        #"{"entries": [{"medium": "ftp://a", "title": "", "seconds": 1}]}"#, "{", "[]",
    ])
    func wrongEntriesAreLeftOut(text: String) throws {
        let temporary = try TemporaryFolder()
        try text.write(toFile: temporary.path + "/recent.json", atomically: true, encoding: .utf8)
        #expect(RememberedMedia(from: StateFolder(path: temporary.path)).entries == [])
    }

    @Test func absurdTimesAreBounded() {
        var media = RememberedMedia()
        media.note("/a", title: "", at: .seconds(Int64.max), of: .seconds(Int64.max))
        media.note("/b", title: "", at: .seconds(-5), of: .zero)
        #expect(media.entries.map(\.seconds) == [1e9, 0])
    }
}
