import Foundation
import OrielDecode
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Drivers that lie, lose surfaces and hang: the frames are software's, and none is lost or repeated.
extension HardwareTests {
    // MARK: Lies

    /// Descriptions of images that would have a reader leave the image's memory, or show something else.
    static let lies = [
        "formats", "fourcc 842094169", "planes 0", "planes 1", "planes 3", "planes 4000000000", "width 0", "width 159",
        "height 0", "height 89", "size 0", "size 14399", "pitch0 0", "pitch0 159", "pitch0 2147483648",
        "pitch0 4294967295", "pitch1 0", "pitch1 4294967168", "offset0 4294967040", "offset1 0", "offset1 128",
        "offset1 20000000", "offset1 4294967295", "bytes 4096", "bytes 1", "width 0\nlie height 0\nlie pitch0 0",
        "size 4294967295\nlie offset1 3000000000", "size 4294967295\nlie pitch0 40000000",
    ]

    @Test(arguments: [vp9, h264])
    func aDriverThatLiesOfItsImagesIsLeft(_ clip: Clip) throws {
        let expected = try expected(clip)
        for lie in Self.lies {
            try driver.control("lie \(lie)\n")
            let (status, frames) = try expectSame(clip, expected, lie)
            #expect(!status.isUsed && status.reason != nil && frames == 0, "\(lie): \(status) \(frames)")
        }
    }

    /// Sizes of surfaces that no stream has.
    @Test(arguments: ["max 0", "max 8", "min 16384", "max 16384", "max 2147483647"])
    func sizesThatADriverSaysOfItsSurfacesAreBelievedWithoutHarm(_ lie: String) throws {
        try driver.control("lie \(lie)\n")
        let (status, _) = try expectSame(Self.vp9, try expected(Self.vp9), lie)
        #expect(status.isUsed == (lie == "max 16384" || lie == "max 2147483647"), "\(lie): \(status)")
    }

    /// Wider images and longer buffers than needed are no lie.
    @Test func anImageMayBeLargerThanTheFrame() throws {
        try driver.control("lie width 16384\nlie height 16384\n")
        let (status, frames) = try expectSame(Self.vp9, try expected(Self.vp9))
        #expect(status.isUsed && frames == 150)
    }

    @Test func aDriverWithoutProfilesIsLeft() throws {
        try driver.control("no profiles\n")
        let (status, frames) = try expectSame(Self.vp9, try expected(Self.vp9))
        #expect(status.reason != nil && frames == 0)
    }

    @Test(arguments: [vp9, h264])
    func aLostSurfaceIsDecodedAgain(_ clip: Clip) throws {
        let expected = try expected(clip)
        for number in [1, 2, 38, 75, 150] {
            try driver.control("lose \(number)\n")
            let (status, frames) = try expectSame(clip, expected, "\(number)")
            // A frame that isn't shown may be lost without harm.
            #expect(status.isUsed == (frames == 150), "\(number): \(status) \(frames)")
            if number < 3 { #expect(!status.isUsed) }
        }
    }

    // MARK: Hanging

    /// The frames come although a call takes longer than a driver is waited for.
    @Test(arguments: ["vaInitialize 1 2600", "vaCreateContext 1 1200", "vaEndPicture 30 1200", "vaGetImage 70 1200"])
    func aDriverThatHangsIsLeft(_ call: String) throws {
        try driver.control("hang \(call)\n")
        let (status, _) = try expectSame(Self.vp9, try expected(Self.vp9), call)
        #expect(!status.isUsed && status.reason?.contains("answer") == true, "\(status)")
        try expectFreed()
        try expectReturn()
    }

    /// Waits until a driver that returned late has freed everything: its display is closed without surfaces.
    private func expectFreed() throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(20)
        while driver.calls(of: "vaInitialize") == 0, clock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
        #expect(driver.calls(of: "vaInitialize") == 1 && driver.calls(of: "left") == 0)
    }

