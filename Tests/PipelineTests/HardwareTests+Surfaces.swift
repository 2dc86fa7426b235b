import CFFmpeg
import Foundation
import Glibc
import OrielDecode
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Frames that stay in the device's surfaces. The driver's are files in memory, as there is no device to export others.
extension HardwareTests {
    private static let nv12 = Dmabuf.Format(fourcc: 0x3231_564E)

    /// Options for a renderer that draws linear NV12 in place.
    private static func inPlace() -> MediaPipeline.Options {
        let options = options()
        options.decoding.hardware.display.note(drawnFormats: [nv12])
        return options
    }

    /// The samples of a frame as its dmabuf has them.
    private func exported(_ frame: VideoFrame) throws -> Picture {
        let buffer = try #require(frame.buffer)
        let planes = try buffer.dmabuf.planes.enumerated().map { index, plane in
            let memory = try SharedMemory(duplicating: plane.descriptor)
            let rows = index == 0 ? frame.height : (frame.height + 1) / 2
            let row = index == 0 ? frame.width : (frame.width + 1) / 2 * 2
            let first = plane.offset + (index == 0 ? buffer.y : buffer.y / 2) * plane.bytesPerRow + buffer.x
            let count = plane.bytesPerRow * (rows - 1) + row
            let bytes = try #require(memory.bytes(from: first, count: count))
            return (0..<rows).flatMap {
                [UInt8](UnsafeRawBufferPointer(start: bytes + $0 * plane.bytesPerRow, count: row))
            }
        }
        var picture = Picture(frame)
        picture.bytes = planes
        return picture
    }

    @Test(arguments: [vp9, h264, openH264])
    func framesInPlaceAreThoseOfSoftware(_ clip: Clip) throws {
        let expected = try expected(clip)
        let viewer = try Viewer(clip.file(), Self.inPlace())
        var count = 0
        while let frame = try viewer.next() {
            let seen = try exported(frame)
            let isEqual = seen == expected[count]
            #expect(isEqual, "\(count)")
            if count % 30 == 0 {
                let copy = try #require(frame.inMemory())
                let isCopyEqual = Picture(copy) == expected[count]
                #expect(isCopyEqual && copy.buffer == nil, "\(count)")
            }
            count += 1
        }
        #expect(count == 150 && viewer.pipeline.statistics.decodedInHardware == 150)
        viewer.pipeline.close()
        try expectNothingLeft()
    }

    /// Waits until the last display is closed, and expects that its surfaces were freed before.
    private func expectNothingLeft() throws {
        let deadline = ContinuousClock().now + .seconds(20)
        while driver.calls(of: "surfaces") == 0, ContinuousClock().now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(driver.calls(of: "surfaces") > 0 && driver.calls(of: "left") == 0)
    }

    /// Frames that are kept keep their surface; more of them than the decoder can spare are copies.
    @Test(arguments: [vp9, h264])
    func keptFramesStayAsTheyWere(_ clip: Clip) throws {
        let expected = try expected(clip)
        do {
            let viewer = try Viewer(clip.file(), Self.inPlace())
            var frames: [VideoFrame] = []
            while let frame = try viewer.next() { frames.append(frame) }
            let kept = frames.filter { $0.buffer != nil }
            #expect(frames.count == 150 && 1...6 ~= kept.count, "\(kept.count)")
            let seen = try frames.map { $0.buffer == nil ? Picture($0) : try exported($0) }
            let isEqual = seen == expected
            #expect(isEqual)
            #expect(viewer.pipeline.snapshot.hardware.isUsed)
            viewer.pipeline.close()
            // The driver outlives its decoder.
            let last = try #require(kept.last?.inMemory())
            #expect(expected.contains(Picture(last)))
            frames = []
        }
        try expectNothingLeft()
    }

