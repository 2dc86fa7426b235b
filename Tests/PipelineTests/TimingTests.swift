import OrielDecode
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// Irregular, damaged and missing timestamps.
@Suite struct TimingTests {
    @Test(arguments: ["vfr.mkv", "vfr.mp4", "vfr.ts", "vfr.webm"])
    func aVariableRateKeepsItsTimes(_ name: String) throws {
        let codec = name.hasSuffix("webm") ? ["-c:v", "libvpx", "-b:v", "1M"] : ClipCase.x264
        let path = try IndexClip.make(
            name,
            ["-vf", "settb=1/1000,setpts='(floor(N/3)*200+eq(mod(N,3),1)*20+eq(mod(N,3),2)*150)'"]
                + ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"] + codec)
        let viewer = try Viewer(path)
        let frames = try viewer.rest()
        expectComplete(frames, 45)
        for (index, frame) in frames.enumerated() {
            let expected = Duration.milliseconds(index / 3 * 200 + [0, 20, 150][index % 3])
            let difference = frame.time - expected
            #expect(difference <= .milliseconds(1) && difference >= .milliseconds(-1), "\(index): \(frame.time)")
        }
        // In the long gap the frame before it stays.
        #expect(try viewer.seek(.milliseconds(400 + 140)).flatMap(IndexClip.index) == 7)
        #expect(try viewer.seek(.milliseconds(400 + 155)).flatMap(IndexClip.index) == 8)
        #expect(try viewer.seek(.milliseconds(410)).flatMap(IndexClip.index) == 6)
    }

    @Test func aStartThatIsNotZeroBecomesZero() throws {
        let source = try ClipCase.codecs[0].file()
        for name in ["late.ts", "late.mkv"] {
            let path = IndexClip.path(name)
            try ffmpeg(["-i", source, "-c", "copy", "-output_ts_offset", "1000", "-copyts", path])
            let viewer = try Viewer(path)
            let frames = try viewer.rest()
            expectComplete(frames, 45)
            #expect(frames.first?.time == .zero)
            #expect(try viewer.seek(.seconds(1)).flatMap(IndexClip.index) == 30)
        }
    }

    @Test func videoThatBeginsAfterItsSoundKeepsItsDistance() throws {
        let path = try IndexClip.make(
            "after-sound.mkv",
            ["-f", "lavfi", "-i", "sine=duration=3", "-map", "0", "-map", "1", "-c:a", "flac"] + ClipCase.x264
                + ["-vf", "setpts=PTS+0.5/TB", "-fps_mode", "passthrough"])
        let viewer = try Viewer(path, MediaPipeline.Options(loops: true))
        let first = try #require(try viewer.next())
        #expect(IndexClip.index(of: first) == 0)
        #expect(first.time == .milliseconds(500))
        // Before the stream's start the first frame is the nearest.
        #expect(try viewer.seek(.milliseconds(200)).flatMap(IndexClip.index) == 0)
        #expect(try viewer.seek(.zero).flatMap(IndexClip.index) == 0)
        #expect(try viewer.seek(.milliseconds(1000)).flatMap(IndexClip.index) == 15)
    }

    @Test func aTransportStreamsNewClockIsNoGap() throws {
        let source = try ClipCase.codecs[0].file()
        var bytes: [UInt8] = []
        for offset in ["100", "5000", "20"] {
            let path = IndexClip.path("piece.ts")
            try ffmpeg(["-i", source, "-c", "copy", "-output_ts_offset", offset, path])
            bytes += try IndexClip.bytes(path)
        }
        let frames = try Viewer(try IndexClip.write(bytes, "joined.ts")).rest()
        let indexes = frames.compactMap(IndexClip.index)
        #expect(Set(indexes).count == 45)
        #expect(frames.count >= 3 * 44)
        for (earlier, later) in zip(frames, frames.dropFirst()) {
            #expect(later.time > earlier.time)
            #expect(later.time - earlier.time < .seconds(2))
        }
    }

    @Test func framesWithoutTimesFollowOnEachOther() {
        var timer = FrameTimer(frameDuration: .milliseconds(40), hasDiscontinuities: false)
        #expect(timer.stamp(time: nil, duration: nil).time == .zero)
        #expect(timer.stamp(time: nil, duration: .milliseconds(80)).time == .milliseconds(40))
        #expect(timer.stamp(time: nil, duration: nil).time == .milliseconds(120))
        #expect(timer.stamp(time: .milliseconds(500), duration: nil).time == .milliseconds(500))
        timer.reset(expecting: .seconds(7))
        #expect(timer.stamp(time: nil, duration: nil).time == .seconds(7))
    }

    @Test func timesAlwaysIncrease() {
        var timer = FrameTimer(frameDuration: .milliseconds(40), hasDiscontinuities: false)
        var generator = SeededGenerator(seed: 3)
        var last = Duration.seconds(-1)
        for _ in 0..<10_000 {
            let time: Duration? =
                Bool.random(using: &generator) ? nil : .milliseconds(Int.random(in: -5000...5000, using: &generator))
            let length: Duration? =
                Bool.random(using: &generator) ? nil : .milliseconds(Int.random(in: -10...100, using: &generator))
            let stamp = timer.stamp(time: time, duration: length)
            #expect(stamp.duration > .zero)
            if last > .seconds(-1) { #expect(stamp.time > last) }
            last = stamp.time
        }
    }

    @Test func aJumpBackIsANewClockAndAJumpForwardOnlyWhereThereAreSuch() {
        var plain = FrameTimer(frameDuration: .milliseconds(40), hasDiscontinuities: false)
        _ = plain.stamp(time: .seconds(100), duration: nil)
        #expect(plain.stamp(time: .seconds(200), duration: nil).time == .seconds(200))
        #expect(plain.stamp(time: .seconds(1), duration: nil).time == .seconds(200) + .milliseconds(40))
        #expect(plain.stamp(time: .seconds(1) + .milliseconds(40), duration: nil).time == .milliseconds(200_080))
        var stream = FrameTimer(frameDuration: .milliseconds(40), hasDiscontinuities: true)
        _ = stream.stamp(time: .seconds(100), duration: nil)
        #expect(stream.stamp(time: .seconds(105), duration: nil).time == .seconds(105))
        #expect(stream.stamp(time: .seconds(9000), duration: nil).time == .milliseconds(105_040))
    }
}
