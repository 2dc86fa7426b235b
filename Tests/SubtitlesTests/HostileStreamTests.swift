import OrielDemux
import OrielGeometry
import OrielLibav
import OrielPlatform
import OrielSubtitles
import OrielTestSupport
import OrielText
import Testing

/// Streams with extreme numbers and sizes.
@Suite struct HostileStreamTests {
    /// Tracks that aren't read cost nothing, and the rest plays.
    @Test func ofDozensOfTracksSomeArePlayed() throws {
        let workshop = try Workshop()
        let line = try workshop.write(srt.utf8, "a.srt")
        let path = "\(workshop.folder.path)/tracks.mkv"
        let video = try StampedClip(size: Size(width: 320, height: 180), frames: 180).file()
        var arguments = ["-i", video, "-f", "lavfi", "-i", "sine=duration=6", "-i", line]
        arguments +=
            ["-map", "0:v"] + (0..<40).flatMap { _ in ["-map", "1"] } + (0..<80).flatMap { _ in ["-map", "2"] }
        try ffmpeg(arguments + ["-c:v", "copy", "-c:a", "pcm_s16le", "-c:s", "srt", path])
        let (info, streams) = try read(path)
        #expect(info.audioTracks.count == 0 || info.audioTracks.count == 32)
        #expect(streams.count == 64)
        for stream in [streams[0], streams[63]] { #expect(try events(of: stream).count == 2) }
    }

    /// Each font is kept once for all tracks, and text is drawn in any case.
    @Test func fontsByTheHundredHoldUpNoText() throws {
        let workshop = try Workshop()
        var generator = SystemRandomNumberGenerator()
        var arguments: [String] = []
        for number in 0..<300 {
            let font = try workshop.write(
                (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, "\(number).ttf")
            arguments += ["-attach", font, "-metadata:s:t:\(number)", "mimetype=application/x-truetype-font"]
        }
        let path = try workshop.clip(
            [workshop.write(srt.utf8, "a.srt"), workshop.write(srt.utf8, "b.srt")], "fonts.mkv",
            ["-c:s", "ass"] + arguments)
        let (_, streams) = try read(path)
        #expect(streams.count == 2 && streams.allSatisfy { $0.fonts.count == 300 })
        let subtitles = Subtitles(try #require(streams.first))
        let geometry = SubtitleGeometry(
            surface: Size(width: 480, height: 270), picture: Rect(x: 0, y: 0, width: 480, height: 270),
            video: Size(width: 320, height: 180))
        let before = MonotonicClock.now
        #expect(subtitles.draw(at: .seconds(1.5), on: geometry).bitmap != nil)
        print("a line among 300 fonts that are none: \(MonotonicClock.now - before)")
    }

    enum Script: CaseIterable {
        case lines, dialogues, oneLine

        var name: String { ["lines.srt", "dialogues.ass", "line.smi"][Self.allCases.firstIndex(of: self)!] }

        /// One event per second.
        func text(_ seconds: Int) -> String {
            func time(_ second: Int) -> String { "\(second / 3600):\(second / 60 % 60):\(second % 60)" }
            let events = (0..<seconds).map { second in
                switch self {
                case .lines: "\(second + 1)\n\(time(second)),000 --> \(time(second)),900\nline\n\n"
                case .dialogues: "Dialogue: 0,\(time(second)).00,\(time(second)).90,Default,,0,0,0,,line\n"
                case .oneLine: "<SYNC Start=\(second)000><P>line"
                }
            }
            switch self {
            case .lines: return events.joined()
            case .dialogues: return ass + events.joined()
            case .oneLine: return "<SAMI><BODY>" + events.joined() + "</BODY></SAMI>"
            }
        }
    }

    private func load(_ bytes: some Sequence<UInt8>, _ name: String) throws -> SubtitleFiles {
        let workshop = try Workshop()
        let path = try workshop.write(bytes, name)
        defer { withExtendedLifetime(workshop) {} }
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        return files
    }

    /// Events up to the limit are shown, and the excess is reported.
    @Test(arguments: Script.allCases) func ofAMillionEventsTheFirstAreShown(script: Script) throws {
        let files = try load(script.text(140_000).utf8, script.name)
        let stream = try #require(files.streams.first)
        var mark = SubtitleStream.Mark()
        let packets = stream.packets(since: &mark).packets
        let first = try #require(packets.first)
        let isBounded = (30_000...65_536).contains(packets.count)
        #expect(first.start < .seconds(2) && isBounded, "\(first.start), \(packets.count)")
        #expect(files.takeProblems().count == 1)
    }

    /// A film's worth of bitmaps, more than is cached: the first and the last are available.
    @Test func aFileOfPicturesIsKeptWhole() throws {
        var file = PGSFile(width: 16384, height: 1000)
        for second in 0..<4000 { file.show(x: 0, y: 0, width: 16384, height: 999, at: second * 1000 + 1000) }
        #expect(file.bytes.count > 36 << 20)
        let files = try load(file.bytes, "film.sup")
        let problems = files.takeProblems()
        let subtitles = Subtitles(try #require(files.streams.first, "\(problems)"))
        #expect(problems.isEmpty)
        for second in [1, 4000, 2000, 2] {
            #expect(subtitles.draw(at: .seconds(Double(second) + 0.5), on: wide).bitmap != nil, "\(second)")
        }
    }

    private func subtitles(of file: PGSFile) throws -> Subtitles {
        let files = try load(file.bytes, "large.sup")
        return Subtitles(try #require(files.streams.first, "\(files.takeProblems())"))
    }

    private let wide = SubtitleGeometry(
        surface: Size(width: 512, height: 250), picture: Rect(x: 0, y: 0, width: 512, height: 250),
        video: Size(width: 16384, height: 1000))

    /// At maximum width it is shown in its place, whatever size is cached.
    @Test func aPictureOf16384PixelsIsBounded() throws {
        var file = PGSFile(width: 16384, height: 1000)
        file.show(x: 0, y: 500, width: 16384, height: 400, at: 1000)
        file.clear(at: 2000)
        file.show(x: 0, y: 0, width: 16384, height: 999, at: 3000)
        file.clear(at: 4000)
        file.show(x: 8192, y: 0, width: 8192, height: 100, at: 5000)
        file.clear(at: 6000)
        // Later than the decoder works ahead.
        for second in stride(from: 20, to: 200, by: 20) {
            file.show(x: 0, y: 0, width: 16384, height: 900, at: second * 1000)
            file.clear(at: second * 1000 + 1000)
        }
        let subtitles = try subtitles(of: file)
        func bitmap(_ seconds: Double) -> TextBitmap? { subtitles.draw(at: .seconds(seconds), on: wide).bitmap }
        let line = try #require(bitmap(1.5))
        #expect(line.area == Rect(x: 0, y: 125, width: 512, height: 100))
        #expect([line[0, 125], line[511, 224]].allSatisfy { $0 >> 24 == 0xFF && $0 & 0xFF > 0xF0 })
        #expect(bitmap(3.5)?.area == Rect(x: 0, y: 0, width: 512, height: 250))
        #expect(bitmap(5.5)?.area == Rect(x: 256, y: 0, width: 256, height: 25))
        // Bitmaps dropped for later ones are decoded again.
        #expect(bitmap(1.5)?.area == line.area)
        let events = try events(of: subtitles.stream)
        for event in events {
            guard case .pictures(let pictures, _, _) = event.content else { continue }
            #expect(pictures.reduce(0) { $0 + $1.pixels.count } <= 1 << 21)
            #expect(pictures.allSatisfy { $0.pixels.count == $0.columns * $0.rows })
        }
        #expect(events.count == 24)
        #expect([140.5, 60.5, 180.5, 20.5].allSatisfy { bitmap($0) != nil } && bitmap(182) == nil)
        // No span extends beyond the decoded range.
        let image = subtitles.draw(at: .seconds(62), on: wide)
        #expect(image.bitmap == nil && image.span == .seconds(61) ..< .seconds(76))
    }

    /// A canvas too large for any screen: no decoder accepts it.
    @Test func aCanvasBeyondEveryScreenShowsNothing() throws {
        var file = PGSFile(width: 16384, height: 8000)
        file.show(x: 0, y: 0, width: 16384, height: 6500, at: 1000)
        file.clear(at: 2000)
        #expect(try subtitles(of: file).draw(at: .seconds(1.5), on: wide).bitmap == nil)
    }
}