    /// A driver that can't export, or a renderer that can't draw what was exported, means copies.
    @Test(arguments: [
        "fail vaExportSurfaceHandle 1", "fail vaExportSurfaceHandle 40", "lie pitch0 8", "lie offset1 9999999",
    ])
    func surfacesThatCannotBeExportedAreCopied(_ rule: String) throws {
        // Lies about images are another test's.
        try driver.control(rule + "\n")
        let expected = try expected(Self.vp9)
        let viewer = try Viewer(Self.vp9.file(), Self.inPlace())
        let frames = try viewer.rest()
        let seen = try frames.map { $0.buffer == nil ? Picture($0) : try exported($0) }
        let isEqual = seen == expected
        #expect(isEqual, "\(rule)")
        #expect(viewer.pipeline.snapshot.hardware.isUsed == rule.hasPrefix("fail"))
    }

    @Test func surfacesThatTheRendererRefusesAreCopied() throws {
        let viewer = try Viewer(Self.vp9.file(), Self.inPlace())
        let first = try #require(try viewer.next())
        let buffer = try #require(first.buffer)
        buffer.refuse()
        // Frames that were on their way.
        for _ in 0..<10 { _ = try viewer.next() }
        let rest = try viewer.rest()
        #expect(rest.count == 139 && rest.allSatisfy { $0.buffer == nil })
        #expect(viewer.pipeline.snapshot.hardware.isUsed)
    }

    @Test func aSeekInPlaceLeadsToItsFrame() throws {
        let expected = try expected(Self.vp9)
        let viewer = try Viewer(Self.vp9.file(), Self.inPlace())
        for index in [120, 3, 88, 41, 149, 0] {
            let frame = try #require(try viewer.seek(.milliseconds(index * 1000 / 30 + 10)))
            let isEqual = try exported(frame).bytes == expected[index].bytes
            #expect(isEqual, "\(index)")
        }
    }

    // MARK: As in software

    /// Streams whose frames are shown otherwise than they are stored.
    static let special: [Clip] = [
        Clip(
            name: "hardware-hdr.webm",
            arguments: [
                "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-cpu-used", "8", "-g", "40", "-color_primaries", "bt2020",
                "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_range", "tv",
            ]),
        Clip(
            name: "hardware-turned.mp4",
            arguments: [
                "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "40", "-metadata:s:v:0", "rotate=90", "-vf",
                "setsar=4/3",
            ]),
        Clip(
            name: "hardware-fields.mp4",
            arguments: [
                "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "40", "-x264-params", "tff=1", "-vf",
                "crop=160:88,setfield=tff",
            ]),
    ]

    @Test func framesAreInPlaceForTheirOwnDisplayOnly() throws {
        let here = try Viewer(Self.vp9.file(), Self.inPlace())
        let elsewhere = try Viewer(Self.vp9.file(), Self.options())
        let (kept, copied) = (try here.next(), try elsewhere.next())
        #expect(kept != nil && kept?.buffer != nil)
        #expect(copied != nil && copied?.buffer == nil)
    }

    @Test(arguments: special, [false, true])
    func colorsRotationAndFieldsAreThoseOfSoftware(_ clip: Clip, isInPlace: Bool) throws {
        let software = try Viewer(clip.file(), MediaPipeline.Options(decoderThreads: 1)).rest()
        let viewer = try Viewer(clip.file(), isInPlace ? Self.inPlace() : Self.options())
        let frames = try viewer.rest()
        #expect(frames.count == software.count && frames.count >= 150)
        for (frame, other) in zip(frames, software) {
            let isEqual = try (frame.buffer == nil ? Picture(frame) : exported(frame)) == Picture(other)
            #expect(isEqual && frame.color == other.color && frame.rotation == other.rotation)
            #expect(frame.isFlipped == other.isFlipped && frame.sampleAspectRatio == other.sampleAspectRatio)
            #expect(frame.duration == other.duration && frame.width == other.width && frame.height == other.height)
        }
        #expect(viewer.pipeline.snapshot.hardware.isUsed, "\(viewer.pipeline.snapshot.hardware)")
        // The deinterlacer makes two frames of one, in memory.
        #expect(viewer.pipeline.snapshot.isDeinterlaced == (clip.name == "hardware-fields.mp4"))
        let isKept = frames.contains { $0.buffer != nil }
        #expect(isKept == (isInPlace && clip.name != "hardware-fields.mp4"))
    }
}

