import Foundation
import OrielDemux
import OrielLibav
import OrielPlatform
import OrielTestSupport
import Testing

/// Subtitles in encodings other than UTF-8.
@Suite struct CharsetTests {
    private static let lines = [
        "ru": "Привет, как дела? Мы сегодня идём в кино, и я надеюсь, что ты тоже придёшь.",
        "pl": "Zażółć gęślą jaźń. Dziękuję bardzo, że przyszedłeś. Proszę, wejdź do środka.",
        "de": "Schöne Grüße aus München, wir müssen heute noch über die Straße gehen.",
        "el": "Καλημέρα σας, τι κάνετε; Πού πηγαίνουμε σήμερα το βράδυ;",
        "ja": "こんにちは、お元気ですか。今日は映画を見に行きましょう。",
        "zh": "你好,今天我们去看电影吧。我很高兴认识你,请进。",
        "he": "שלום",
    ]

    /// Writes a script with some lines in an encoding, preceded by `mark`.
    private func file(
        _ lines: [String], _ charset: String, _ name: String, in workshop: Workshop, mark: [UInt8] = [],
        head: String = ""
    ) throws -> String {
        let script = lines.enumerated().map { index, line in
            "\(index + 1)\n00:00:0\(index),000 --> 00:00:0\(index),900\n\(line)\n\n"
        }.joined()
        let source = try workshop.write((head + script).utf8, "utf8.txt")
        let child = try ChildProcess("iconv", ["-f", "UTF-8", "-t", charset, "-o", source + ".out", source])
        guard child.wait(.seconds(20)) == .code(0) else { throw TestSupportError("iconv: \(child.standardError)") }
        return try workshop.write(mark + [UInt8](Data(contentsOf: URL(filePath: source + ".out"))), name)
    }

    private func shown(_ path: String, _ hints: TextHints = TextHints(), in workshop: Workshop) throws -> [String] {
        defer { withExtendedLifetime(workshop) {} }
        return try shown(.path(path), hints)
    }

