import OrielGeometry
import OrielPlatform
import OrielPlayback
import OrielSubtitles
import OrielTestSupport
import OrielText
import Testing

/// More of everything than anyone makes, and larger.
@Suite struct HostileStreamTests {
    /// What isn't read costs nothing, and the rest plays.
    @Test func ofDozensOfTracksSomeArePlayed() throws {
        let workshop = try Workshop()
        let line = try workshop.write(srt.utf8, "a.srt")
        let path = "\(workshop.folder.path)/tracks.mkv"
        let video = try StampedClip(size: Size(width: 320, height: 180), frames: 180).file()
        var arguments = ["-v", "error", "-y", "-i", video, "-f", "lavfi", "-i", "sine=duration=6", "-i", line]
        arguments +=
            ["-map", "0:v"] + (0..<40).flatMap { _ in ["-map", "1"] } + (0..<80).flatMap { _ in ["-map", "2"] }
        let child = try ChildProcess(
            "ffmpeg", arguments + ["-c:v", "copy", "-c:a", "pcm_s16le", "-c:s", "srt", path])
        #expect(child.wait(.seconds(60)) == .code(0), "\(child.standardError)")
        let (info, streams) = try read(path)
        #expect(info.audio.count == 0 || info.audio.count == 32)
        #expect(streams.count == 64)
        for stream in [streams[0], streams[63]] { #expect(try events(of: stream).count == 2) }
    }

    /// Each is kept once for all tracks, and text is drawn whatever they are.
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

    /// The first of more lines than are read are shown, and that there are more is said.
    @Test func ofAMillionEventsTheFirstAreShown() throws {
        let workshop = try Workshop()
        var text = ""
        for second in 0..<90_000 {
            let time = "\(second / 3600):\(second / 60 % 60):\(second % 60)"
            text += "\(second + 1)\n\(time),000 --> \(time),900\nline\n\n"
        }
        let path = try workshop.write(text.utf8, "lines.srt")
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        let stream = try #require(files.streams.first)
        var mark = SubtitleStream.Mark()
        let packets = stream.packets(since: &mark).packets
        let first = try #require(packets.first)
        #expect(
            first.start < .seconds(2) && (60_000...65_536).contains(packets.count), "\(first.start), \(packets.count)")
        #expect(files.takeProblems().count == 1)
    }

    private func subtitles(of file: PGSFile) throws -> Subtitles {
        let workshop = try Workshop()
        let path = try workshop.write(file.bytes, "large.sup")
        defer { withExtendedLifetime(workshop) {} }
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        return Subtitles(try #require(files.streams.first, "\(files.takeProblems())"))
    }

    private let wide = SubtitleGeometry(
        surface: Size(width: 512, height: 250), picture: Rect(x: 0, y: 0, width: 512, height: 250),
        video: Size(width: 16384, height: 1000))

    /// As wide as may be it is shown in its place, whatever is kept of it.
    @Test func aPictureOf16384PixelsIsBounded() throws {
        var file = PGSFile(width: 16384, height: 1000)
        file.show(x: 0, y: 500, width: 16384, height: 400, at: 1000)
        file.clear(at: 2000)
        file.show(x: 0, y: 0, width: 16384, height: 999, at: 3000)
        file.clear(at: 4000)
        file.show(x: 8192, y: 0, width: 8192, height: 100, at: 5000)
        file.clear(at: 6000)
        // Later than what is decoded ahead.
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
        // What was dropped for what came later is decoded again.
        #expect(bitmap(1.5)?.area == line.area)
        let events = try events(of: subtitles.stream)
        for event in events {
            guard case .pictures(let pictures, _, _) = event.content else { continue }
            #expect(pictures.reduce(0) { $0 + $1.pixels.count } <= 1 << 21)
            #expect(pictures.allSatisfy { $0.pixels.count == $0.columns * $0.rows })
        }
        #expect(events.count == 24)
        #expect([140.5, 60.5, 180.5, 20.5].allSatisfy { bitmap($0) != nil } && bitmap(182) == nil)
        // Nothing is said to last beyond what was decoded.
        let image = subtitles.draw(at: .seconds(62), on: wide)
        #expect(image.bitmap == nil && image.span == .seconds(61) ..< .seconds(76))
    }

    /// Larger than any screen: no decoder makes a picture of it.
    @Test func aCanvasBeyondEveryScreenShowsNothing() throws {
        var file = PGSFile(width: 16384, height: 8000)
        file.show(x: 0, y: 0, width: 16384, height: 6500, at: 1000)
        file.clear(at: 2000)
        #expect(try subtitles(of: file).draw(at: .seconds(1.5), on: wide).bitmap == nil)
    }
}
