import Foundation
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// Media that fail after opening: the failure is reported, and at the right time.
@Suite struct FailureTests {
    /// Returns a file whose container is whole and whose packets are noise.
    func spoilt(_ name: String, _ output: [String], frames: String = "color=s=64x64:d=0.04") throws -> String {
        let path = IndexClip.path(name)
        try ffmpeg(["-f", "lavfi", "-i", frames] + output + ["-bsf:v", "noise=amount=1", path])
        return path
    }

    @Test(arguments: [
        ("one.avi", ["-c:v", "png"]), ("two.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
        ("one.wmv", ["-c:v", "wmv2"]), ("two.wmv", ["-c:v", "msmpeg4"]), ("one.mkv", ["-c:v", "ffv1"]),
        ("one.mp4", ["-c:v", "libx264"]),
    ])
    func oneSpoiltPictureEndsIt(_ name: String, _ output: [String]) throws {
        for loops in [false, true] {
            let viewer = try Viewer(try spoilt(name, output), MediaPipeline.Options(loops: loops))
            var frames = 0
            while frames < 3, try viewer.next() != nil { frames += 1 }
            // Some decoders make a picture of any data.
            if frames == 0 { #expect(viewer.pipeline.snapshot.phase.failure != nil) }
        }
    }

    @Test func aStreamWithoutEndOfWhichNothingCanBeDecodedFails() throws {
        let clip = try IndexClip.bytes(
            try spoilt("endless.mkv", ["-c:v", "ffv1"], frames: "color=s=16x16:r=1000:d=2.5"))
        let pipe = try NamedPipe(IndexClip.path("endless.pipe"))
        try pipe.write(clip, thenHolding: true)
        defer { withExtendedLifetime(pipe) {} }
        let viewer = try Viewer(pipe.path)
        #expect(try viewer.failure()?.kind == .undecodable)
        // The failure came before the stream's end, and reading has stopped.
        #expect(!viewer.pipeline.snapshot.isReadToEnd)
    }

    @Test func framesBeforeAFailureStillWait() throws {
        let bytes = try NetworkTests().clip()
        let server = try RangeServer(bytes, .breakingAfter(bytes.count / 2))
        let viewer = try Viewer(MediaLocation(server.url))
        try viewer.opened()
        // Further requests are refused.
        server.end()
        var frames: [VideoFrame] = []
        try viewer.wait(.milliseconds(1)) {
            if viewer.pipeline.snapshot.phase.failure != nil { return true }
            if viewer.pipeline.statistics.queuedFrames == Viewer.full, let frame = viewer.pipeline.takeFrame() {
                frames.append(frame)
            }
            return nil
        }
        #expect(viewer.pipeline.statistics.queuedFrames > 0)
        while let frame = viewer.pipeline.takeFrame() { frames.append(frame) }
        expectComplete(Array(frames.dropLast(2)), frames.count - 2)
        guard case .network = viewer.pipeline.snapshot.phase.failure?.kind else {
            Issue.record("not told as the network's: \(viewer.pipeline.snapshot.phase)")
            return
        }
    }

    /// A broken connection is known while all frames before it are still queued.
    @Test func whereReadingBrokeOffIsKnownBefore() throws {
        let bytes = try NetworkTests().clip()
        let server = try RangeServer(bytes, .endingAt(bytes.count / 2))
        defer { server.end() }
        let viewer = try Viewer(MediaLocation(server.url))
        let snapshot = try viewer.wait {
            let snapshot = viewer.pipeline.snapshot
            return snapshot.readFailure == nil ? nil : snapshot
        }
        #expect(snapshot.phase == .ready && snapshot.isReadToEnd)
        #expect(snapshot.bufferedUntil.map { $0 > .seconds(1) && $0 < .seconds(2) } == true)
        // A seek sends a new request.
        server.become(.whole)
        #expect(try viewer.seek(.seconds(2)).flatMap(IndexClip.index) == 60)
        #expect(viewer.pipeline.snapshot.readFailure == nil)
        expectComplete(try viewer.rest(), 29, from: 61)
        #expect(viewer.pipeline.snapshot.phase == .ended)
    }

    @Test func aCutOffFileEndsWhereItIsCut() throws {
        let bytes = try NetworkTests().clip()
        let viewer = try Viewer(try IndexClip.write(bytes.prefix(bytes.count / 2), "cut.mkv"))
        let frames = try viewer.rest()
        #expect(frames.count > 20)
        #expect(viewer.pipeline.snapshot.phase == .ended)
    }

    @Test func titlesAreShortAndPlain() throws {
        func title(_ text: String) throws -> String? {
            let path = IndexClip.path("titled.mkv")
            try ffmpeg(
                ["-i", try ClipCase.codecs[0].file(), "-c", "copy", "-metadata", "title=" + text, path])
            return try Viewer(path).opened()?.title
        }
        #expect(try title("A film: ✓ 👩‍👩‍👧") == "A film: ✓ 👩‍👩‍👧")
        #expect(try title("a\u{1B}[2Jb\nc\u{9B}31m") == "a [2Jb c 31m")
        let long = try title(String(repeating: "é", count: 5000))
        #expect(long == String(repeating: "é", count: 2048))
        #expect(try title("") == nil)
    }
}
