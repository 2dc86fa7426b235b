import Foundation
import Glibc
import OrielDemux
import OrielLibav
import OrielMedia
import OrielPlatform
import OrielTestSupport
import Testing

/// Subtitles in separate files.
@Suite struct FileTests {
    private func load(
        _ named: [String], beside medium: String? = nil
    ) throws -> (streams: [SubtitleStream], problems: [MediaError]) {
        let files = try SubtitleFiles(
            named.map { .path($0) }, beside: medium.map { .path($0) }, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        defer { files.close() }
        return (files.streams, files.takeProblems())
    }

    /// libavformat stops at the style sheet.
    @Test func whatFollowsAStyleSheetOfWebVTTIsRead() throws {
        let workshop = try Workshop()
        let text = "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000\nLine\n"
        let path = try workshop.write(Array(text.utf8), "styled.vtt")
        let stream = try #require(try load([path]).streams.first)
        #expect(try events(of: stream).map { SubtitlesTests.text($0) } == ["Line"])
    }

    /// Returns an event's margins and text.
    private func placed(_ event: SubtitleEvent) -> String? {
        guard case .text(let bytes) = event.content else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(
            separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        return fields.count == 9 ? "\(fields[4]) \(fields[5]) \(fields[6]) \(fields[8])" : nil
    }

    /// The canvas is 384 by 288, a line 17.6 high.
    @Test(arguments: [
        ("", "Line", "0 0 0 Line"),
        (" position:10% align:left", "Line", "38 16 0 {\\an1\\pbo0}Line"),
        (" line:0 align:right", "Line", "16 16 12 {\\an9\\pbo0}Line"),
        (" line:-4", "Line", "16 16 65 {\\an2\\pbo0}Line"),
        (" line:-4", "One\nTwo", "16 16 47 {\\an2\\pbo0}One\\NTwo"),
        (" line:50%", "Line", "16 16 144 {\\an8\\pbo0}Line"),
        (" line:100%", "One\nTwo", "16 16 241 {\\an8\\pbo0}One\\NTwo"),
        (" line:90%,end", "Line", "16 16 29 {\\an2\\pbo0}Line"),
        (" size:50% align:center", "Line", "96 96 0 {\\an2\\pbo0}Line"),
        (" position:80%,line-left size:40% align:start", "Line", "307 16 0 {\\an1\\pbo0}Line"),
        (" position:x size:-1% line:1e99 align:up vertical", "Line", "0 0 0 Line"),
        (" vertical:rl line:0", "Line", "0 0 0 Line"),
    ])
    func aCueOfWebVTTStandsWhereItSays(settings: String, line: String, wanted: String) throws {
        let workshop = try Workshop()
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\(settings)\n\(line)\n"
        let stream = try #require(try load([workshop.write(text.utf8, "placed.vtt")]).streams.first)
        #expect(try events(of: stream).map(placed) == [wanted])
    }

    @Test(arguments: [
        ("<c.yellow>Sun</c> set", "{\\1c&H00FFFF&}Sun{\\1c} set"),
        ("<c.red>a<i.lime>b</i>c</c>", "{\\1c&H0000FF&}a{\\i1}{\\1c&H00FF00&}b{\\i0}{\\1c&H0000FF&}c{\\1c}"),
        ("<v Ann><b>Hi</b> &amp; <00:01.500>by&#101;</v>", "{\\b1}Hi{\\b0} & bye"),
        ("{\\pos(1,1)} &lt;b&gt; &nope; a<b", "\\{\\\u{2060}pos(1,1)} <b> &nope; a"),
        ("</c><c.none>x</c></i>", "x"),
    ])
    func tagsOfWebVTTBecomeThoseOfASS(line: String, wanted: String) throws {
        let workshop = try Workshop()
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000 align:center\n\(line)\n"
        let stream = try #require(try load([workshop.write(text.utf8, "tags.vtt")]).streams.first)
        #expect(try events(of: stream).map { SubtitlesTests.text($0) } == [wanted])
    }

    /// As for the film itself: a server may require the same headers for both.
    @Test func subtitlesOfAServerAreAskedForAsTheFilmIs() throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\nLine\n"
        let server = try RangeServer(Array(text.utf8))
        defer { server.end() }
        var http = HTTPOptions()
        http.headers = [try #require(HTTPOptions.Header("Cookie", "a=b"))]
        let files = try SubtitleFiles(
            [.url(server.url)], beside: nil, allowsNetwork: false, http: http, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        defer { files.close() }
        #expect(files.streams.count == 1, "\(files.takeProblems())")
        #expect(server.lastRequest.split(separator: "\r\n").contains("cookie: a=b"), "\(server.lastRequest)")
    }

    @Test(arguments: [
        ("plain.srt", Array("Grüße".utf8)),
        ("old.srt", [UInt8(ascii: "G"), UInt8(ascii: "r"), 0xFC, 0xDF, UInt8(ascii: "e")]),
    ])
    func textOfTheDaysBeforeUTF8IsRead(name: String, word: [UInt8]) throws {
        let workshop = try Workshop()
        let path = try workshop.write(Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + word + Array("\n".utf8), name)
        let stream = try #require(try load([path]).streams.first)
        #expect(try events(of: stream).map(text) == ["Grüße"])
        #expect(stream.info.file == name)
    }

    /// EIA-608: pairs of bytes with a parity bit.
    @Test func captionsInPairsOfBytesAreDecoded() throws {
        let workshop = try Workshop()
        let text =
            "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 9470 9470 c8e5 ecec ef80 942f 942f\n\n"
            + "00:00:03:00\t942c 942c\n\n"
        let stream = try #require(try load([workshop.write(text.utf8, "captions.scc")]).streams.first)
        #expect(try events(of: stream).compactMap(SubtitlesTests.text).map(withoutTags).contains("Hello"))
    }

    @Test func textInUTF16IsRead() throws {
        let workshop = try Workshop()
        let text = "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße\r\n"
        let path = try workshop.write(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, "wide.srt")
        let stream = try #require(try load([path]).streams.first)
        #expect(try events(of: stream).map { SubtitlesTests.text($0) } == ["Grüße"])
    }

    /// MicroDVD and AQTitle count frames: at the film's rate, unless the file has its own.
    @Test(arguments: [
        ("rate.sub", "{0}{10}First\n{20}{30}Second\n{875}{900}Line\n", Rational(25, 1), Duration.seconds(35)),
        ("rate.sub", "{0}{10}First\n{20}{30}Second\n{900}{925}Line\n", Rational(30, 1), .seconds(30)),
        ("rate.sub", "{1}{1}25\n{20}{30}Second\n{875}{900}Line\n", Rational(50, 1), .seconds(35)),
        (
            "rate.aqt", "-->> 000100\nFirst\n\n-->> 000200\n\n-->> 000875\nLine\n\n-->> 000900\n\n", Rational(50, 1),
            .seconds(17.5)
        ),
    ])
    func framesAreCountedByTheFilmsRate(name: String, text: String, rate: Rational, time: Duration) throws {
        let workshop = try Workshop()
        let path = try workshop.write(text.utf8, name)
        let files = try SubtitleFiles(
            [.path(path)], beside: nil, allowsNetwork: false, reading: SubtitleReading(frameRate: rate),
            wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        defer { withExtendedLifetime(workshop) { files.close() } }
        let stream = try #require(files.streams.first, "\(files.takeProblems())")
        let line = try events(of: stream).first { SubtitlesTests.text($0) == "Line" }
        #expect(try #require(line).start == time)
    }

    @Test func textsThatOtherPlayersFindBesideTheFilmAreFound() throws {
        let workshop = try Workshop()
        let film = try workshop.write([], "film.mkv")
        try workshop.write("{0}{25}Line\n{30}{40}Second\n{50}{60}Third\n".utf8, "film.sub")
        try workshop.write("{0}{25}Zeile\n{30}{50}Noch eine\n{60}{70}Ende\n".utf8, "film.txt")
        try workshop.write("[00:01.00]Song\n[00:03.00]Text\n".utf8, "film.lrc")
        try workshop.write(
            "<SAMI><BODY><SYNC Start=0><P>Line<SYNC Start=900><P>&nbsp;</BODY></SAMI>\n".utf8, "film.smi")
        try workshop.write("Notes about the film, which are no subtitles.\n".utf8, "film.en.txt")
        let (streams, problems) = try load([], beside: film)
        #expect(streams.map(\.info.file) == ["film.smi", "film.sub", "film.lrc", "film.txt"])
        #expect(problems.isEmpty)
    }

    /// Times count from the film's beginning, however late the first line is.
    @Test func aFilesTimesAreTheFilms() throws {
        let workshop = try Workshop()
        let path = try workshop.write("WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nLate\n".utf8, "late.vtt")
        let stream = try #require(try load([path]).streams.first)
        #expect(try events(of: stream).map(\.start) == [.seconds(3600)])
    }

    @Test func whatLiesBesideTheFilmIsFound() throws {
        let workshop = try Workshop()
        let film = try workshop.write([], "Film (2024).mkv")
        try workshop.write(srt.utf8, "Film (2024).srt")
        try workshop.write(srt.utf8, "Film (2024).en.srt")
        try workshop.write(srt.utf8, "Other.srt")
        try workshop.write([0, 1, 2], "Film (2024).de.ass")
        let (streams, problems) = try load([], beside: film)
        #expect(streams.map(\.info.file) == ["Film (2024).en.srt", "Film (2024).srt"])
        #expect(streams.map(\.info.language) == ["en", nil])
        // The broken file was not requested.
        #expect(problems.isEmpty)
    }

    /// File names are bytes: of a film, of its folder, and of its subtitles.
    @Test func aFilmWhoseNameIsNotUTF8PlaysWithItsNeighbours() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.path + PathText.string([0x2F, 0xE9])
        let film = folder + PathText.string([0x2F, 0xFC, 0xFF])
        let clip = try workshop.clip([workshop.write(srt.utf8, "a.srt")], "film.mkv", ["-c:s", "srt"])
        func move(_ from: String, _ to: String) -> Bool { PathText.withCString(to) { rename(from, $0) } == 0 }
        try #require(PathText.withCString(folder) { mkdir($0, 0o700) } == 0)
        try #require(move(clip, film + ".mkv") && move(workshop.folder.path + "/a.srt", film + ".en.srt"))
        let (info, _) = try read(film + ".mkv")
        #expect(info.subtitleTracks.count == 1)
        let (streams, problems) = try load([], beside: film + ".mkv")
        #expect(streams.map(\.info.file) == ["\u{FFFD}\u{FFFD}.en.srt"] && problems.isEmpty)
        #expect(try load([film + ".en.srt"]).streams.count == 1)
        let missing = MediaError(.noSuchFile, .path(film))
        #expect("\(missing)".hasSuffix("/\u{FFFD}/\u{FFFD}\u{FFFD}: no such file"))
    }

    @Test func aNamedFileThatIsNoneIsOneClearError() throws {
        let workshop = try Workshop()
        let empty = try workshop.write([], "empty.srt")
        let noise = try workshop.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, "noise.srt")
        let film = try StampedClip(frames: 30).file()
        let (streams, problems) = try load([
            workshop.folder.path + "/none.srt", empty, noise, film, workshop.folder.path,
        ])
        #expect(streams.isEmpty)
        #expect(problems.count == 5)
        #expect(problems.first?.kind == .noSuchFile && problems.last?.kind == .isDirectory)
        #expect(problems.allSatisfy { !$0.description.contains("\n") })
    }

    /// The file isn't even opened.
    @Test func aFileOfGigabytesIsRefused() throws {
        let workshop = try Workshop()
        let path = try workshop.write("1\n00:00:01,000 --> 00:00:02,000\na\n".utf8, "huge.srt")
        try #require(truncate(path, 1 << 40) == 0)
        let (streams, problems) = try load([path])
        #expect(streams.isEmpty && problems.map(\.kind) == [.unreadable("it is too large for a subtitle file")])
    }

    private static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    private static var threads: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "oriel-subtitles\n"
        }
    }

