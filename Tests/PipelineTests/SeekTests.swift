import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

@Suite struct SeekTests {
    static let clips = (ClipCase.codecs + ClipCase.containers).filter { $0.name != "wmv2.wmv" }

    @Test(arguments: clips)
    func anExactSeekLandsOnTheFrameOfThatTime(_ clip: ClipCase) throws {
        try expectExactSeeks(try clip.file(), clip.frames, clip.options)
    }

    @Test(arguments: clips)
    func aKeyframeSeekLandsNoLaterThanAsked(_ clip: ClipCase) throws {
        let viewer = try Viewer(try clip.file(), clip.options)
        let all = try viewer.rest()
        for index in [clip.frames - 3, 20, 1] {
            guard let frame = try viewer.seek(all[index].time, .keyframe), let landed = IndexClip.index(of: frame)
            else {
                Issue.record("no frame")
                continue
            }
            #expect(landed <= index)
            expectComplete(try viewer.rest(), clip.frames - 1 - landed, from: landed + 1)
        }
    }

    @Test func afterASeekNothingOfBeforeIsSeen() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file())
        _ = try viewer.next()
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let index = Int.random(in: 0..<45, using: &generator)
            let generation = viewer.pipeline.seek(to: .seconds(index) / 30)
            // The seek empties the queue at once, and only frames of the new generation follow.
            #expect(viewer.pipeline.peekFrames().allSatisfy { $0.generation == generation })
            if Bool.random(using: &generator), let frame = try viewer.next() {
                #expect(frame.generation == generation)
                #expect(IndexClip.index(of: frame) == index)
            }
        }
        #expect(try viewer.seek(.seconds(31) / 30).flatMap(IndexClip.index) == 31)
        expectComplete(try viewer.rest(), 13, from: 32)
    }

    @Test func aSeekWhileOpeningTakesTheStartsPlace() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file(), MediaPipeline.Options(startTime: .seconds(1)))
        #expect(try viewer.seek(.milliseconds(500)).flatMap(IndexClip.index) == 15)
        expectComplete(try viewer.rest(), 29, from: 16)
    }

    @Test(arguments: clips)
    func theStartTimeIsExact(_ clip: ClipCase) throws {
        let start = Duration.seconds(20) / clip.rate + .milliseconds(3)
        var options = clip.options
        options.startTime = start
        let viewer = try Viewer(try clip.file(), options)
        expectComplete(try viewer.rest(), clip.frames - 20, from: 20)
    }

    /// A transport stream is sought in by timestamps alone, so reading begins between two keyframes. HEVC's decoder
    /// then
    /// outputs frames whose references are missing.
    @Test(arguments: [0, 1], [1, nil]) func whatHasNoReferencesIsNotShown(openGroups: Int, threads: Int?) throws {
        let parameters =
            "log-level=none:bframes=3:keyint=30:min-keyint=30:scenecut=0:open-gop=\(openGroups)"
        let path = try IndexClip.make(
            "seek-hevc-\(openGroups).ts", frames: 150,
            ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x265-params", parameters])
        try expectExactSeeks(path, 150, MediaPipeline.Options(decoderThreads: threads))
    }

    private static let references = [
        "-c:v", "libx264", "-bf", "3", "-g", "120", "-x264-params", "b-adapt=0:b-pyramid=0:scenecut=0",
    ]

    /// Non-reference frames aren't decoded on the way to the target, except for a few.
    @Test func onTheWayOnlyWhatIsNeededIsDecoded() throws {
        let viewer = try Viewer(try IndexClip.make("seek-way.mp4", frames: 150, Self.references))
        _ = try viewer.next()
        let before = viewer.pipeline.statistics.decoded
        #expect(try viewer.seek(.seconds(114) / 30 + .milliseconds(1)).flatMap(IndexClip.index) == 114)
        // Every fourth of 110, and the frames decoded ahead.
        let count = viewer.pipeline.statistics.decoded - before
        #expect((28...48).contains(count), "\(count)")
    }

    /// A non-reference frame that lasts a second, and a reference frame that does.
    @Test(arguments: [39, 40]) func aFrameThatLastsLongIsFoundThroughout(_ index: Int) throws {
        let pause = "setpts=PTS+gt(N\\,\(index))*1/TB"
        let path = try IndexClip.make(
            "seek-pause-\(index).mp4", frames: 100, Self.references + ["-vf", pause, "-fps_mode", "passthrough"])
        let viewer = try Viewer(path)
        for part in [0.0, 0.3, 0.6, 0.9, 1.0] {
            let time = Duration.seconds(Double(index) / 30 + 0.001 + part)
            let frame = try viewer.seek(time)
            #expect(frame.flatMap(IndexClip.index) == index, "\(part): \(String(describing: frame?.time))")
            #expect(frame?.entry == time)
        }
        expectComplete(try viewer.rest(), 99 - index, from: index + 1)
    }

    @Test func aPreviewComesBeforeTheExactFrame() throws {
        let clip = ClipCase.codecs[0]
        let viewer = try Viewer(try clip.file())
        _ = try viewer.rest()
        let first = try viewer.seek(Duration.seconds(24) / clip.rate + .milliseconds(1), .exactAfterPreview)
        let preview = try #require(first.flatMap(IndexClip.index))
        #expect(preview < 24)
        expectComplete(try viewer.rest(), clip.frames - 24, from: 24)
    }

    @Test func aPipeCannotSeekButHasAStart() throws {
        let clip = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
        let pipe = try NamedPipe(IndexClip.path("pipe.mkv"))
        try pipe.write(clip)
        let viewer = try Viewer(pipe.path, MediaPipeline.Options(loops: true, startTime: .milliseconds(701)))
        #expect(try viewer.opened()?.isSeekable == false)
        #expect(viewer.pipeline.seek(to: .zero) == nil)
        expectComplete(try viewer.rest(), 24, from: 21)
    }
}

/// Expects that the medium plays whole, and that each seventh frame is found by its start and its middle.
func expectExactSeeks(
    _ path: String, _ count: Int, _ options: MediaPipeline.Options = MediaPipeline.Options(), from first: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let viewer = try Viewer(path, options)
    let all = try viewer.rest()
    expectComplete(all, count, from: first, sourceLocation: sourceLocation)
    guard all.count == count else { return }
    // The order goes back and forth, and begins at a stream that has ended.
    for position in stride(from: 0, to: count, by: 7).sorted(by: { ($0 * 5) % 11 < ($1 * 5) % 11 }) {
        let frame = all[position]
        let exact = try viewer.seek(frame.time)
        #expect(exact.flatMap(IndexClip.index) == first + position, "its own time", sourceLocation: sourceLocation)
        #expect(exact?.time == frame.time, sourceLocation: sourceLocation)
        let middle = try viewer.seek(frame.time + frame.duration / 2)
        #expect(middle.flatMap(IndexClip.index) == first + position, "half its time", sourceLocation: sourceLocation)
    }
    let last = try viewer.seek(.seconds(3600))
    #expect(last.flatMap(IndexClip.index) == first + count - 1, "beyond the end", sourceLocation: sourceLocation)
    #expect(try viewer.next() == nil, sourceLocation: sourceLocation)
    #expect(viewer.pipeline.snapshot.phase == .ended, sourceLocation: sourceLocation)
    let start = try viewer.seek(.zero)
    #expect(start.flatMap(IndexClip.index) == first, sourceLocation: sourceLocation)
    expectComplete(try viewer.rest(), count - 1, from: first + 1, sourceLocation: sourceLocation)
}
