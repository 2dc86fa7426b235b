import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Subtitles in a medium, through libavformat and libavcodec.
@Suite struct StreamTests {
    @Test func aContainersTracksAreToldAndDecoded() throws {
        let workshop = try Workshop()
        let path = try workshop.clip(
            [workshop.write(srt.utf8, "a.srt"), workshop.write(ass.utf8, "b.ass")], "film.mkv",
            [
                "-c:s:0", "srt", "-c:s:1", "ass", "-metadata:s:s:0", "language=ger", "-metadata:s:s:1", "title=Signs",
                "-disposition:s:0", "default", "-disposition:s:1", "forced",
            ])
        let (info, streams) = try read(path)
        #expect(info.subtitleTracks == streams.map(\.info))
        #expect(info.subtitleTracks.map(\.codec) == ["subrip", "ass"])
        #expect(info.subtitleTracks.map(\.language) == ["ger", nil])
        #expect(info.subtitleTracks.map(\.title) == [nil, "Signs"])
        #expect(
            info.subtitleTracks.map(\.isDefault) == [true, false]
                && info.subtitleTracks.map(\.isForced) == [false, true])
        let lines = try events(of: streams[0])
        #expect(lines.map(text) == ["First {\\i1}line{\\i0}", "Zweite\\NZeile"])
        #expect(lines.map(\.start) == [.seconds(1), .seconds(3)])
        #expect(lines.map(\.end) == [.seconds(2.5), .seconds(4)])
        let boxes = try events(of: streams[1])
        #expect(boxes.count == 1 && boxes.first?.start == .seconds(2) && boxes.first?.end == .seconds(3))
    }

    @Test(arguments: [("mov_text", "film.mp4"), ("webvtt", "film.webm.mkv")])
    func otherKindsOfTextBecomeTheSame(codec: String, name: String) throws {
        let workshop = try Workshop()
        let path = try workshop.clip([workshop.write(srt.utf8, "a.srt")], name, ["-c:s", codec])
        let stream = try #require(try read(path).streams.first)
        let lines = try events(of: stream).filter { text($0)?.isEmpty == false }
        #expect(lines.map(\.start) == [.seconds(1), .seconds(3)])
        #expect(lines.map(\.end) == [.seconds(2.5), .seconds(4)])
        #expect(lines.last.flatMap(text) == "Zweite\\NZeile")
    }

    /// Lines of 128 bytes and more, and style boxes after the text, must not be taken for damaged text.
    @Test(arguments: ["film.mp4", "film.mov"])
    func framedTextIsDecodedWhole(name: String) throws {
        let workshop = try Workshop()
        let long = String(repeating: "a long line ", count: 14)
        let lines = """
            1
            00:00:01,000 --> 00:00:02,000
            \(long)end

            2
            00:00:03,000 --> 00:00:04,000
            <i>Привет</i>, как дела?

            3
            00:00:04,500 --> 00:00:05,000
            <i>Hello</i> there

            """
        let path = try workshop.clip([workshop.write(lines.utf8, "a.srt")], name, ["-c:s", "mov_text"])
        let stream = try #require(try read(path).streams.first)
        let shown = try events(of: stream).compactMap(text).filter { !$0.isEmpty }
        #expect(shown.first == long + "end")
        #expect(shown.dropFirst().map(withoutTags) == ["Привет, как дела?", "Hello there"])
        #expect(shown.dropFirst().allSatisfy { $0.contains("\\i1") && !$0.contains("\\1c") }, "\(shown)")
    }

    /// A line that began before a seek's target is known there.
    @Test(arguments: [("mov_text", "film.mp4"), ("srt", "film.mkv"), ("ass", "film.mkv")])
    func aSeekForwardKnowsTheLineThatIsShownThere(codec: String, name: String) throws {
        let workshop = try Workshop()
        let lines = "1\n00:00:01,000 --> 00:00:05,500\nLong\n\n2\n00:00:05,600 --> 00:00:05,900\nShort\n"
        let path = try workshop.clip([workshop.write(lines.utf8, "a.srt")], name, ["-c:s", codec], keyInterval: 15)
        let pipeline = try MediaPipeline(
            location: .path(path), options: MediaPipeline.Options(startTime: .seconds(5)), wakeup: Wakeup())
        defer { pipeline.close() }
        try #require(wait(.seconds(60)) { pipeline.takeFrame().map { $0.time >= .seconds(5) } ?? false })
        let stream = try #require(pipeline.subtitles.first)
        #expect(try events(of: stream).contains { text($0) == "Long" && $0.start == .seconds(1) })
    }

    /// Packets read again after a seek are kept once.
    @Test func aTextThatIsReadAgainIsKeptOnce() throws {
        let workshop = try Workshop()
        let path = try workshop.clip([workshop.write(srt.utf8, "a.srt")], "film.mkv", ["-c:s", "srt"])
        let pipeline = try MediaPipeline(location: .path(path), wakeup: Wakeup())
        defer { pipeline.close() }
        func play() throws {
            try #require(
                wait(.seconds(60)) {
                    while pipeline.takeFrame() != nil {}
                    return pipeline.snapshot.phase == .ended
                })
        }
        try play()
        let stream = try #require(pipeline.subtitles.first)
        let mark = stream.mark
        #expect(pipeline.seek(to: .zero) != nil)
        try play()
        #expect(stream.mark == mark)
        #expect(try events(of: stream).count == 2)
    }
}
