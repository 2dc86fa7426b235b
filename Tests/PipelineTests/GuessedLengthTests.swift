import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Music whose container has no length: libavformat estimates it from the bit rate at the beginning.
@Suite struct GuessedLengthTests {
    /// Returns twenty seconds of sound, half a tone and half noise, which takes many more bytes.
    private func song(_ name: String, _ encoding: [String], startsWithTone: Bool) throws -> String {
        let path = IndexClip.path(name)
        let tone = ["-f", "lavfi", "-i", "sine=300:d=10:r=44100"]
        let noise = ["-f", "lavfi", "-i", "anoisesrc=d=10:r=44100:a=0.5"]
        try ffmpeg(
            (startsWithTone ? tone + noise : noise + tone)
                + ["-filter_complex", "[0][1]concat=n=2:v=0:a=1"] + encoding + [path])
        return path
    }

    private static let mp3 = ["-c:a", "libmp3lame", "-q:a", "2", "-write_xing", "0", "-id3v2_version", "0"]
    private static let aac = ["-c:a", "aac", "-q:a", "1", "-f", "adts"]

    private func end(_ viewer: Viewer) throws -> Double {
        try viewer.wait(.milliseconds(20)) { viewer.pipeline.snapshot.isReadToEnd ? true : nil }
        return (viewer.pipeline.snapshot.info?.duration ?? .zero).seconds
    }

    @Test(arguments: [("guess.mp3", mp3, true), ("guess.mp3", mp3, false), ("guess.aac", aac, false)])
    func theLengthIsKnownOnceAllWasRead(name: String, encoding: [String], startsWithTone: Bool) throws {
        let listener = try Listener()
        let viewer = try Viewer(.path(try song(name, encoding, startsWithTone: startsWithTone)), audio: listener)
        let info = try #require(try viewer.opened())
        #expect(info.isDurationGuessed)
        #expect(abs((info.duration ?? .zero).seconds - 20) > 3, "\(String(describing: info.duration))")
        // Seeks to beyond the estimated end, and to near the true one.
        for target in [18.0, 14.5] {
            _ = try #require(try viewer.seek(.seconds(target)))
            #expect(abs(try end(viewer) - 20) < 0.15)
            try viewer.wait(.milliseconds(20)) {
                (listener.heard.last?.end ?? .zero) > .milliseconds(19_800) ? true : nil
            }
            #expect(listener.heard.first?.stamp.time == .seconds(target))
            #expect(viewer.pipeline.snapshot.info?.isDurationGuessed == false)
        }
    }

    @Test func behindTheEndNothingIsHeardAndItIsOver() throws {
        let listener = try Listener()
        let path = try song("long.mp3", Self.mp3, startsWithTone: true)
        let viewer = try Viewer(.path(path), MediaPipeline.Options(startTime: .seconds(25)), audio: listener)
        #expect(try viewer.rest().count == 1 && viewer.pipeline.snapshot.phase == .ended)
        #expect(abs(try end(viewer) - 20) < 0.15)
        #expect(listener.heard.isEmpty)
    }

    /// A turn of a loop is as long as the sound itself.
    @Test(arguments: [true, false]) func aLoopsTurnIsAsLongAsItsSound(startsWithTone: Bool) throws {
        let listener = try Listener()
        let path = try song("loop.mp3", Self.mp3, startsWithTone: startsWithTone)
        let viewer = try Viewer(.path(path), MediaPipeline.Options(loops: true), audio: listener)
        _ = try viewer.next()
        _ = try viewer.next()
        try viewer.wait(.milliseconds(20)) { listener.heard.contains { $0.stamp.generation == 2 } ? true : nil }
        let turn = listener.heard.filter { $0.stamp.generation == 1 }
        #expect(abs(turn.reduce(0) { $0 + $1.format.duration(of: $1.frames).seconds } - 20) < 0.15)
        viewer.pipeline.close()
    }
}
