import Foundation
import OrielGeometry
import OrielText
import Testing

@Suite(.enabled(if: hasFonts, "no libass or no font is installed"))
struct SubtitleTrackTests {
    static let size = Size(width: 480, height: 270)
    static let header = Array(
        """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 480
        PlayResY: 270

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
        StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
        Style: Default,DejaVu Sans,24,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

        """.utf8)

    static func chunk(_ order: Int, _ text: String, at seconds: Int = 1, for duration: Int = 2) -> SubtitleTrack.Chunk {
        SubtitleTrack.Chunk(
            bytes: Array("\(order),0,Default,,0,0,0,,\(text)".utf8), start: .seconds(seconds),
            duration: .seconds(duration))
    }

    private func area(_ track: SubtitleTrack, at seconds: Double, size: Size = size) -> Rect? {
        inkBox(track.draw(at: .seconds(seconds), on: SubtitleGeometry(surface: size)).bitmap)
    }

    @Test func anEventIsShownInItsTime() throws {
        let track = SubtitleTrack(header: Self.header)
        #expect(track.add(Self.chunk(0, "Hello")))
        #expect(area(track, at: 0.5) == nil && area(track, at: 3.5) == nil)
        let box = try #require(area(track, at: 1.5))
        // In the middle, at the bottom.
        #expect(abs(box.x + box.width / 2 - 240) <= 2 && box.maxY > 240 && box.maxY <= 262)
        let large = try #require(area(track, at: 1.5, size: Size(width: 960, height: 540)))
        #expect(abs(large.width - 2 * box.width) <= 6)
    }

    /// Markup counts in scripts, unlike in titles.
    @Test func aScriptsMarkupCounts() throws {
        let track = SubtitleTrack(header: Self.header)
        track.add(Self.chunk(0, "{\\an7\\pos(10,10)}Hello\\Nthere"))
        let box = try #require(area(track, at: 1.5))
        #expect(box.x < 20 && box.y < 25 && box.height > 30)
    }

    @Test func anEventThatIsReadAgainIsShownOnce() throws {
        let track = SubtitleTrack(header: Self.header)
        track.add(Self.chunk(7, "Hello"))
        let once = track.draw(at: .seconds(2), on: SubtitleGeometry(surface: Self.size)).bitmap
        track.add(Self.chunk(7, "Hello"))
        track.add(Self.chunk(7, "Hello"))
        #expect(track.draw(at: .seconds(2), on: SubtitleGeometry(surface: Self.size)).bitmap == once)
        track.flush()
        #expect(area(track, at: 2) == nil)
        track.add(Self.chunk(7, "Hello"))
        #expect(track.draw(at: .seconds(2), on: SubtitleGeometry(surface: Self.size)).bitmap == once)
    }

    @Test(arguments: [
        ("{\\an8}Hello\\Nthere,\\hyou", "Hello there, you"), ("A {\\i1}very{\\i0} {broken", "A very {broken"),
        ("{\\p1}m 0 0 l 100 0 100 100{\\p0} A star", "A star"), ("{\\pos(1,2)\\p0}Seen", "Seen"),
        ("{\\p1}m 0 0", nil),
        ("{comment}", nil), ("{\\k20}Ka{\\k30}raoke", "Karaoke"), ("C:\\temp\\", "C:\\temp\\"), ("  a   b ", "a b"),
    ])
    func anEventHasItsWordsWithoutItsTags(text: String, words: String?) {
        let track = SubtitleTrack(header: Self.header)
        track.add(Self.chunk(0, text))
        let geometry = SubtitleGeometry(surface: Self.size)
        #expect(track.draw(at: .seconds(2), on: geometry).lines == (words.map { [$0] } ?? []))
        #expect(track.draw(at: .seconds(4), on: geometry).lines == [])
    }

    @Test func linesAtOneTimeAreToldOnceEachAndBounded() {
        let track = SubtitleTrack(header: Self.header)
        for order in 0..<100 { track.add(Self.chunk(order, "Layer \(order / 2)")) }
        let lines = track.draw(at: .seconds(2), on: SubtitleGeometry(surface: Self.size)).lines
        #expect(lines == (0..<8).map { "Layer \($0)" })
        track.flush()
        track.add(Self.chunk(0, String(repeating: "long ", count: 2000)))
        let long = track.draw(at: .seconds(2), on: SubtitleGeometry(surface: Self.size)).lines
        #expect(long.count == 1 && long[0].utf8.count < 4096)
    }

    /// Without any other font.
    @Test func aFontOfTheContainerIsUsed() throws {
        let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
        guard let font = FileManager.default.contents(atPath: path) else {
            print("Skipped: no \(path)")
            return
        }
        let folder = try Folder()
        var options = TextOptions()
        options.fontConfiguration = try folder.configuration(fonts: [])
        let without = SubtitleTrack(header: Self.header, options)
        without.add(Self.chunk(0, "Hello"))
        #expect(area(without, at: 1.5) == nil)
        let own = SubtitleTrack.Font(name: "DejaVuSans.ttf", bytes: Array(font))
        let with = SubtitleTrack(header: Self.header, fonts: [own], options)
        with.add(Self.chunk(0, "Hello"))
        #expect(area(with, at: 1.5) != nil)
    }

