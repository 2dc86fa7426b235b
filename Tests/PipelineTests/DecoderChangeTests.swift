import Foundation
import OrielDecode
import OrielMedia
import OrielPipeline
import Testing

/// Decoders replaced where a run begins: the frames are the same as those of a single decoder.
@Suite struct DecoderChangeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var arguments: [String]
        var testDescription: String { name }
    }

    private static let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "15"]
    private static let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-bf", "3", "-g", "15", "-x265-params"]

    static let cases = [
        Case(name: "change.mp4", arguments: x264),
        Case(name: "change.ts", arguments: x264),
        Case(name: "change.mkv", arguments: x264),
        Case(name: "change-open.mkv", arguments: x264 + ["-x264-params", "open-gop=1"]),
        Case(
            name: "change-refresh.mkv",
            arguments: x264 + ["-bf", "0", "-g", "30", "-pix_fmt", "yuv420p", "-x264-params", "intra-refresh=1"]),
        Case(name: "change-hevc-open.mkv", arguments: x265 + ["open-gop=1:log-level=none"]),
        Case(name: "change-hevc-open.ts", arguments: x265 + ["open-gop=1:log-level=none"]),
        Case(name: "change-hevc-closed.mp4", arguments: x265 + ["open-gop=0:log-level=none"]),
        Case(name: "change-hevc-radl.mp4", arguments: x265 + ["open-gop=0:radl=2:log-level=none"]),
        Case(name: "change-8.webm", arguments: ["-c:v", "libvpx", "-auto-alt-ref", "1", "-g", "15"]),
        Case(
            name: "change-9.webm",
            arguments: [
                "-c:v", "libvpx-vp9", "-cpu-used", "8", "-auto-alt-ref", "1", "-lag-in-frames", "10", "-g", "15",
            ]),
        // AVI has no presentation times; only the decoder's output order gives them.
        Case(name: "change.avi", arguments: x264),
    ]

    /// Whether several threads decode the way to a seek's target here.
    static let hasProcessors = ProcessInfo.processInfo.activeProcessorCount > 1

    struct Picture: Hashable {
        var time: Duration
        var duration: Duration
        var bytes: [[UInt8]]

        init(_ frame: VideoFrame) {
            time = frame.time
            duration = frame.duration
            bytes = frame.planes.map { plane in
                (0..<plane.height).flatMap { row in
                    UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: plane.width)
                }
            }
        }
    }

    @Test(arguments: cases)
    func noPictureIsLostRepeatedOrChanged(_ clip: Case) throws {
        let path = try IndexClip.make(clip.name, frames: 150, clip.arguments)
        let expected = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
        let options = MediaPipeline.Options(startTime: .milliseconds(1))
        let viewer = try Viewer(path, options)
        let frames = try viewer.rest()
        expectComplete(frames, 150)
        let seen = frames.map(Picture.init)
        #expect(seen.map(\.time) == expected.map(\.time) && seen.map(\.duration) == expected.map(\.duration))
        #expect(zip(seen, expected).allSatisfy { $0.bytes == $1.bytes })
        let statistics = viewer.pipeline.statistics
        #expect(statistics.decoderChanges == (Self.hasProcessors ? 1 : 0) && statistics.decoded >= 150)
        #expect(statistics.refusedPackets == 0 && statistics.corruptFrames == 0)
    }

    @Test(arguments: cases)
    func seeksLandWhereverAChangeIs(_ clip: Case) throws {
        let path = try IndexClip.make(clip.name, frames: 150, clip.arguments)
        let plain = try Viewer(path, MediaPipeline.Options(decoderThreads: 1))
        let viewer = try Viewer(path)
        try plain.opened()
        try viewer.opened()
        for index in [149, 0, 14, 15, 16, 90, 29, 31, 120] {
            // Each of these seeks is superseded by the next, at any point of its progress.
            for other in [3, 77, 44] { viewer.pipeline.seek(to: .seconds(other) / 30 + .milliseconds(5)) }
            let time = Duration.seconds(index) / 30 + .milliseconds(5)
            var frames = (try plain.seek(time), try viewer.seek(time))
            for _ in 0..<20 {
                #expect(frames.0.map(Picture.init) == frames.1.map(Picture.init))
                frames = (try plain.next(), try viewer.next())
            }
        }
    }

    /// A seek's run goes on with several threads, and the next repetition with one.
    @Test func eachTurnOfALoopIsWhole() throws {
        let clip = Self.cases[0]
        let viewer = try Viewer(
            try IndexClip.make(clip.name, frames: 150, clip.arguments), MediaPipeline.Options(loops: true))
        for turn in 1...3 {
            #expect(try viewer.seek(.seconds(2)).flatMap(IndexClip.index) == 60)
            var frames: [VideoFrame] = []
            while frames.count < 89 + 150, let frame = try viewer.next() { frames.append(frame) }
            expectComplete(Array(frames.prefix(89)), 89, from: 61)
            expectComplete(Array(frames.suffix(150)), 150)
            if Self.hasProcessors { #expect(viewer.pipeline.statistics.decoderChanges == 2 * turn) }
        }
    }

    /// A fixed number of decoder threads stays in use.
    @Test func whatIsToldIsSettled() throws {
        let clip = Self.cases[0]
        let viewer = try Viewer(
            try IndexClip.make(clip.name, frames: 150, clip.arguments), MediaPipeline.Options(decoderThreads: 3))
        _ = try viewer.seek(.seconds(2))
        expectComplete(try viewer.rest(), 89, from: 61)
        #expect(viewer.pipeline.statistics.decoderChanges == 0)
    }
}