    private func shown(_ location: MediaLocation, _ hints: TextHints = TextHints()) throws -> [String] {
        let files = try SubtitleFiles(
            [location], beside: nil, allowsNetwork: false, reading: SubtitleReading(text: hints), wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        defer { files.close() }
        return try #require(files.streams.first, "\(files.takeProblems())").lines(hints)
    }

    @Test(arguments: [
        ("ru", "WINDOWS-1251"), ("ru", "KOI8-R"), ("ru", "IBM866"), ("pl", "WINDOWS-1250"), ("pl", "ISO-8859-2"),
        ("de", "WINDOWS-1252"), ("el", "WINDOWS-1253"), ("ja", "CP932"), ("ja", "EUC-JP"), ("ja", "ISO-2022-JP"),
        ("zh", "GB18030"), ("de", "MACINTOSH"),
    ])
    func aCharsetIsGuessedByTheText(language: String, charset: String) throws {
        let line = try #require(Self.lines[language])
        let workshop = try Workshop()
        let path = try file([line, line], charset, "film.srt", in: workshop)
        let wanted = charset == "MACINTOSH" ? TextHints(charset: charset) : TextHints()
        #expect(try shown(path, wanted, in: workshop) == [line, line])
    }

    /// Also without a byte-order mark, and if lines begin with non-ASCII letters.
    @Test(arguments: [
        ("UTF-16LE", [0xFF, 0xFE] as [UInt8]), ("UTF-16BE", [0xFE, 0xFF]), ("UTF-16LE", []), ("UTF-16BE", []),
        ("UTF-32LE", [0xFF, 0xFE, 0, 0]), ("UTF-8", [0xEF, 0xBB, 0xBF]),
    ])
    func unicodeIsReadInEachWidth(charset: String, mark: [UInt8]) throws {
        let lines = ["Привет, как дела?", "Нет", "日本語", "plain"]
        let workshop = try Workshop()
        #expect(try shown(file(lines, charset, "wide.srt", in: workshop, mark: mark), in: workshop) == lines)
    }

    /// Otherwise libavformat converts each format itself. A web server's file is read as a local one is.
    @Test(arguments: ["sub", "vtt", "ass", "srt"], [false, true])
    func everyKindOfTextIsReadInUTF16(kind: String, isRemote: Bool) throws {
        let text =
            switch kind {
            case "sub": "{1}{1}25\n{25}{50}Привет\n{75}{100}Нет\n"
            case "srt": "1\n00:00:01,000 --> 00:00:02,000\nПривет\n\n2\n00:00:03,000 --> 00:00:04,000\nНет\n"
            case "vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nПривет\n\n00:03.000 --> 00:04.000\nНет\n"
            default:
                ass.replacing(/Dialogue.*/, with: "")
                    + "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Привет\n"
                    + "Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Нет\n"
            }
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] as [UInt8] }
        let wanted = ["Привет", "Нет"]
        guard isRemote else {
            let workshop = try Workshop()
            #expect(try shown(workshop.write(bytes, "wide.\(kind)"), in: workshop) == wanted)
            return
        }
        let server = try RangeServer(bytes, kind == "ass" ? .withoutRanges : .whole)
        defer { server.end() }
        #expect(try shown(.url(server.url)) == wanted)
        #expect(server.requests == 1)
    }

    /// The same detection, hints and repair as for files.
    @Test func aServersTextInAnotherCharsetIsGuessed() throws {
        let line = try #require(Self.lines["ru"])
        let workshop = try Workshop()
        let path = try file([line, line], "WINDOWS-1251", "film.srt", in: workshop)
        let server = try RangeServer([UInt8](Data(contentsOf: URL(filePath: path))))
        defer { server.end() }
        #expect(try shown(.url(server.url)) == [line, line])
    }

    /// A text that never ends is given up, and one that is interrupted is shown as far as it came.
    @Test func aServersTextHasABound() throws {
        let text = (0..<400).map { "\($0 + 1)\n00:00:00,\(100 + $0) --> 00:00:01,000\nLine \($0)\n\n" }.joined()
        let server = try RangeServer(Array(text.utf8), .endingAt(2000))
        defer { server.end() }
        let lines = try shown(.url(server.url))
        #expect(lines.count > 20 && lines.count < 60 && lines.first == "Line 0")
        var http = HTTPOptions()
        http.longestOpening = .seconds(1)
        let silent = try RangeServer(Array(text.utf8), .stallingAfter(500))
        defer { silent.end() }
        let files = try SubtitleFiles(
            [.url(silent.url)], beside: nil, allowsNetwork: false, http: http, wakeup: Wakeup())
        defer { files.close() }
        try #require(wait(.seconds(20)) { files.isComplete })
        let words = files.takeProblems().map(\.description)
        #expect(words.count == 1 && words.allSatisfy { $0.contains("has sent no medium for 1 s") }, "\(words)")
    }

    /// Binary subtitles and playlists are opened by libavformat itself.
    @Test func aServersContainerIsNoText() throws {
        let workshop = try Workshop()
        let source = try workshop.write("1\n00:00:01,000 --> 00:00:02,000\nLine\n".utf8, "line.srt")
        try ffmpeg(["-i", source, "-c:s", "srt", source + ".mkv"])
        let server = try RangeServer([UInt8](Data(contentsOf: URL(filePath: source + ".mkv"))))
        defer { server.end() }
        #expect(try shown(.url(server.url)) == ["Line"])
    }

    /// Four letters are too few for a guess.
    @Test func theLanguageOfAFilesNameDecides() throws {
        let workshop = try Workshop()
        let line = try #require(Self.lines["he"])
        let named = try file([line], "WINDOWS-1255", "film.he.srt", in: workshop)
        #expect(try shown(named, in: workshop) == [line])
        let other = try file([line], "WINDOWS-1255", "film.srt", in: workshop)
        #expect(try shown(other, TextHints(preferences: ["he"]), in: workshop) == [line])
        #expect(try shown(other, TextHints(charset: "windows-1255"), in: workshop) == [line])
    }

    @Test func aNamedCharsetHoldsForWhatIsNotUTF8() throws {
        let workshop = try Workshop()
        let line = "Ça va très bien"
        #expect(
            try shown(file([line], "IBM850", "old.srt", in: workshop), TextHints(charset: "IBM850"), in: workshop) == [
                line
            ])
        #expect(
            try shown(file([line], "UTF-8", "new.srt", in: workshop), TextHints(charset: "IBM850"), in: workshop) == [
                line
            ])
        #expect(
            TextEncoding.isKnown("windows-1251") && !TextEncoding.isKnown("windows-9999") && !TextEncoding.isKnown(""))
    }

    @Test func withoutTheLibraryTextIsWesternOrOfAKnownLanguage() throws {
        // "Привет" in Windows-1251.
        let text: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        let missing = CharsetDetector("libthereisnone.so.0")
        #expect(TextEncoding(of: text, TextHints(), detector: missing) == .charset("WINDOWS-1252"))
        #expect(TextEncoding(of: text, TextHints(language: "ru"), detector: missing) == .charset("WINDOWS-1251"))
        #expect(TextEncoding(of: text, TextHints(preferences: ["uk"]), detector: missing) == .charset("WINDOWS-1251"))
    }

    /// The kept part is limited, and the missing end is reported.
    @Test func aLargeFileInAnotherCharsetIsCut() throws {
        let workshop = try Workshop()
        let line: [UInt8] = [UInt8](repeating: 0xCF, count: 4000) + [0x0A]
        var bytes = Array("1\n00:00:00,000 --> 00:00:01,000\n".utf8) + [0xC4, 0xE0, 0x0A, 0x0A]
        for _ in 0..<5000 { bytes += line }
        let path = try workshop.write(bytes, "large.ru.srt")
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        defer { withExtendedLifetime(workshop) { files.close() } }
        #expect(
            files.takeProblems().map(\.kind) == [.cut("has too many subtitles; only the first are shown")])
    }

    /// One damaged line doesn't change the encoding of the others.
    @Test func oneLineThatIsNotUTF8IsRepairedAlone() throws {
        let workshop = try Workshop()
        let head = "1\n00:00:00,000 --> 00:00:01,000\nПривет, как дела?\n\n2\n00:00:02,000 --> 00:00:03,000\n"
        let path = try workshop.write(Array(head.utf8) + [0xFC, 0x62, 0x65, 0x72, 0x0A], "mixed.srt")
        #expect(try shown(path, in: workshop) == ["Привет, как дела?", "über"])
    }

    /// Text in a container, in separate packets.
    @Test func aContainersTextIsGuessedByAllOfIt() throws {
        let workshop = try Workshop()
        let line = try #require(Self.lines["ru"])
        let script = try file([line, "Да", line], "WINDOWS-1251", "film.srt", in: workshop)
        // Packets are copied unchanged.
        let film = try workshop.clip([script], "film.mkv", ["-c:s", "copy"])
        let stream = try #require(try read(film).streams.first)
        #expect(try stream.lines() == [line, "Да", line])
    }
}

extension SubtitleStream {
    /// Returns the texts of all events, without tags.
    fileprivate func lines(_ hints: TextHints = TextHints()) throws -> [String] {
        let decoder = try #require(SubtitleDecoder(self, hints))
        var mark = Mark()
        return packets(since: &mark).packets.flatMap { decoder.decode($0) }.compactMap(text).map(withoutTags)
    }
}