    /// Files added one after the other, and more at once than are accepted.
    @Test func filesByTheDozenTakeOneThreadAndItsDescriptors() throws {
        let workshop = try Workshop()
        let paths = try (0..<70).map { number in
            try workshop.write("1\n00:00:01,000 --> 00:00:02,000\n\(number)\n".utf8, "\(number).srt")
        }
        let files = try SubtitleFiles(allowsNetwork: false, wakeup: Wakeup())
        defer { files.close() }
        let before = Self.descriptors
        var most = 0
        for path in paths.prefix(20) {
            try files.read([.path(path)])
            most = max(most, Self.threads)
        }
        let batch = try files.read(paths.map { .path($0) })
        most = max(most, Self.threads)
        // A thread ends after it has said that its queue is empty.
        try #require(wait(.seconds(60)) { files.isComplete && Self.threads == 0 })
        #expect(most <= 1)
        #expect(Self.descriptors <= before)
        #expect(files.streams.count == 84)
        let first = try #require(files.first(of: batch))
        #expect(try events(of: first).map(text) == ["0"])
        let problems = files.takeProblems().map { "\($0)" }
        #expect(problems.count == 1 && problems[0].contains("; 6 are skipped"), "\(problems)")
    }

    /// The number of kept lines is limited.
    @Test func aFileOfHundredThousandsOfLinesIsBounded() throws {
        let workshop = try Workshop()
        var script = ""
        for line in 0..<200_000 {
            let (minutes, rest) = (line / 600, line % 600)
            let time = String(format: "%02d:%02d:%02d", minutes / 60, minutes % 60, rest / 10)
            script += "\(line)\n\(time),\(rest % 10)00 --> \(time),\(rest % 10)50\nline \(line)\n\n"
        }
        let path = try workshop.write(script.utf8, "long.srt")
        let stream = try #require(try load([path]).streams.first)
        var mark = SubtitleStream.Mark()
        #expect(stream.packets(since: &mark).packets.count <= 65536)
    }

