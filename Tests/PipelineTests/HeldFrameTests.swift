import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Long frames, as in slides and screen recordings: a seek into one lands at the requested time, not at the
/// frame's beginning.
@Suite struct HeldFrameTests {
    /// Returns a clip of frames of twenty seconds each at 0, 20 and 40 s, with a tone of a minute.
    private func slides(_ container: String) throws -> String {
        let path = IndexClip.path("slides.\(container)")
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=s=160x90:r=1/20:d=60", "-f", "lavfi", "-i", "sine=440:d=60"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path])
        return path
    }

    @Test(arguments: ["mp4", "mkv"]) func aSeekIntoAHeldFrameIsHeardFromThere(_ container: String) throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try slides(container)), audio: listener)
        _ = try viewer.next()
        for target in [30, 35, 59.9] {
            let frame = try #require(try viewer.seek(.seconds(target)))
            let beginning: Double = target < 40 ? 20 : 40
            #expect(abs(frame.time.seconds - beginning) < 0.1, "\(frame.time)")
            #expect(frame.entry == .seconds(target))
            try viewer.wait(.milliseconds(20)) { listener.heard.isEmpty ? nil : true }
            #expect(listener.heard.first?.stamp.time == .seconds(target))
        }
    }

    @Test func aStartInAHeldFrameIsHeardFromThere() throws {
        let listener = try Listener()
        let options = MediaPipeline.Options(startTime: .seconds(30))
        let viewer = try Viewer(.path(try slides("mp4")), options, audio: listener)
        let frame = try #require(try viewer.next())
        #expect(frame.time == .seconds(20) && frame.entry == .seconds(30))
        try viewer.wait(.milliseconds(20)) { listener.heard.isEmpty ? nil : true }
        #expect(listener.heard.first?.stamp.time == .seconds(30))
        #expect(listener.heard.first.map { $0.samples.contains { abs($0) > 0.01 } } == true)
        // The frames after it have their own times.
        let next = try #require(try viewer.next())
        #expect(next.time == .seconds(40) && next.entry == next.time)
    }

    @Test func aSeekInAnAnimationIsWhereItWasAskedFor() throws {
        let path = IndexClip.path("slow.gif")
        try ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x36:r=1/2:d=8", path])
        let viewer = try Viewer(path)
        _ = try viewer.next()
        for target in [3.0, 5.5] {
            let frame = try #require(try viewer.seek(.seconds(target)))
            #expect(abs(frame.time.seconds - (target / 2).rounded(.down) * 2) < 0.1 && frame.entry == .seconds(target))
        }
    }

    /// A step back lands at the frame's own time.
    @Test func aFrameIsSoughtByItsOwnTime() throws {
        let viewer = try Viewer(try slides("mp4"))
        _ = try viewer.next()
        let generation = try #require(viewer.pipeline.seekToFrame(at: .seconds(39)))
        var frame = try viewer.next()
        while let early = frame, early.generation < generation { frame = try viewer.next() }
        #expect(frame?.time == .seconds(20) && frame?.entry == .seconds(20))
    }
}