/// Descriptions of exported surfaces, without a driver.
@Suite struct ExportedSurfaceTests {
    private let form = ExportedSurface.Form(AV_PIX_FMT_NV12)
    /// 160x90 in rows of 192 bytes.
    private let honest = ExportedSurface(
        objects: [.init(fd: 3, size: 192 * 135, format_modifier: 0)],
        layers: [
            .init(fourcc: 0x2020_3852, planes: [.init(object_index: 0, offset: 0, pitch: 192)]),
            .init(fourcc: 0x3838_5247, planes: [.init(object_index: 0, offset: 192 * 90, pitch: 192)]),
        ])

    private func dmabuf(_ change: (inout ExportedSurface) -> Void) throws -> Dmabuf? {
        var surface = honest
        change(&surface)
        return surface.dmabuf(try #require(form), width: 160, height: 90)
    }

    @Test func anHonestDescriptionIsADmabuf() throws {
        let expected = Dmabuf(
            .init(fourcc: 0x3231_564E), width: 160, height: 90,
            planes: [
                .init(descriptor: 3, offset: 0, bytesPerRow: 192),
                .init(descriptor: 3, offset: 17280, bytesPerRow: 192),
            ])
        #expect(try dmabuf { _ in } == expected)
        let whole = try dmabuf {
            $0.layers = [.init(fourcc: 0x3231_564E, planes: $0.layers.flatMap(\.planes))]
        }
        #expect(whole == expected)
        let tiled: UInt64 = 0x0100_0000_0000_0002
        #expect(try dmabuf { $0.objects[0].format_modifier = tiled }?.format.modifier == tiled)
        #expect(ExportedSurface.Form(AV_PIX_FMT_YUV420P) == nil)
        let deep = try #require(ExportedSurface.Form(AV_PIX_FMT_P010LE))
        #expect(honest.dmabuf(deep, width: 80, height: 90) == nil, "8-bit layers")
    }

    /// Nothing that would have a renderer read beyond the buffer, and nothing that it can't draw.
    @Test func liesAreRefused() throws {
        let lies: [(inout ExportedSurface) -> Void] = [
            { $0.objects = [] }, { $0.layers = [] }, { $0.layers.removeLast() },
            { $0.layers.append($0.layers[0]) }, { $0.layers.swapAt(0, 1) }, { $0.layers[0].fourcc = 0 },
            { $0.layers[0].planes = [] }, { $0.layers[1].planes.append($0.layers[1].planes[0]) },
            {
                // One layer with a plane more, as a compression's, or less.
                $0.layers = [.init(fourcc: 0x3231_564E, planes: ($0.layers + $0.layers[1...]).flatMap(\.planes))]
            },
            { $0.layers = [.init(fourcc: 0x3231_564E, planes: $0.layers[0].planes)] },
            { $0.layers[1].planes[0].object_index = 1 }, { $0.layers[1].planes[0].object_index = -1 },
            { $0.layers[1].planes[0].offset = -192 }, { $0.layers[1].planes[0].offset = 192 * 91 },
            { $0.layers[1].planes[0].offset = .max }, { $0.layers[0].planes[0].pitch = 159 },
            { $0.layers[0].planes[0].pitch = -192 }, { $0.layers[0].planes[0].pitch = .max },
            { $0.layers[0].planes[0].pitch = 1 << 30 }, { $0.objects[0].size = 192 * 134 },
            { $0.objects[0].fd = -1 },
            { $0.objects.append(.init(fd: 4, size: 1 << 20, format_modifier: 0x0100_0000_0000_0002)) },
            {
                $0.objects[0].format_modifier = 1 << 56; $0.objects[0].size = 192 * 90
            },
        ]
        for (index, lie) in lies.enumerated() {
            let result = try dmabuf(lie)
            #expect(result == nil, "\(index)")
        }
        #expect(honest.dmabuf(try #require(form), width: 0, height: 90) == nil)
        #expect(honest.dmabuf(try #require(form), width: 1 << 20, height: 90) == nil)
    }
}
