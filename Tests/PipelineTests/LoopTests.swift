import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

@Suite struct LoopTests {
    static let clips = (ClipCase.codecs + ClipCase.containers).filter {
        [
            "h264.mp4", "gif.gif", "apng.apng", "vp9.webm", "box.mkv", "box.ts", "box-264.avi", "box.flv", "raw.h264",
            "raw.m2v", "mpeg1.mpg", "box.ogv", "fragmented.mp4",
        ].contains($0.name)
    }

    @Test(arguments: clips)
    func eachTurnIsWholeAndHasAGenerationOfItsOwn(_ clip: ClipCase) throws {
        let viewer = try Viewer(try clip.file(), MediaPipeline.Options(loops: true))
        for turn in 0..<3 {
            var frames: [VideoFrame] = []
            while frames.count < clip.frames, let frame = try viewer.next() { frames.append(frame) }
            expectComplete(frames, clip.frames)
            #expect(frames.first?.time == .zero)
            #expect(Set(frames.map(\.generation)) == [turn])
        }
        #expect(viewer.pipeline.snapshot.phase == .ready)
    }

    @Test func aSeekInALoopIsNewerThanItsTurns() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file(), MediaPipeline.Options(loops: true))
        for _ in 0..<60 { _ = try viewer.next() }
        let frame = try viewer.seek(.seconds(40) / 30)
        #expect(frame.flatMap(IndexClip.index) == 40)
        var rest: [VideoFrame] = []
        for _ in 0..<8 { if let next = try viewer.next() { rest.append(next) } }
        #expect(rest.map(IndexClip.index) == [41, 42, 43, 44, 0, 1, 2, 3])
        #expect(rest[3].generation == frame?.generation)
        #expect(rest[4].generation > rest[3].generation)
    }

    @Test func loopingCanBeSwitched() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file(), MediaPipeline.Options(loops: true))
        for _ in 0..<46 { _ = try viewer.next() }
        viewer.pipeline.loops = false
        // The demuxer may have begun another turn already; the loop then ends after it.
        #expect(try viewer.rest().last.flatMap(IndexClip.index) == 44)
        #expect(viewer.pipeline.snapshot.phase == .ended)
    }

    @Test func aStartTimeIsForTheFirstTurnOnly() throws {
        let options = MediaPipeline.Options(loops: true, startTime: .seconds(1))
        let viewer = try Viewer(try ClipCase.codecs[0].file(), options)
        var frames: [VideoFrame] = []
        for _ in 0..<60 { if let frame = try viewer.next() { frames.append(frame) } }
        #expect(frames.map(IndexClip.index) == (30..<45).map { $0 } + (0..<45).map { $0 })
    }

    /// While pictures aren't wanted, they are dropped and the sound goes on, turn after turn.
    @Test func aTurnThatNobodySeesIsFollowedByAnother() throws {
        let length = 600
        let path = try StampedClip(
            size: .init(width: 160, height: 90), frames: length, container: "mp4", sound: ClipSound()
        ).file()
        let wanted = 48_000 * length / 30 * 7 / 2
        let listener = try Listener(limit: wanted)
        let viewer = try Viewer(.path(path), MediaPipeline.Options(loops: true), audio: listener)
        viewer.pipeline.settings.wantsFrames = false
        // As in the player while its window is hidden, each frame is taken as it comes.
        try viewer.wait(.milliseconds(20)) {
            while viewer.pipeline.takeFrame() != nil {}
            return listener.frames == wanted || viewer.pipeline.snapshot.phase == .ended ? true : nil
        }
        #expect(listener.frames == wanted && viewer.pipeline.loops && viewer.pipeline.snapshot.phase == .ready)
        #expect(viewer.pipeline.statistics.decoded < 2 * length)
        viewer.pipeline.settings.wantsFrames = true
        #expect(try viewer.seek(.seconds(5))?.time == .seconds(5))
    }

    /// With an empty audio track and no wanted pictures, nothing would slow the loop's turns down.
    @Test func aSilentTurnThatNobodySeesIsTheLastForNow() throws {
        let path = IndexClip.path("empty-sound.mkv")
        try ffmpeg(
            "-f lavfi -i testsrc=s=64x36:r=30:d=20 -f lavfi -i anullsrc -filter_complex [1:a]atrim=end_sample=0[a] -map 0:v -map [a]"
                .split(separator: " ").map(String.init) + ["-c:a", "pcm_s16le", path])
        let listener = try Listener()
        let viewer = try Viewer(.path(path), MediaPipeline.Options(loops: true), audio: listener)
        viewer.pipeline.settings.wantsFrames = false
        let deadline = MonotonicClock.now + .seconds(2)
        try viewer.wait(.milliseconds(20)) {
            while viewer.pipeline.takeFrame() != nil {}
            return MonotonicClock.now > deadline ? true : nil
        }
        #expect(viewer.pipeline.snapshot.phase == .ready && viewer.pipeline.statistics.loops <= 1)
        viewer.pipeline.settings.wantsFrames = true
        #expect(try viewer.seek(.seconds(5))?.time == .seconds(5))
    }
}
