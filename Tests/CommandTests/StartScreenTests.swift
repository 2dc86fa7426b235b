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
            Size(width: 3840, height: 2160), Size(width: 400, height: 1200), Size(width: 1, height: 1),
        ], [0, 1, 5, 20])
    func everythingLiesInTheWindowAndNothingOverlaps(size: Size, recent: Int) {
        for hasAdvice in [false, true] {
            let layout = StartScreenLayout(size, lines: 3, recent: recent, hasAdvice: hasAdvice)
            #expect(layout.lines.count == 3)
            #expect(layout.rows.count <= min(recent, StartScreenLayout.mostRows))
            #expect((layout.forget != nil) == !layout.rows.isEmpty)
            guard size.height >= 180 else { continue }
            let all = layout.lines + layout.rows + [layout.forget, layout.advice].compactMap(\.self)
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
        }
        #expect(StartScreenLayout(Size(width: 640, height: 360), lines: 3, recent: 0, hasAdvice: false).rows == [])
    }

    @Test func aRowTellsWhereAFilmWasLeft() {
        let film = RecentMedium(media: "/a.mkv", title: "A", position: .seconds(754), duration: .seconds(5400))
        #expect(film.line == "12:34 of 1:30:00   A")
        #expect(RecentMedium(media: "/a.mkv", title: "A", position: .zero, duration: nil).line == "A")
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
        ("/films/a b.mkv", true), ("https://example.org/a@b?c", true), ("HTTP://example.org", true),
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
