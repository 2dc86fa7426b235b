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

    /// As wide as may be it is shown in its place; one that would take half a gigabyte is left out, and the next one is shown.
    @Test func aPictureOf16384PixelsIsBounded() throws {
        var file = PGSFile(width: 16384, height: 8000)
        file.show(x: 0, y: 4000, width: 16384, height: 800, at: 1000)
        file.clear(at: 2000)
        file.show(x: 0, y: 0, width: 16384, height: 6500, at: 3000)
        file.clear(at: 4000)
        file.show(x: 8192, y: 0, width: 8192, height: 800, at: 5000)
        file.clear(at: 6000)
        let workshop = try Workshop()
        let path = try workshop.write(file.bytes, "large.sup")
        let files = try SubtitleFiles([.path(path)], beside: nil, allowsNetwork: false, wakeup: Wakeup())
        try #require(wait(.seconds(60)) { files.isComplete })
        let subtitles = Subtitles(try #require(files.streams.first, "\(files.takeProblems())"))
        let geometry = SubtitleGeometry(
            surface: Size(width: 512, height: 250), picture: Rect(x: 0, y: 0, width: 512, height: 250),
            video: Size(width: 16384, height: 8000))
        func area(_ seconds: Double) -> Rect? { subtitles.draw(at: .seconds(seconds), on: geometry).bitmap?.area }
        #expect(area(1.5) == Rect(x: 0, y: 125, width: 512, height: 25))
        #expect(area(3.5) == nil)
        #expect(area(5.5) == Rect(x: 256, y: 0, width: 256, height: 25))
    }
}