    @Test func namesTellWhatBelongsTogether() {
        let names = ["a.srt", "a.en.srt", "ab.srt", "a.mkv", "a.txt", "a.EN.ASS", "a.", "A.srt"]
        #expect(SubtitleNeighbours.chosen(of: names, for: "a.mkv") == ["a.EN.ASS", "a.en.srt", "a.srt", "a.txt"])
        let others = ["a.sub", "a.smi", "a.lrc", "a.idx", "a.mks", "a.nfo", "a.mp3"]
        #expect(
            SubtitleNeighbours.chosen(of: others, for: "a.mkv") == ["a.idx", "a.mks", "a.smi", "a.lrc"])
        #expect(SubtitleNeighbours.chosen(of: ["a.sub", "a.sub.txt"], for: "a.mkv") == ["a.sub", "a.sub.txt"])
        #expect(SubtitleNeighbours.chosen(of: ["a.srt"], for: "a.srt") == [])
        for name in ["/a/b.srt", "b.ASS", "https://a.example/b.vtt?key=c.mkv", "b.sub"] {
            #expect(SubtitleNeighbours.isSubtitles(name))
        }
        for name in ["/a.srt/b", ".srt", "b.mkv", "srt", ""] { #expect(!SubtitleNeighbours.isSubtitles(name)) }
        #expect(SubtitleNeighbours.readable(["a.IDX", "a.sub", "b.sub"]) == ["a.IDX", "b.sub"])
        #expect(SubtitleNeighbours.language(of: "a.en.srt") == "en")
        #expect(SubtitleNeighbours.language(of: "a.srt") == nil)
        #expect(SubtitleNeighbours.language(of: "a.en.forced.srt") == "en")
        #expect(SubtitleNeighbours.language(of: "a.pt-BR.srt") == "pt-br")
        #expect(SubtitleNeighbours.language(of: "a.1080p.srt") == nil)
    }
}
