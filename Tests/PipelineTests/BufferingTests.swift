import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// The time up to which a medium is buffered, and the report of a stall.
@Suite struct BufferingTests {
    @Test func aShortFileIsReadToItsEnd() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file())
        try viewer.wait { viewer.pipeline.snapshot.isReadToEnd ? true : nil }
        let snapshot = viewer.pipeline.snapshot
        // The time is by decode times, which end up to some frames before the presentation times.
        #expect(snapshot.bufferedUntil.map { $0 > .milliseconds(1300) && $0 < .milliseconds(1510) } == true)
        #expect(!snapshot.isStalled)
        // It stays so during playback, and is so again after a seek back.
        expectComplete(try viewer.rest(), 45)
        #expect(viewer.pipeline.snapshot.bufferedUntil == snapshot.bufferedUntil)
        viewer.pipeline.seek(to: .zero)
        try viewer.wait { viewer.pipeline.snapshot.isReadToEnd ? true : nil }
        #expect(viewer.pipeline.snapshot.bufferedUntil == snapshot.bufferedUntil)
    }

    @Test func aLoopIsBufferedToItsTurnsEnd() throws {
        let viewer = try Viewer(try ClipCase.codecs[0].file(), MediaPipeline.Options(loops: true))
        for _ in 0..<100 {
            let frame = try #require(try viewer.next())
            // The time is by decode times, which may be a frame or two before the presentation times.
            let until = try #require(viewer.pipeline.snapshot.bufferedUntil)
            #expect(until <= .milliseconds(1510) && until + .milliseconds(140) > frame.time - .milliseconds(1500))
        }
        #expect(!viewer.pipeline.snapshot.isReadToEnd)
        // While no frames are taken, the queues fill.
        try viewer.wait { viewer.pipeline.snapshot.isFull ? true : nil }
    }

    @Test func aSilentServerIsAStall() throws {
        let bytes = try NetworkTests().clip()
        let server = try RangeServer(bytes, .stallingAfter(bytes.count / 2))
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        try viewer.opened()
        var last: VideoFrame?
        try viewer.wait {
            while let frame = viewer.pipeline.takeFrame() { last = frame }
            let snapshot = viewer.pipeline.snapshot
            // Between opening and the first packet the pipeline is stalled as well.
            return snapshot.isStalled && snapshot.bufferedUntil.map { $0 > .seconds(1) } == true ? true : nil
        }
        let snapshot = viewer.pipeline.snapshot
        #expect(snapshot.phase == .ready && !snapshot.isReadToEnd)
        let until = try #require(snapshot.bufferedUntil)
        #expect(until > .seconds(1) && until < .seconds(3))
        #expect(last.map { $0.time < until + .milliseconds(140) } == true)
        // A seek works once the server sends again.
        server.become(.whole)
        #expect(try viewer.seek(.seconds(2)).flatMap(IndexClip.index) == 60)
        #expect(!viewer.pipeline.snapshot.isStalled)
        try viewer.wait { viewer.pipeline.snapshot.isReadToEnd ? true : nil }
        #expect(viewer.pipeline.snapshot.bufferedUntil.map { $0 > .milliseconds(2900) } == true)
    }

    @Test func whoWaitsForABufferIsWoken() throws {
        let pipe = try NamedPipe(IndexClip.path("buffer.pipe"))
        let clip = try IndexClip.bytes(try IndexClip.make("box.mkv", ClipCase.x264))
        let viewer = try Viewer(pipe.path)
        viewer.pipeline.wake(whenBufferedUntil: .milliseconds(700))
        try pipe.write(clip)
        try viewer.wait {
            viewer.pipeline.statistics.queuedFrames == Viewer.full && viewer.pipeline.snapshot.isReadToEnd ? true : nil
        }
        _ = viewer.wakeups(during: .milliseconds(50))
        // The wakeup also comes for a time that is never reached, since the medium is read to its end.
        let before = viewer.wakeups
        viewer.pipeline.wake(whenBufferedUntil: .seconds(3600))
        try viewer.wait { viewer.wakeups > before ? true : nil }
    }
}
