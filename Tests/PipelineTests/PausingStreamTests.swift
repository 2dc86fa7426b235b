import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Media in which one stream ends or pauses while the other goes on.
@Suite struct PausingStreamTests {
    /// Returns a clip of `pictures` seconds of video at 30 frames a second, and a tone.
    /// - Parameters:
    ///   - again: The second at which another second of video begins; nil for none.
    ///   - silence: The seconds without sound packets; nil for none.
    private func clip(
        _ container: String, sound seconds: Int, again: Int? = nil, silence: Range<Int>? = nil, pictures: Int = 2
    ) throws -> String {
        let path = IndexClip.path("pausing.\(container)")
        let wanted = again.map { "lt(t,\(pictures))+gte(t,\($0))" } ?? "lt(t,\(pictures))"
        let heard = silence.map { "aselect='lt(t,\($0.lowerBound))+gte(t,\($0.upperBound))'" } ?? "anull"
        let length = again.map { $0 + 1 } ?? pictures
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=\(length)", "-f", "lavfi", "-i"]
                + ["sine=frequency=700:duration=\(seconds):sample_rate=48000,volume=4"]
                + ["-vf", "select='\(wanted)'", "-af", heard, "-fps_mode", "passthrough", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-g", "15", "-bf", "2", "-c:a", "aac", "-muxdelay", "0", "-muxpreload", "0"]
                + ["-max_interleave_delta", "0", path])
        return path
    }

    private func expectOnePiece(_ buffers: [AudioBuffer], from start: Duration) {
        #expect(buffers.first?.stamp.time == start)
        for (earlier, later) in zip(buffers, buffers.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100), "\(earlier.end) \(later.stamp.time)")
        }
    }

    private func waitForSound(_ viewer: Viewer, _ listener: Listener, until time: Duration) throws {
        try viewer.wait(.milliseconds(20)) { (listener.heard.last?.end ?? .zero) >= time ? true : nil }
    }

    /// Minutes of sound exceed the packet queues, and none of it is left out.
    @Test func soundIsWholeHoweverEarlyPicturesEnd() throws {
        let listener = try Listener(limit: 48000)
        let viewer = try Viewer(.path(try clip("mkv", sound: 400)), audio: listener)
        var frames: [VideoFrame] = []
        try viewer.wait(.milliseconds(20)) {
            while let frame = viewer.pipeline.takeFrame() { frames.append(frame) }
            // The queues are full of sound before the decoder has made the last pictures.
            let snapshot = viewer.pipeline.snapshot
            return snapshot.isFull && snapshot.isVideoPaused ? true : nil
        }
        while let frame = viewer.pipeline.takeFrame() { frames.append(frame) }
        let snapshot = viewer.pipeline.snapshot
        #expect(snapshot.isFull && snapshot.phase == .ready && !snapshot.isReadToEnd)
        #expect(frames.count >= 55)
        let statistics = viewer.pipeline.statistics
        #expect(statistics.queuedPackets <= ReadAhead.totalPackets && statistics.queuedBytes < 8 << 20)
        listener.allow(.max / 2)
        try waitForSound(viewer, listener, until: .milliseconds(399_900))
        expectOnePiece(listener.heard, from: frames[0].time)
        frames += try viewer.rest()
        #expect(frames.count == 60 && viewer.pipeline.snapshot.phase == .ended)
    }

    /// A seek to where only sound exists goes there, with the last frame before it.
    @Test(arguments: [300, 4]) func aSeekGoesToWhereSoundIs(seconds: Int) throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try clip("mkv", sound: seconds + 100)), audio: listener)
        _ = try viewer.next()
        let frame = try #require(try viewer.seek(.seconds(seconds)))
        #expect(frame.entry == .seconds(seconds) && frame.time < .seconds(2))
        try waitForSound(viewer, listener, until: .seconds(seconds + 90))
        expectOnePiece(listener.heard, from: .seconds(seconds))
        // Before that part, and in the last frame, a seek works as usual.
        #expect(try viewer.seek(.seconds(1)).map { $0.time <= .seconds(1) && $0.time > .milliseconds(960) } == true)
        let last = try #require(try viewer.seek(.seconds(1.99)))
        #expect(last.time <= .seconds(1.99) && last.time > .seconds(1.9))
    }

    @Test func aSeekIntoAGapGoesThere() throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try clip("mkv", sound: 8, again: 7)), audio: listener)
        _ = try viewer.next()
        let frame = try #require(try viewer.seek(.seconds(4)))
        #expect(frame.entry == .seconds(4) && frame.time < .seconds(2))
        let rest = try viewer.rest()
        #expect(rest.count == 30 && rest.first.map { abs($0.time.seconds - 7) < 0.05 } == true)
        try waitForSound(viewer, listener, until: .milliseconds(7900))
        expectOnePiece(listener.heard, from: .seconds(4))
    }

    /// In a live stream the pause is reported while it lasts; frames still in the decoder then come too late.
    @Test func aPauseInALiveStreamIsTold() throws {
        let folder = try TemporaryFolder()
        let pipe = try PacedPipe(try clip("ts", sound: 8, again: 7), in: folder)
        defer { pipe.end() }
        let listener = try Listener()
        let viewer = try Viewer(.path(pipe.path), audio: listener)
        var frames: [VideoFrame] = []
        func take() { while let frame = viewer.pipeline.takeFrame() { frames.append(frame) } }
        try viewer.wait(.milliseconds(20)) {
            take()
            return viewer.pipeline.snapshot.isVideoPaused ? true : nil
        }
        take()
        let before = frames.count
        #expect(before >= 50 && before <= 60)
        let snapshot = viewer.pipeline.snapshot
        let until = try #require(snapshot.bufferedUntil)
        #expect(!snapshot.isReadToEnd && until > .seconds(3.9) && until < .seconds(7), "\(until)")
        frames += try viewer.rest()
        #expect(!viewer.pipeline.snapshot.isVideoPaused)
        let times = frames.dropFirst(before).map(\.time.seconds)
        // A parser outputs the last frame before the pause together with the first one after it.
        #expect(times.filter { $0 > 6.9 }.count == 30 && times.count <= 33, "\(times)")
        try waitForSound(viewer, listener, until: .milliseconds(7900))
        expectOnePiece(listener.heard, from: frames[0].time)
    }

    /// With the sound paused instead, pictures go on, and the sound continues at its own time.
    @Test func aPauseOfTheSoundHoldsUpNoPicture() throws {
        let folder = try TemporaryFolder()
        let path = try clip("ts", sound: 8, silence: 2..<7, pictures: 8)
        for isLive in [false, true] {
            let listener = try Listener()
            let pipe = isLive ? try PacedPipe(path, in: folder) : nil
            defer { pipe?.end() }
            let viewer = try Viewer(.path(pipe?.path ?? path), audio: listener)
            let frames = try viewer.rest()
            #expect(frames.count == 240)
            try waitForSound(viewer, listener, until: .milliseconds(7900))
            expectOnePiece(listener.heard, from: frames[0].time)
            let loud = listener.heard.filter { $0.samples.contains { abs($0) > 0.1 } }
            #expect(loud.allSatisfy { $0.stamp.time < .milliseconds(2200) || $0.end > .milliseconds(6900) })
        }
    }
}
