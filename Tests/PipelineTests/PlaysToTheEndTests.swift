import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import Testing

/// A clip: ffmpeg's output options for it, and its known properties.
struct ClipCase: CustomTestStringConvertible, Sendable {
    var name: String
    var output: [String]
    var codec: String
    var frames = 45
    /// Frames a second.
    var rate = 30
    /// The largest difference of a frame's time from index/rate, by the container's rounding.
    var rounding = Duration.microseconds(1)

    /// Whether its frames are flagged as two fields, which deinterlacing would make one picture each of.
    var isInterlaced = false

    var testDescription: String { name }

    /// Options without deinterlacing for interlaced clips, so that each coded frame is one picture; InterlacedTests
    /// tests the rest.
    var options: MediaPipeline.Options {
        var options = MediaPipeline.Options()
        options.deinterlaces = !isInterlaced
        return options
    }

    func file() throws -> String { try IndexClip.make(name, frames: frames, output) }

    static let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "15"]
    static let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:bframes=3:keyint=15"]
    static let mpeg2 = ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-g", "12"]

    static let codecs: [ClipCase] = [
        ClipCase(name: "h264.mp4", output: x264, codec: "h264"),
        ClipCase(name: "h264-10.mp4", output: x264 + ["-pix_fmt", "yuv420p10le"], codec: "h264"),
        ClipCase(name: "h264-gray.mp4", output: x264 + ["-pix_fmt", "gray"], codec: "h264"),
        ClipCase(
            name: "h264-rgb.mp4", output: ["-c:v", "libx264rgb", "-preset", "veryfast", "-bf", "2"], codec: "h264"),
        ClipCase(name: "h264-open.mp4", output: x264 + ["-x264-params", "open-gop=1"], codec: "h264"),
        ClipCase(
            name: "h264-refresh.mkv", output: x264 + ["-x264-params", "intra-refresh=1:keyint=20"], codec: "h264",
            rounding: .milliseconds(1)),
        ClipCase(
            name: "h264-fields.ts", output: x264 + ["-flags", "+ilme+ildct", "-s", "160x96", "-sws_flags", "neighbor"],
            codec: "h264", rounding: .microseconds(20), isInterlaced: true),
        ClipCase(
            name: "hevc-open.mp4",
            output: [
                "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x265-params",
                "log-level=none:bframes=3:keyint=15:min-keyint=15:open-gop=1:scenecut=0",
            ], codec: "hevc"),
        ClipCase(name: "hevc.mp4", output: x265 + ["-pix_fmt", "yuv420p", "-tag:v", "hvc1"], codec: "hevc"),
        ClipCase(
            name: "hevc-10.mkv", output: x265 + ["-pix_fmt", "yuv420p10le"], codec: "hevc", rounding: .milliseconds(1)),
        ClipCase(name: "vp8.webm", output: ["-c:v", "libvpx", "-b:v", "1M"], codec: "vp8", rounding: .milliseconds(1)),
        ClipCase(
            name: "vp9.webm", output: ["-c:v", "libvpx-vp9", "-b:v", "1M", "-cpu-used", "8", "-pix_fmt", "yuv420p"],
            codec: "vp9", rounding: .milliseconds(1)),
        ClipCase(
            name: "av1.mp4", output: ["-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "1M", "-pix_fmt", "yuv420p"],
            codec: "av1"),
        ClipCase(name: "mpeg2.ts", output: mpeg2 + ["-f", "mpegts"], codec: "mpeg2video", rounding: .microseconds(20)),
        ClipCase(
            name: "mpeg1.mpg", output: ["-c:v", "mpeg1video", "-q:v", "2", "-bf", "2"], codec: "mpeg1video",
            frames: 150,
            rounding: .microseconds(20)),
        ClipCase(name: "mpeg4.mp4", output: ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "12"], codec: "mpeg4"),
        ClipCase(name: "mjpeg.mov", output: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], codec: "mjpeg"),
        ClipCase(name: "prores.mov", output: ["-c:v", "prores_ks", "-profile:v", "3"], codec: "prores"),
        ClipCase(
            name: "ffv1.mkv", output: ["-c:v", "ffv1", "-pix_fmt", "yuv444p16le"], codec: "ffv1",
            rounding: .milliseconds(1)),
        ClipCase(
            name: "dnxhd.mov",
            output: [
                "-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-s", "256x144", "-sws_flags", "neighbor", "-pix_fmt",
                "yuv422p",
            ], codec: "dnxhd"),
        ClipCase(name: "wmv2.wmv", output: ["-c:v", "wmv2", "-q:v", "2"], codec: "wmv2", rounding: .milliseconds(1)),
        ClipCase(name: "raw.avi", output: ["-c:v", "rawvideo", "-pix_fmt", "bgr24"], codec: "rawvideo"),
        ClipCase(name: "gif.gif", output: ["-vf", "setpts=N/25/TB", "-r", "25"], codec: "gif", rate: 25),
        ClipCase(name: "apng.apng", output: ["-c:v", "apng"], codec: "apng", rounding: .milliseconds(1)),
    ]

    static let containers: [ClipCase] = [
        ClipCase(name: "box.mkv", output: x264, codec: "h264", rounding: .milliseconds(1)),
        ClipCase(name: "box.mov", output: x264, codec: "h264"),
        ClipCase(name: "box.ts", output: x264, codec: "h264", rounding: .microseconds(20)),
        ClipCase(name: "box.m2ts", output: x264, codec: "h264", rounding: .microseconds(20)),
        ClipCase(name: "box.flv", output: x264, codec: "h264", rounding: .milliseconds(1)),
        ClipCase(name: "box.nut", output: x264, codec: "h264"),
        ClipCase(name: "box.3gp", output: x264, codec: "h264"),
        ClipCase(name: "box-264.avi", output: x264, codec: "h264"),
        ClipCase(name: "box-m4v.avi", output: ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "12"], codec: "mpeg4"),
        ClipCase(name: "box-i.avi", output: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], codec: "mjpeg"),
        ClipCase(
            name: "fragmented.mp4", output: x264 + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
            codec: "h264"),
        ClipCase(
            name: "box.vob", output: mpeg2 + ["-f", "vob"], codec: "mpeg2video", frames: 150,
            rounding: .microseconds(20)),
        ClipCase(
            name: "box.ivf", output: ["-c:v", "libvpx-vp9", "-b:v", "1M", "-cpu-used", "8", "-pix_fmt", "yuv420p"],
            codec: "vp9"),
        ClipCase(name: "box.ogv", output: ["-c:v", "libtheora", "-q:v", "8"], codec: "theora"),
        ClipCase(name: "box.y4m", output: ["-pix_fmt", "yuv420p"], codec: "rawvideo"),
        ClipCase(name: "raw.h264", output: x264, codec: "h264"),
        ClipCase(name: "raw.hevc", output: x265 + ["-pix_fmt", "yuv420p"], codec: "hevc"),
        ClipCase(name: "raw.m2v", output: mpeg2, codec: "mpeg2video"),
        ClipCase(name: "raw.m4v", output: ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "12"], codec: "mpeg4"),
        ClipCase(
            name: "raw.mjpeg", output: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], codec: "mjpeg", rate: 25),
        ClipCase(
            name: "raw.obu",
            output: ["-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "1M", "-pix_fmt", "yuv420p"], codec: "av1",
            rate: 25),
    ]
}

@Suite struct PlaysToTheEndTests {
    @Test(arguments: ClipCase.codecs + ClipCase.containers)
    func everyFrameIsSeenOnceAndInOrder(_ clip: ClipCase) throws {
        let viewer = try Viewer(try clip.file(), clip.options)
        let info = try viewer.opened()
        #expect(info?.video.codec == clip.codec)
        #expect(info?.video.isStillImage == false)
        let frames = try viewer.rest()
        expectComplete(frames, clip.frames)
        #expect(viewer.pipeline.snapshot.phase == .ended)
        for (index, frame) in frames.enumerated() {
            let expected = Duration.seconds(index) / clip.rate
            let difference = frame.time - expected
            #expect(difference <= clip.rounding && difference >= .zero - clip.rounding, "\(index): \(frame.time)")
        }
    }
}