    @Test func aScriptOfRubbishDrawsSomethingOrNothing() {
        var generator = SystemRandomNumberGenerator()
        let rubbish = (0..<4096).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let fonts = [SubtitleTrack.Font(name: "a\u{0}b", bytes: rubbish), .init(name: "", bytes: [])]
        let track = SubtitleTrack(header: rubbish, fonts: fonts)
        for bytes in [rubbish, [], Array("2147483647,0,Default,,0,0,0,,a".utf8), Array("-1,a".utf8), Array(",".utf8)] {
            track.add(.init(bytes: bytes, start: .seconds(Int64.max), duration: .seconds(-1)))
            track.add(.init(bytes: bytes, start: .zero, duration: .seconds(Int64.max)))
        }
        track.add(
            Self.chunk(5, "{\\fs1e30\\bord1e30\\blur1e30\\frz1e300\\p9}m 0 0 l 1e30 1e30 -5 7{\\t(0,1,\\fscx1e9)\\"))
        for size in [Self.size, .zero, Size(width: 1, height: 1), Size(width: -1, height: .max)] {
            let bitmap = track.draw(at: .seconds(1.5), on: SubtitleGeometry(surface: size)).bitmap
            if let area = bitmap?.area { #expect(Rect(origin: .zero, size: size).contains(area)) }
        }
    }

    @Test func whatIsTooLargeIsLeftOut() {
        let track = SubtitleTrack(header: Self.header)
        func chunk(_ count: Int) -> SubtitleTrack.Chunk {
            SubtitleTrack.Chunk(bytes: Array(repeating: 65, count: count), start: .zero, duration: .seconds(1))
        }
        #expect(!track.add(chunk(2 << 20)))
        var added = 0
        while added < 1000, track.add(chunk(1 << 20)) { added += 1 }
        #expect(added == 16)
    }

    private func span(_ track: SubtitleTrack, at seconds: Double) -> Range<Duration> {
        track.draw(at: .seconds(seconds), on: SubtitleGeometry(surface: Self.size)).span
    }

    /// So that nothing is drawn until an event begins, ends or moves.
    @Test func aPictureTellsHowLongItIsTrue() {
        let track = SubtitleTrack(header: Self.header)
        #expect(span(track, at: 1) == TextPicture.always)
        track.add(Self.chunk(0, "one", at: 1, for: 2))
        track.add(Self.chunk(1, "two", at: 2, for: 4))
        track.add(Self.chunk(2, "{\\move(0,0,9,9)}three", at: 10, for: 2))
        #expect(span(track, at: 0.5) == TextPicture.always.lowerBound ..< .seconds(1))
        #expect(span(track, at: 1) == .seconds(1) ..< .seconds(2))
        #expect(span(track, at: 2.5) == .seconds(2) ..< .seconds(3))
        #expect(span(track, at: 3) == .seconds(3) ..< .seconds(6))
        #expect(span(track, at: 8) == .seconds(6) ..< .seconds(10))
        #expect(span(track, at: 11).isEmpty)
        #expect(span(track, at: 12) == .seconds(12)..<TextPicture.always.upperBound)
    }

    /// Lines without a position may lie on the bars; those placed by an author stay on the video.
    @Test func linesWithoutAnAuthorLieInTheLetterbox() throws {
        let geometry = SubtitleGeometry(
            surface: Self.size, picture: Rect(x: 0, y: 60, width: 480, height: 150),
            video: Size(width: 960, height: 300))
        func lowest(isAuthored: Bool) throws -> Int {
            let track = SubtitleTrack(header: Self.header, isAuthored: isAuthored)
            track.add(Self.chunk(0, "Hello"))
            return try #require(inkBox(track.draw(at: .seconds(2), on: geometry).bitmap)).maxY
        }
        #expect(try lowest(isAuthored: true) <= 210)
        #expect(try lowest(isAuthored: false) > 230)
    }

    /// Lines of an author are unchanged.
    @Test func linesWithoutAnAuthorAreAsLargeAsTheDesktopSays() throws {
        func width(isAuthored: Bool, _ textScale: Double) throws -> Double {
            let track = SubtitleTrack(header: Self.header, isAuthored: isAuthored)
            track.add(Self.chunk(0, "Hello"))
            var geometry = SubtitleGeometry(surface: Self.size)
            geometry.textScale = textScale
            return Double(try #require(inkBox(track.draw(at: .seconds(2), on: geometry).bitmap)).width)
        }
        let ratio = try width(isAuthored: false, 1.5) / width(isAuthored: false, 1)
        #expect(ratio > 1.4 && ratio < 1.6)
        #expect(try width(isAuthored: true, 1.5) == width(isAuthored: true, 1))
    }

    @Test func aLineHasItsLeastSizeTheWantedScaleAndPlace() throws {
        let track = SubtitleTrack(header: Self.header)
        track.add(Self.chunk(0, "Hello"))
        func box(_ change: (inout SubtitleGeometry) -> Void) throws -> Rect {
            var geometry = SubtitleGeometry(surface: Size(width: 160, height: 90))
            change(&geometry)
            return try #require(inkBox(track.draw(at: .seconds(2), on: geometry).bitmap))
        }
        let plain = try box { _ in }
        let readable = try box { $0.leastLine = 16 }
        #expect(
            Double(readable.width) > 1.7 * Double(plain.width) && Double(readable.width) < 2.3 * Double(plain.width))
        let large = try box { $0.scale = 2 }
        #expect(Double(large.width) > 1.7 * Double(plain.width))
        let raised = try box { $0.position = 50 }
        #expect(plain.maxY - raised.maxY > 30)
        // Extreme values are limited.
        _ = try? box { $0.scale = .nan }
        _ = try? box { $0.position = -.infinity }
        _ = try? box { $0.leastLine = 1e300 }
    }
}