    /// Waits until the device can be opened again.
    private func expectReturn(_ device: String = VideoDriver.device) throws {
        try driver.control()
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(20)
        while clock.now < deadline {
            if (try? HardwareDevice.open(device)) != nil { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        Issue.record("the driver did not return")
    }

    static let hanging: [(call: String, device: String)] = [
        ("vaInitialize 1", "/dev/zero"), ("vaCreateContext 1", "/dev/full"), ("vaEndPicture 58", "/dev/random"),
        ("vaGetImage 97", "/dev/urandom"),
    ]

    /// A driver that never returns costs one thread, and the device is not opened again.
    @Test(.enabled(if: !VideoDriver.isReal, "one device can hang once"), arguments: hanging)
    func aDriverThatHangsForEverIsLeft(_ call: String, _ device: String) throws {
        try driver.control("hang \(call) -1\n")
        let expected = try expected(Self.vp9)
        let clock = ContinuousClock()
        let start = clock.now
        let (status, _) = try expectSame(Self.vp9, expected, call, Self.options(device: device))
        #expect(!status.isUsed && status.reason?.contains("answer") == true, "\(status)")
        #expect(clock.now - start < .seconds(10))
        let (second, frames) = try expectSame(Self.vp9, expected, call, Self.options(device: device))
        #expect(second.reason?.contains("hasn't returned") == true && frames == 0, "\(second)")
    }

    /// After a call that took too long, everything else fails too, the freeing included.
    @Test(arguments: Executable.isProving ? [vp9, h264] : [vp9])
    func aDriverThatHangsAndThenFailsIsLeft(_ clip: Clip) throws {
        let expected = try expected(clip)
        var options = Self.options()
        options.decoding.hardware.patience = .milliseconds(150)
        let calls =
            Self.calls + [
                "vaUnmapBuffer", "vaDestroyImage", "vaDestroyBuffer", "vaDestroySurfaces", "vaDestroyContext",
                "vaDestroyConfig",
            ]
        for call in calls {
            for number in Executable.isProving ? [1, 57] : [57] {
                try driver.control("hang vaEndPicture \(number) 250\nfail \(call) \(number == 1 ? 1 : 58)\n")
                let (status, frames) = try expectSame(clip, expected, "\(call) \(number)", options)
                #expect(!status.isUsed && status.reason != nil && frames < 60, "\(call) \(number): \(status)")
                try expectReturn()
            }
        }
    }

    /// Five seconds, after which the device serves the next medium.
    @Test func aDriverThatHangsForFiveSecondsIsUsedAgain() throws {
        try driver.control("hang vaEndPicture 77 5000\n")
        let expected = try expected(Self.vp9)
        let (status, frames) = try expectSame(Self.vp9, expected)
        #expect(!status.isUsed && frames < 77, "\(status) \(frames)")
        try expectFreed()
        try expectReturn()
        let (second, all) = try expectSame(Self.vp9, expected)
        #expect(second.isUsed && all == 150, "\(second) \(all)")
    }

    /// A seek into a stream whose driver hangs still leads to its frame.
    @Test func aSeekIntoADriverThatHangsLeadsToItsFrame() throws {
        var options = Self.options()
        options.decoding.hardware.patience = .milliseconds(150)
        for number in [5, 20, 33] {
            try driver.control("hang vaEndPicture \(number) 300\n")
            let viewer = try Viewer(Self.vp9.file(), options)
            let first = try viewer.next()
            #expect(first.map(IndexClip.index) == 0)
            let frame = try viewer.seek(.milliseconds(100 * 1000 / 30 + 10))
            #expect(frame.map(IndexClip.index) == 100)
            expectComplete(try viewer.rest(), 49, from: 101)
            viewer.pipeline.close()
            try expectReturn()
        }
    }

    // MARK: Streams

    /// Each change makes new surfaces, and none is left.
    @Test func aChangeOfSizeASecondLeavesNoSurfaces() throws {
        var bytes: [UInt8] = []
        for number in 0..<8 {
            let part = IndexClip.path("hardware-size.ts")
            try ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc2=s=\(number % 2 == 0 ? "160x90" : "320x180"):r=30:d=1", "-pix_fmt",
                    "yuv420p", "-c:v", "libx264", "-bf", "2", "-g", "15", "-output_ts_offset", "\(number)", "-muxdelay",
                    "0", "-muxpreload", "0", "-f", "mpegts", part,
                ])
            bytes += try IndexClip.bytes(part)
        }
        let path = try IndexClip.write(bytes, "hardware-sizes.ts")
        let expected = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
        try #require(expected.count == 240)
        let viewer = try Viewer(path, Self.options())
        let seen = try viewer.rest().map(Picture.init)
        let isEqual = seen == expected
        #expect(isEqual)
        let (status, frames) = (viewer.pipeline.snapshot.hardware, viewer.pipeline.statistics.decodedInHardware)
        #expect(status.isUsed && frames == 240, "\(status) \(frames)")
        viewer.pipeline.close()
        #expect(driver.calls(of: "left") == 0)
        // Two decoders at once at most.
        #expect(driver.calls(of: "surfaces") <= 64, "\(driver.calls(of: "surfaces"))")
        #expect(driver.calls(of: "vaCreateContext") >= 8)
    }

