import Foundation
import Oriel
import OrielCommand
import OrielGeometry
import OrielPlay
import OrielTestSupport
import Testing

/// The picture of a window without a medium.
struct StartScreenTests {
    @Test(
        arguments: [
            Size(width: 320, height: 180), Size(width: 640, height: 360), Size(width: 1280, height: 720),
            Size(width: 3840, height: 2160), Size(width: 400, height: 1200), Size(width: 2000, height: 200),
            Size(width: 1, height: 1), Size(width: 0, height: 0),
        ], [0, 1, 5, 20])
    func everythingLiesInTheWindowAndNothingOverlaps(size: Size, recent: Int) {
        for hasAdvice in [false, true] {
            let layout = StartScreenLayout(size, lines: 3, recent: recent, hasAdvice: hasAdvice)
            #expect(layout.lines.count == 3)
            #expect(layout.rows.count <= min(recent, StartScreenLayout.mostRows))
            #expect((layout.forget != nil) == !layout.rows.isEmpty)
            #expect((layout.heading != nil) == !layout.rows.isEmpty)
            #expect((layout.open != nil) == (layout.paste != nil))
            guard size.height >= 180 else { continue }
            let single = [layout.open, layout.paste, layout.heading, layout.forget, layout.advice]
            let all = layout.lines + layout.rows + single.compactMap(\.self)
            let window = Rect(origin: .zero, size: size)
            for (index, rect) in all.enumerated() {
                #expect(rect.intersection(window) == rect, "\(rect) in \(size)")
                for other in all[..<index] {
                    let common = rect.intersection(other)
                    #expect(common == nil || common?.size.isEmpty == true, "\(rect) and \(other)")
                }
            }
        }
    }

    @Test func usualWindowsShowTheMostRows() {
        for size in [Size(width: 640, height: 360), Size(width: 1280, height: 720), Size(width: 3840, height: 2160)] {
            let layout = StartScreenLayout(size, lines: 3, recent: 8, hasAdvice: true)
            #expect(layout.rows.count == StartScreenLayout.mostRows && layout.advice != nil, "\(size)")
            #expect(layout.open != nil && layout.letter >= 12)
        }
        #expect(StartScreenLayout(Size(width: 640, height: 360), lines: 3, recent: 0, hasAdvice: false).rows == [])
    }

    @Test(arguments: [8, 12, 20, 40], [nil, 0.0, 0.5, 1.0, 7.0, .nan] as [Double?])
    func aCardHasItsPictureBesideItsWords(letter: Int, fraction: Double?) {
        let size = Size(width: letter * 38, height: letter * 3)
        let card = StartCardLayout(size, letter: letter, fraction: fraction)
        let whole = Rect(origin: .zero, size: size)
        for rect in [card.picture, card.title, card.detail] { #expect(rect.intersection(whole) == rect) }
        #expect(card.picture.maxX < card.title.x && card.title.maxY <= card.detail.y)
        #expect(abs(Double(card.picture.width) / Double(card.picture.height) - 16.0 / 9) < 0.1)
        #expect((card.progress != nil) == (fraction.map(\.isFinite) ?? false))
        if let played = card.played, let fraction {
            #expect(played.width == Int((Double(card.picture.width) * min(fraction, 1)).rounded()))
        }
        // A card without room has nothing outside either.
        let none = StartCardLayout(Size(width: 1, height: 1), letter: letter, fraction: fraction)
        #expect(none.picture.size.isEmpty && none.title.width == 0)
    }

    @Test func aCardTellsWhereAFilmWasLeft() {
        var film = RecentMedium(
            media: "/home/films/a.mkv", title: "A", position: .seconds(754), duration: .seconds(5400))
        #expect(film.detail == "12:34 of 1:30:00  ·  films" && film.fraction == 754.0 / 5400)
        film.position = .zero
        #expect(film.detail == "1:30:00  ·  films" && film.fraction == nil)
        film.media = "https://media.example.org:8080/a/b?c#d"
        film.duration = nil
        #expect(film.detail == "media.example.org:8080" && film.fraction == nil)
        film.media = "/a.mkv"
        #expect(film.detail == "/")
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
