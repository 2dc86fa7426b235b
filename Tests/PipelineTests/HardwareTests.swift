import Foundation
import Glibc
import OrielDecode
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Hardware decoding through libavcodec and the real libva, with a driver for tests: the frames are software's.
@Suite(.serialized, .enabled(if: VideoDriver.isExpected, "clang is not installed"))
struct HardwareTests {
    struct Clip: CustomTestStringConvertible, Sendable {
        var name: String
        var arguments: [String]
        var testDescription: String { name }

        func file(frames: Int = 150) throws -> String { try IndexClip.make(name, frames: frames, arguments) }
    }

    /// Frames that aren't shown (references from the future) and several keyframes.
    static let vp9 = Clip(
        name: "hardware.webm",
        arguments: [
            "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-cpu-used", "8", "-auto-alt-ref", "1", "-lag-in-frames", "10",
            "-g", "40",
        ])
    static let jpeg = Clip(name: "hardware.mkv", arguments: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"])
    /// Frames come out of the decoder three packets late, and have to be cropped.
    static let h264 = Clip(
        name: "hardware.mp4", arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "40"])
    /// Only the first packet is one with which a decoder can begin.
    static let openH264 = Clip(
        name: "hardware-open.mkv",
        arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "30", "-x264-params", "open-gop=1"])
    static let vp8 = Clip(name: "hardware-8.webm", arguments: ["-c:v", "libvpx", "-pix_fmt", "yuv420p"])

    private static let installed = Result {
        let driver = try VideoDriver()
        try driver.install()
        return driver
    }

    let driver: VideoDriver

    init() throws {
        driver = try Self.installed.get()
        try driver.control()
    }

    static func options(
        _ wish: HardwareDecoding = .vaapi, device: String? = VideoDriver.device
    ) -> MediaPipeline.Options {
        var options = MediaPipeline.Options()
        options.settings.hardware = HardwareWish(wish)
        options.decoding.hardware = HardwareOptions(node: device)
        return options
    }

    /// A frame's time and samples, chroma interleaved as a driver has it.
    struct Picture: Hashable {
        var time: Duration
        var bytes: [[UInt8]]

        init(_ frame: VideoFrame) {
            time = frame.time
            var planes = frame.planes.map { plane in
                let width = frame.format.layout == .semiPlanarYUV && plane.width < frame.width ? 2 : 1
                return (0..<plane.height).map { row in
                    [UInt8](
                        UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: plane.width * width))
                }
            }
            if planes.count == 3 {
                let (u, v) = (planes[1], planes[2])
                planes = [planes[0], zip(u, v).map { zip($0, $1).flatMap { [$0, $1] } }]
            }
            bytes = planes.map { $0.flatMap { $0 } }
        }
    }

    func expected(_ clip: Clip) throws -> [Picture] {
        try Viewer(clip.file(), MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
    }

    /// Plays the clip to its end and expects software's frames.
    @discardableResult
    func expectSame(
        _ clip: Clip, _ expected: [Picture], _ note: String = "", _ options: MediaPipeline.Options = options(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (status: HardwareStatus, frames: Int) {
        let viewer = try Viewer(clip.file(), options)
        let seen = try viewer.rest().map(Picture.init)
        let (status, statistics) = (viewer.pipeline.snapshot.hardware, viewer.pipeline.statistics)
        #expect(seen.map(\.time) == expected.map(\.time), "\(note) \(status)", sourceLocation: sourceLocation)
        let isEqual = zip(seen, expected).allSatisfy { $0.bytes == $1.bytes }
        #expect(isEqual, "\(note) \(status)", sourceLocation: sourceLocation)
        viewer.pipeline.close()
        return (status, statistics.decodedInHardware)
    }

    // MARK: Frames

    @Test(arguments: [vp9, jpeg, h264, openH264])
    func theFramesAreThoseOfSoftware(_ clip: Clip) throws {
        let expected = try expected(clip)
        try #require(expected.count == 150)
        let (status, frames) = try expectSame(clip, expected)
        #expect(status == HardwareStatus(isUsed: true) && frames == 150)
        #expect(driver.calls(of: "vaEndPicture") >= 150)
    }

    @Test(arguments: [vp9, h264])
    func aSeekLeadsToTheSameFrame(_ clip: Clip) throws {
        let clip = try clip.file()
        let viewer = try Viewer(clip, Self.options())
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<(Executable.isProving ? 1000 : 40) {
            let index = Int.random(in: 0..<150, using: &numbers)
            let frame = try viewer.seek(.milliseconds(index * 1000 / 30 + 10))
            #expect(frame.map(IndexClip.index) == index)
        }
        #expect(viewer.pipeline.snapshot.hardware.isUsed)
        #expect(viewer.pipeline.statistics.decodedInHardware == viewer.pipeline.statistics.decoded)
    }

    @Test func aTurnOfALoopIsDecodedInHardware() throws {
        var options = Self.options()
        options.loops = true
        let viewer = try Viewer(Self.vp9.file(), options)
        for index in 0..<400 {
            let frame = try viewer.next()
            #expect(frame.map(IndexClip.index) == index % 150)
        }
        #expect(viewer.pipeline.statistics.decodedInHardware >= 400)
    }

    // MARK: Failures

    static let calls = [
        "vaInitialize", "vaQueryImageFormats", "vaQueryConfigProfiles", "vaCreateConfig", "vaQuerySurfaceAttributes",
        "vaCreateSurfaces2", "vaCreateContext", "vaCreateBuffer", "vaBeginPicture", "vaRenderPicture", "vaEndPicture",
        "vaSyncSurface", "vaCreateImage", "vaGetImage", "vaMapBuffer",
    ]

    /// Each call fails, at its first time and in the middle of a group of pictures.
    @Test(arguments: calls, [vp9, h264])
    func softwareGoesOnAfterAFailedCall(_ call: String, _ clip: Clip) throws {
        let expected = try expected(clip)
        for number in [1, 37, 42, 149] {
            try driver.control("fail \(call) \(number)\n")
            let (status, frames) = try expectSame(clip, expected, "\(call) \(number)")
            // A few calls are only made when a stream begins.
            guard driver.calls(of: call) >= number || call == "vaInitialize" && number == 1 else {
                #expect(status.isUsed && frames == 150, "\(call) \(number)")
                continue
            }
            #expect(!status.isUsed && status.reason != nil && frames < 150, "\(call) \(number): \(status) \(frames)")
        }
    }

    /// The packets since the keyframe were too many to be kept.
    @Test(arguments: [vp9, h264])
    func aFailureFarBehindAKeyframeIsASeek(_ clip: Clip) throws {
        let expected = try expected(clip)
        for number in [5, 37, 41, 43, 75, 130] {
            try driver.control("fail vaEndPicture \(number)\n")
            var options = Self.options()
            options.decoding.hardware.keptBytes = 100
            let viewer = try Viewer(clip.file(), options)
            let seen = try viewer.rest().map(Picture.init)
            let isEqual = seen == expected
            #expect(isEqual, "\(clip.name) \(number)")
            #expect(viewer.pipeline.snapshot.hardware.reason != nil)
        }
    }

    /// A pipe can't be read again: kept packets lose no frame, and without them the next keyframe goes on.
    @Test func aFailureInAPipeGoesOnWithTheKeptPacketsOrAtTheNextKeyframe() throws {
        let expected = try expected(Self.vp9)
        #expect(HardwareOptions().keptBytes == 64 << 20)
        for bytes in [64 << 20, 100] {
            try driver.control("fail vaEndPicture 50\n")
            let pipe = try NamedPipe(IndexClip.path("kept.pipe"))
            try pipe.write(try IndexClip.bytes(Self.vp9.file()))
            var options = Self.options()
            options.decoding.hardware.keptBytes = bytes
            let viewer = try Viewer(pipe.path, options)
            let seen = try viewer.rest().map(Picture.init)
            #expect(viewer.pipeline.snapshot.hardware.reason != nil)
            guard bytes == 100 else {
                let isEqual = seen == expected
                #expect(isEqual)
                continue
            }
            let times = seen.map(\.time)
            #expect(40..<60 ~= times.firstIndex(of: expected[80].time) ?? 0, "\(times)")
            let isEqual = seen.suffix(70) == expected.suffix(70)
            #expect(isEqual && times == times.sorted())
        }
    }

    @Test func aFailureOnTheWayToASeeksTargetIsNotSeen() throws {
        for number in [1, 3, 20, 39] {
            try driver.control("fail vaEndPicture \(40 + number)\n")
            let viewer = try Viewer(Self.vp9.file(), Self.options())
            for index in 0..<20 {
                let frame = try viewer.next()
                #expect(frame.map(IndexClip.index) == index)
            }
            let frame = try viewer.seek(.milliseconds(100 * 1000 / 30 + 10))
            #expect(frame.map(IndexClip.index) == 100)
            expectComplete(try viewer.rest(), 49, from: 101)
            #expect(viewer.pipeline.snapshot.hardware.reason != nil)
        }
    }

    @Test func aDeviceThatIsMissingIsSaid() throws {
        let viewer = try Viewer(Self.vp9.file(), Self.options(device: "/nonexistent/renderD128"))
        expectComplete(try viewer.rest(), 150)
        #expect(viewer.pipeline.snapshot.hardware.reason?.contains("/nonexistent/renderD128") == true)
    }

    /// The driver has no VP8: it is decoded in software from its first packet.
    @Test func aCodecThatTheDriverLacksIsDecodedInSoftware() throws {
        let expected = try expected(Self.vp8)
        let (status, frames) = try expectSame(Self.vp8, expected)
        #expect(frames == 0 && status.reason?.contains("can't decode") == true, "\(status)")
    }

    /// The device goes on with another size; 4:2:2, which it lacks, is software's from its first packet.
    @Test func anotherSizeGoesOnAndAnotherFormatIsSoftware() throws {
        var bytes: [UInt8] = []
        for (number, form) in [("160x90", "yuv420p"), ("320x180", "yuv420p"), ("160x90", "yuv422p")].enumerated() {
            let part = IndexClip.path("hardware-part.ts")
            try ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc2=s=\(form.0):r=30:d=2", "-pix_fmt", form.1, "-c:v", "libx264", "-bf",
                    "2", "-g", "15", "-output_ts_offset", "\(number * 2)", "-muxdelay", "0", "-muxpreload", "0", "-f",
                    "mpegts", part,
                ])
            bytes += try IndexClip.bytes(part)
        }
        let path = try IndexClip.write(bytes, "hardware.ts")
        let expected = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
        try #require(expected.count == 180)
        let viewer = try Viewer(path, Self.options())
        let seen = try viewer.rest().map(Picture.init)
        let isEqual = seen == expected
        #expect(isEqual)
        let (status, frames) = (viewer.pipeline.snapshot.hardware, viewer.pipeline.statistics.decodedInHardware)
        #expect(!status.isUsed && status.reason?.contains("can't decode") == true, "\(status)")
        #expect(frames >= 110, "\(frames)")
    }

    // MARK: Switching

    @Test(arguments: [vp9, h264])
    func hardwareIsTurnedOffAndOnWithoutALostFrame(_ clip: Clip) throws {
        let expected = try expected(clip)
        let viewer = try Viewer(clip.file(), Self.options(.no))
        var seen: [Picture] = []
        var ways: [Bool] = []
        while let frame = try viewer.next() {
            seen.append(Picture(frame))
            ways.append(frame.format.layout == .semiPlanarYUV)
            switch seen.count {
            case 10, 100: viewer.pipeline.settings.hardware.renew(.vaapi)
            case 60: viewer.pipeline.settings.hardware.renew(.no)
            default: break
            }
        }
        let isEqual = seen == expected
        #expect(isEqual)
        // Hardware from the keyframes 40 and 120 on, software soon after frame 60.
        #expect(!ways[39] && ways[40] && ways[59] && !ways[75] && !ways[119] && ways[120] && ways[149])
    }

    /// A failed device is tried again when it is asked for again, also by two requests between two packets.
    @Test(arguments: [[HardwareDecoding.vaapi], [.no, .vaapi]])
    func hardwareThatFailedIsTriedWhenItIsAskedForAgain(requests: [HardwareDecoding]) throws {
        try driver.control("fail vaEndPicture 20\n")
        let expected = try expected(Self.vp9)
        let viewer = try Viewer(Self.vp9.file(), Self.options())
        var seen: [Picture] = []
        var ways: [Bool] = []
        while let frame = try viewer.next() {
            seen.append(Picture(frame))
            ways.append(frame.format.layout == .semiPlanarYUV)
            guard seen.count == 60 else { continue }
            try driver.control("")
            for request in requests { viewer.pipeline.settings.hardware.renew(request) }
        }
        let isEqual = seen == expected
        #expect(isEqual)
        #expect(ways[10] && !ways[59] && ways[120] && ways[149], "\(viewer.pipeline.snapshot.hardware)")
    }

    @Test func autoLeavesADriverAloneThatWasNeverSeen() throws {
        let viewer = try Viewer(Self.vp9.file(), Self.options(.auto))
        expectComplete(try viewer.rest(), 150)
        #expect(viewer.pipeline.statistics.decodedInHardware == 0)
        #expect(viewer.pipeline.snapshot.hardware.reason?.contains("was not tried") == true)
        viewer.pipeline.close()
        #expect(driver.calls(of: "vaInitialize") == 0)
    }
}