    /// Each change of format is software's, and the same frames come.
    @Test func aChangeOfFormatASecondIsTheSame() throws {
        var bytes: [UInt8] = []
        for number in 0..<8 {
            let part = IndexClip.path("hardware-format.ts")
            try ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=1", "-pix_fmt",
                    number % 2 == 0 ? "yuv420p" : "yuv422p", "-c:v", "libx264", "-bf", "2", "-g", "15",
                    "-output_ts_offset", "\(number)", "-muxdelay", "0", "-muxpreload", "0", "-f", "mpegts", part,
                ])
            bytes += try IndexClip.bytes(part)
        }
        let path = try IndexClip.write(bytes, "hardware-formats.ts")
        let expected = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
        try #require(expected.count == 240)
        let viewer = try Viewer(path, Self.options())
        var seen: [Picture] = []
        while let frame = try viewer.next() {
            seen.append(Picture(frame))
            // Wished for anew in each second.
            if seen.count % 30 == 15 { viewer.pipeline.settings.hardware.renew(.vaapi) }
        }
        let isEqual = seen == expected
        #expect(isEqual)
        #expect(viewer.pipeline.statistics.decodedInHardware >= 20)
        viewer.pipeline.close()
        #expect(driver.calls(of: "left") == 0)
    }

    /// A file that ends within a packet has software's frames, and leaves nothing in the device.
    @Test(arguments: [vp9, h264])
    func aStreamThatEndsInAPacketIsTheSame(_ clip: Clip) throws {
        // An index at the end of a file would be missing.
        let whole = IndexClip.path("whole.mkv")
        try ffmpeg(["-i", clip.file(), "-c", "copy", whole])
        let bytes = try IndexClip.bytes(whole)
        for part in [0.3, 0.55, 0.8] {
            let path = try IndexClip.write(bytes.prefix(Int(Double(bytes.count) * part)), "cut.mkv")
            let expected = try Viewer(path, MediaPipeline.Options(decoderThreads: 1)).rest().map(Picture.init)
            try #require(10..<150 ~= expected.count)
            try driver.control()
            let viewer = try Viewer(path, Self.options())
            let seen = try viewer.rest().map(Picture.init)
            let isEqual = seen == expected
            #expect(isEqual, "\(part): \(seen.count) of \(expected.count)")
            #expect(viewer.pipeline.statistics.decodedInHardware >= 10)
            viewer.pipeline.close()
            #expect(driver.calls(of: "left") == 0)
        }
    }

    /// Frames without a rate, at uneven times.
    static let rateless = Clip(
        name: "hardware-rateless.webm",
        arguments: [
            "-vf", "settb=1/1000,setpts='N*33+mod(N,3)*9'", "-fps_mode", "passthrough", "-c:v", "libvpx-vp9",
            "-pix_fmt",
            "yuv420p", "-cpu-used", "8", "-g", "40",
        ])
    /// Wider than the driver's surfaces.
    static let wide = Clip(
        name: "hardware-wide.webm",
        arguments: [
            "-vf", "scale=16384:16", "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-cpu-used", "8", "-g", "40",
        ])

    @Test func aStreamWithoutARateIsTheSame() throws {
        let (status, frames) = try expectSame(Self.rateless, try expected(Self.rateless))
        #expect(status.isUsed && frames == 150, "\(status) \(frames)")
    }

    @Test func aStreamThatIsTooWideIsDecodedInSoftware() throws {
        let viewer = try Viewer(Self.wide.file(frames: 6), Self.options())
        let frames = try viewer.rest()
        #expect(frames.count == 6 && frames.allSatisfy { $0.width == 16384 })
        let (status, decoded) = (viewer.pipeline.snapshot.hardware, viewer.pipeline.statistics.decodedInHardware)
        #expect(decoded == 0 && status.reason?.contains("can't decode") == true, "\(status)")
    }
}
