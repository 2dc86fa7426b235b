import CLinux
import Glibc
import Oriel
import OrielGeometry
import OrielMedia
import OrielRaster
import OrielRendering
import Testing

/// Frames in buffers. No graphics driver here provides any, so memory files replace linear ones: import by a driver
/// isn't tested.
@Suite(.serialized) struct DmabufTests {
    /// A memory file with ascending bytes.
    private final class File {
        let descriptor: CInt
        let size: Int

        init(_ size: Int) throws {
            self.size = size
            descriptor = oriel_memfd_create("frame")
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try #require(write(descriptor, bytes, size) == size)
        }

        deinit { close(descriptor) }
    }

    private static func code(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    private static let tiled: UInt64 = 0x0100_0000_0000_0001

    private static var descriptors: Int {
        (0..<CInt(1024)).count { fcntl($0, F_GETFD) >= 0 }
    }

    private func buffer(
        _ name: String = "XR24", _ width: Int = 8, _ height: Int = 4, modifier: UInt64 = Dmabuf.linear,
        of planes: [Dmabuf.Plane]
    ) -> Dmabuf {
        Dmabuf(
            Dmabuf.Format(fourcc: Self.code(name), modifier: modifier), width: width, height: height, planes: planes)
    }

    private func error(_ buffer: Dmabuf, _ attributes: SampleBuffer.Attributes = .init()) -> SampleBufferError? {
        let releases = SampleBufferTests.Count()
        let before = Self.descriptors
        defer { #expect(Self.descriptors == before) }
        do throws(SampleBufferError) {
            _ = try SampleBuffer(buffer, time: .zero, attributes: attributes) { releases.add() }
        } catch {
            #expect(releases.now == 0, "what wasn't taken isn't given back")
            return error
        }
        #expect(releases.now == 1)
        return nil
    }

    // MARK: Refused buffers

    @Test func buffersThatAreNoPicturesAreRefused() throws {
        let file = try File(1 << 14)
        let plane = Dmabuf.Plane(descriptor: file.descriptor, bytesPerRow: 32)
        func with(_ change: (inout Dmabuf.Plane) -> Void) -> Dmabuf {
            var other = plane
            change(&other)
            return buffer(of: [other])
        }
        #expect(error(buffer(of: [plane])) == nil)
        for name in ["XB30", "NV21", "????", "xr24"] {
            #expect(error(buffer(name, of: [plane])) == .unknownDmabufFormat(Dmabuf.Format(fourcc: Self.code(name))))
        }
        for modifier: UInt64 in [1, 0x00FF_FFFF_FFFF_FFFE] {
            let format = Dmabuf.Format(fourcc: Self.code("XR24"), modifier: modifier)
            #expect(error(buffer(modifier: modifier, of: [plane])) == .unknownDmabufFormat(format))
        }
        for (width, height) in [(0, 1), (1, 0), (-8, 4), (16_385, 1), (.max, .max)] {
            #expect(error(buffer("XR24", width, height, of: [plane])) == .invalidSize(width: width, height: height))
        }
        #expect(error(buffer(of: [])) == .wrongPlaneCount(0, expected: 1))
        #expect(error(buffer(of: [plane, plane])) == .wrongPlaneCount(2, expected: 1))
        #expect(error(buffer("NV12", of: [plane])) == .wrongPlaneCount(1, expected: 2))
        #expect(error(buffer("NV12", modifier: Self.tiled, of: [plane])) == .wrongPlaneCount(1, expected: 2))
        for stride in [31, 0, -32, .min, .max, (1 << 30) + 1] {
            #expect(
                error(with { $0.bytesPerRow = stride })
                    == .rowTooShort(plane: 0, bytesPerRow: stride, minimum: 32))
        }
        for offset in [-1, .min, .max, 1 << 31] {
            #expect(error(with { $0.offset = offset }) == .invalidOffset(plane: 0, offset: offset))
        }
        // The last row needs no padding.
        #expect(error(with { $0.offset = (1 << 14) - 128 }) == nil)
        #expect(
            error(with { $0.offset = (1 << 14) - 127 }) == .planeTooShort(plane: 0, bytes: 127, minimum: 128))
        #expect(
            error(with { $0.offset = Int(Int32.max) }) == .planeTooShort(plane: 0, bytes: 0, minimum: 128))
        #expect(
            error(buffer("P010", of: [plane, Dmabuf.Plane(descriptor: file.descriptor, offset: 129, bytesPerRow: 32)]))
                == .misaligned(plane: 1))
        var attributes = SampleBuffer.Attributes()
        let crop = Rect(x: 1, y: 0, width: 2, height: 2)
        attributes.crop = crop
        #expect(error(buffer("NV12", of: [plane, plane]), attributes) == .invalidCrop(crop))
    }

    @Test func whatIsNoBufferIsRefused() throws {
        for descriptor: CInt in [-1, 1023, .min, .max] {
            #expect(
                error(buffer(of: [Dmabuf.Plane(descriptor: descriptor, bytesPerRow: 32)]))
                    == .invalidDescriptor(plane: 0, code: EBADF))
        }
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(
            error(buffer(of: [Dmabuf.Plane(descriptor: ends[0], bytesPerRow: 32)]))
                == .invalidDescriptor(plane: 0, code: ESPIPE))
        // The first plane's descriptor isn't kept.
        let file = try File(4096)
        #expect(
            error(
                buffer(
                    "NV12",
                    of: [
                        Dmabuf.Plane(descriptor: file.descriptor, bytesPerRow: 32),
                        Dmabuf.Plane(descriptor: -1, bytesPerRow: 32),
                    ])) == .invalidDescriptor(plane: 1, code: EBADF))
    }

    @Test func eachErrorIsASentence() {
        let format = Dmabuf.Format(fourcc: Self.code("NV12"), modifier: Self.tiled)
        let errors: [SampleBufferError] = [
            .unknownDmabufFormat(format), .unsupportedDmabufFormat(format), .invalidDescriptor(plane: 0, code: EBADF),
            .invalidOffset(plane: 2, offset: -1),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.allSatisfy { !$0.description.hasSuffix(".") && $0.description.contains(" ") })
        #expect("\(format)" == "NV12:0x100000000000001")
        #expect("\(Dmabuf.Format(fourcc: 7))" == "0x7")
    }

    // MARK: Reading

    /// Samples in a file equal those in memory for every crop, with planes that aren't page-aligned.
    @Test func aBufferIsSeenAsMemoryIs() throws {
        let size = Size(width: 24, height: 10)
        for (name, format, count) in [
            ("XR24", SampleBuffer.Format.bgrx, 1), ("AB24", .rgba, 1), ("NV12", .nv12, 2), ("P010", .p010, 2),
            ("YU12", .i420, 3), ("YV12", .i420, 3), ("YU16", .i422, 3), ("YU24", .i444, 3), ("YUYV", .yuy2, 1),
            ("UYVY", .uyvy, 1), ("R8  ", .gray, 1),
        ] {
            let file = try File(1 << 14)
            let stride = 112
            let offsets = [4160, 64, 8256].prefix(count)
            var attributes = SampleBuffer.Attributes()
            attributes.crop = Rect(x: 2, y: 2, width: 20, height: 7)
            attributes.rotation = .clockwise90
            let planes = offsets.map { Dmabuf.Plane(descriptor: file.descriptor, offset: $0, bytesPerRow: stride) }
            let inBuffer = try SampleBuffer(
                buffer(name, size.width, size.height, of: planes), time: .seconds(3), attributes: attributes
            ) {}
            #expect(inBuffer.format == format && inBuffer.time == .seconds(3))
            let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { memory, count in
                count = max(0, pread(file.descriptor, memory.baseAddress, file.size, 0))
            }
            try bytes.withUnsafeBytes { memory in
                var order = Array(offsets)
                if name == "YV12" { order.swapAt(1, 2) }
                let inMemory = try SampleBuffer(
                    format, width: size.width, height: size.height,
                    planes: order.map {
                        SampleBuffer.Plane(UnsafeRawBufferPointer(rebasing: memory[$0...]), bytesPerRow: stride)
                    }, time: .seconds(3), attributes: attributes, release: {})
                #expect(inBuffer.frame.width == 20 && inBuffer.frame.planes.isEmpty)
                let mapped = try #require(inBuffer.frame.inMemory())
                let (seen, meant) = (try Self.draw(mapped), try Self.draw(inMemory.frame))
                #expect(seen == meant, "\(name)")
                // Filling a surface crops it further.
                let (one, other) = (
                    inBuffer.frame.part(UnitRect(x: 0.25, y: 0.1, width: 0.5, height: 0.8)).shown(
                        turnedBy: .clockwise90),
                    inMemory.frame.part(UnitRect(x: 0.25, y: 0.1, width: 0.5, height: 0.8)).shown(
                        turnedBy: .clockwise90)
                )
                let part = try #require(one.inMemory())
                #expect(part.width == other.width && part.rotation == other.rotation)
                let (seenPart, meantPart) = (try Self.draw(part), try Self.draw(other))
                #expect(seenPart == meantPart, "\(name)")
                let (texture, wanted) = (try Self.drawByDriver(inBuffer.frame), try Self.drawByDriver(inMemory.frame))
                #expect(texture == wanted, "\(name)")
            }
        }
    }

    private static func draw(_ frame: VideoFrame) throws -> [UInt32] {
        let size = Size(width: 14, height: 40)
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        try pixels.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress)
            try Raster(workers: RasterWorkers(threads: 0)).draw(
                frame, into: RasterBuffer(base: base, size: size, bytesPerRow: size.width * 4),
                at: Rect(x: 0, y: 0, width: size.width, height: size.height))
        }
        #expect(Set(pixels).count > 4)
        return pixels
    }

    /// Draws with OpenGL ES, which imports nothing on this display and copies readable buffers.
    private static func drawByDriver(_ frame: VideoFrame) throws -> [UInt8] {
        let context = try GraphicsContext.surfaceless()
        defer { context.finish() }
        let target = try OffscreenTarget(in: context, size: Size(width: 14, height: 40))
        defer { target.finish() }
        let texture = FrameTexture(context)
        var copies = 0
        texture.onCopy = { copies += 1 }
        try texture.upload(frame)
        try texture.upload(frame)
        let picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 14, height: 40))
        try context.draw(picture, into: target)
        try context.draw(picture, into: target)
        #expect(copies == 1)
        var pixels = [UInt8](repeating: 0, count: 14 * 40 * 4)
        try pixels.withUnsafeMutableBytes { try target.copyPixels(into: $0, stride: 14 * 4) }
        return pixels
    }

    /// Tiled and driver-specific layouts aren't read as rows.
    @Test func whatOnlyADriverCanReadIsNotMapped() throws {
        let file = try File(4096)
        for modifier in [Self.tiled, Dmabuf.implicit] {
            let frame = try SampleBuffer(
                buffer(modifier: modifier, of: [Dmabuf.Plane(descriptor: file.descriptor, bytesPerRow: 32)]),
                time: .zero
            ) {}.frame
            #expect(frame.inMemory() == nil)
            let context = try GraphicsContext.surfaceless()
            defer { context.finish() }
            let texture = FrameTexture(context)
            #expect(throws: RenderingError.self) { try texture.upload(frame) }
            #expect(texture.frame == nil)
        }
    }

    // MARK: Ownership

    @Test func descriptorsAreItsOwnAndGivenBackWithTheLastFrame() throws {
        let before = Self.descriptors
        let releases = SampleBufferTests.Count()
        var mapped: VideoFrame?
        do {
            let file = try File(1 << 13)
            let planes = [64, 4160].map { Dmabuf.Plane(descriptor: file.descriptor, offset: $0, bytesPerRow: 64) }
            #expect(lseek(file.descriptor, 5, SEEK_SET) == 5)
            let frame = try SampleBuffer(buffer("NV12", 16, 8, of: planes), time: .zero) { releases.add() }.frame
            #expect(Self.descriptors == before + 3)
            #expect(lseek(file.descriptor, 0, SEEK_CUR) == 5)
            for _ in 0..<100 { mapped = frame.part(UnitRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)).inMemory() }
            #expect(Self.descriptors == before + 3)
        }
        // The app's descriptor is closed, and the frame remains valid.
        #expect(Self.descriptors == before + 2 && releases.now == 0)
        #expect(mapped?.planes.first.map { $0.base.load(as: UInt8.self) } != nil)
        mapped = nil
        #expect(Self.descriptors == before && releases.now == 1)
    }

    // MARK: Accepted formats

    @MainActor @Test func whatCanNeitherBeImportedNorReadIsRefusedWhenItComes() throws {
        let file = try File(4096)
        let plane = Dmabuf.Plane(descriptor: file.descriptor, bytesPerRow: 32)
        let formats = DmabufFormats()
        let source = try SampleBufferSource(name: "drawing", dmabufs: formats)
        let releases = SampleBufferTests.Count()
        var time = 0
        func enqueue(_ modifier: UInt64, _ name: String = "XR24") throws {
            time += 1
            let frame = try SampleBuffer(
                buffer(name, modifier: modifier, of: [plane]), time: .milliseconds(time), release: { releases.add() })
            try source.enqueue(frame)
        }
        let tiled = Dmabuf.Format(fourcc: Self.code("XR24"), modifier: Self.tiled)
        try enqueue(Dmabuf.linear)
        for modifier in [Self.tiled, Dmabuf.implicit] {
            let format = Dmabuf.Format(fourcc: tiled.fourcc, modifier: modifier)
            #expect(throws: SampleBufferError.unsupportedDmabufFormat(format)) { try enqueue(modifier) }
        }
        #expect(releases.now == 2 && source.waitingFrames().count == 1)
        formats.replace(by: [tiled, Dmabuf.Format(fourcc: tiled.fourcc)])
        try enqueue(Self.tiled)
        #expect(throws: SampleBufferError.self) { try enqueue(Self.tiled, "AR24") }
        let support = source.dmabufSupport
        #expect(support.prefix(3).map(\.isDrawnInPlace) == [true, true, false])
        let ofThat = support.map(\.format).filter { $0.fourcc == tiled.fourcc }
        #expect(ofThat.map(\.modifier) == [Self.tiled, Dmabuf.linear])
        formats.replace(by: [])
        let linear = source.dmabufSupport
        #expect(linear.count == SampleBuffer.Format.dmabufFormats.count)
        #expect(linear.allSatisfy { !$0.isDrawnInPlace && $0.format.modifier == Dmabuf.linear })
        source.close()
    }
}
