import CEGL
import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestSupport
import Synchronization
import Testing

/// Frames drawn directly from their buffers. Where no driver imports any, the importer is replaced by one that copies.
@Suite struct DmabufTextureTests {
    /// Arbitrary bytes that contain consecutive planes: a device's memory if the machine has one.
    private final class Storage: Sendable {
        private static let size = 1 << 15
        private let buffer: DeviceBuffer?
        // Written by `init` only.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init() throws {
            buffer = VideoDriver.isReal ? try DeviceBuffer(size: Self.size) : nil
            bytes = buffer?.bytes ?? .allocate(byteCount: Self.size, alignment: 64)
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 9) }
        }

        deinit { if buffer == nil { bytes.deallocate() } }

        /// The descriptor of a plane: its number where there is no device.
        func descriptor(_ plane: Int) -> CInt { buffer?.descriptor ?? CInt(plane) }

        func row(_ plane: Dmabuf.Plane, _ y: Int, _ count: Int) -> [UInt8] {
            Array(bytes[plane.offset + y * plane.bytesPerRow..<plane.offset + y * plane.bytesPerRow + count])
        }
    }

    private static let size = Size(width: 48, height: 32)
    private static let tiled: UInt64 = 0x0100_0000_0000_0001

    private static func code(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    /// Returns a frame of the whole buffer.
    private func frame(
        _ name: String, _ format: PixelFormat, samples: [(columns: Int, rows: Int)], in storage: Storage,
        modifier: UInt64 = Dmabuf.linear, isReadable: Bool = true, refuse: @escaping @Sendable () -> Void = {}
    ) -> VideoFrame {
        var offset = 64
        var planes: [Dmabuf.Plane] = []
        for (index, plane) in samples.enumerated() {
            planes.append(Dmabuf.Plane(descriptor: storage.descriptor(index), offset: offset, bytesPerRow: 208))
            offset += 208 * plane.rows
        }
        let memory = zip(planes, samples).compactMap { plane, samples in
            storage.bytes.baseAddress.map {
                VideoFrame.Plane(
                    base: $0 + plane.offset, bytesPerRow: plane.bytesPerRow, width: samples.columns,
                    height: samples.rows)
            }
        }
        let buffer = Dmabuf(
            Dmabuf.Format(fourcc: Self.code(name), modifier: modifier), width: Self.size.width,
            height: Self.size.height,
            planes: planes)
        return VideoFrame(
            format: format, width: Self.size.width, height: Self.size.height, planes: [], color: ColorDescription(),
            sampleAspectRatio: Rational(1, 1), rotation: .none, isFlipped: false, time: .zero, duration: .zero,
            generation: 0, buffer: FrameBuffer(buffer, x: 0, y: 0, refuse: refuse) { isReadable ? memory : nil },
            storage: storage)
    }

    /// The driver's importer if there is a device, else one that copies.
    private func importer(_ storage: Storage, of context: GraphicsContext) -> DmabufImporter? {
        guard !VideoDriver.isReal else { return context.importer }
        let names = ["AR24", "AB24", "R8  ", "GR88", "R16 ", "GR32"]
        let textures = Dictionary(uniqueKeysWithValues: names.map { (Self.code($0), [Dmabuf.linear]) })
        return DmabufImporter(textures: textures) { layer in
            let (internalFormat, format, bytes): (Int32, Int32, Int) =
                switch layer.fourcc {
                case Self.code("R8  "): (GL_R8, GL_RED, 1)
                case Self.code("GR88"): (GL_RG8, GL_RG, 2)
                case Self.code("R16 "): (GL_R16_EXT, GL_RED, 2)
                case Self.code("GR32"): (GL_RG16_EXT, GL_RG, 4)
                default: (GL_RGBA8, GL_RGBA, 4)
                }
            let isDeep = internalFormat == GL_R16_EXT || internalFormat == GL_RG16_EXT
            let target = GLenum(GL_TEXTURE_2D)
            glTexStorage2D(target, 1, GLenum(internalFormat), GLsizei(layer.width), GLsizei(layer.height))
            glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
            for y in 0..<layer.height {
                var row = storage.row(layer.planes[0], y, layer.width * bytes)
                // A driver returns the colours of the format, whatever their order in memory.
                if layer.fourcc == Self.code("AR24") { for x in 0..<layer.width { row.swapAt(4 * x, 4 * x + 2) } }
                glTexSubImage2D(
                    target, 0, 0, GLint(y), GLsizei(layer.width), 1, GLenum(format),
                    GLenum(isDeep ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE), row)
            }
        }
    }

    private static let formats: [(String, PixelFormat, [(columns: Int, rows: Int)])] = [
        ("AR24", PixelFormat(layout: .bgra), [(48, 32)]), ("AB24", PixelFormat(layout: .rgba), [(48, 32)]),
        ("R8  ", PixelFormat(layout: .gray), [(48, 32)]), ("NV12", .nv12, [(48, 32), (24, 16)]),
        ("YU12", .yuv420p, [(48, 32), (24, 16), (24, 16)]),
        ("YUYV", PixelFormat(layout: .yuyv, chromaShiftX: 1), [(48, 32)]),
        ("UYVY", PixelFormat(layout: .uyvy, chromaShiftX: 1), [(48, 32)]),
        (
            "P010",
            PixelFormat(
                layout: .semiPlanarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2,
                isHighAligned: true), [(48, 32), (24, 16)]
        ),
    ]

    /// The same image as from the same bytes in memory: rotated, cropped and unscaled.
    @Test func aBufferIsDrawnAsItsBytesAre() throws {
        for (name, format, samples) in Self.formats {
            let storage = try Storage()
            let whole = frame(name, format, samples: samples, in: storage)
            let part = whole.part(UnitRect(x: 0.25, y: 0.125, width: 0.5, height: 0.75))
            for frame in [whole, part, part.shown(turnedBy: .clockwise90), part.shown(turnedBy: .clockwise180)] {
                let isUpright = frame.rotation == .none || frame.rotation == .clockwise180
                let size = Size(width: frame.width, height: frame.height)
                let seen = isUpright ? size : size.transposed
                let canvas = try Canvas(seen.width, seen.height)
                defer { canvas.finish() }
                let importer = importer(storage, of: canvas.context)
                canvas.context.importer = nil
                let meant = try canvas.pixels(of: frame)
                canvas.context.importer = importer
                let texture = FrameTexture(canvas.context)
                try texture.upload(frame)
                try canvas.context.draw(
                    Picture(texture: texture, destination: Rect(x: 0, y: 0, width: seen.width, height: seen.height)),
                    into: canvas.target)
                let drawn = try canvas.read()
                #expect(texture.uploadCount == 0 && texture.frame === frame, "\(name)")
                // At a crop's edge, chroma is interpolated with samples beyond it.
                var difference = 0
                for y in 2..<seen.height - 2 {
                    for x in 2..<seen.width - 2 {
                        for (one, other) in zip(drawn[x, y], meant[x, y]) {
                            difference = max(difference, abs(one - other))
                        }
                    }
                }
                #expect(difference <= 1, "\(name) \(size) turned by \(frame.rotation.rawValue)")
            }
        }
    }

    @Test func texturesGoWithTheFrameAndComeAgainAfterALoss() throws {
        let storage = try Storage()
        let canvas = try Canvas(48, 32)
        defer { canvas.finish() }
        let context = canvas.context
        let importer = importer(storage, of: context)
        context.importer = importer
        let texture = FrameTexture(context)
        let picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 48, height: 32))
        var seen: [Pixels] = []
        for _ in 0..<5 {
            try texture.upload(frame("NV12", .nv12, samples: [(48, 32), (24, 16)], in: storage))
            try context.draw(picture, into: canvas.target)
            seen.append(try canvas.read())
            #expect(context.textureCount == 2)
        }
        context.loseContext()
        #expect(throws: RenderingError.self) { try context.draw(picture, into: canvas.target) }
        try context.recreate()
        try context.draw(picture, into: canvas.target)
        #expect(try canvas.read() == seen.last && texture.uploadCount == 0)
        // A copied frame replaces the imported one, and back.
        context.importer = nil
        try texture.upload(frame("NV12", .nv12, samples: [(48, 32), (24, 16)], in: storage))
        try context.draw(picture, into: canvas.target)
        #expect(texture.uploadCount == 1)
        context.importer = importer
        try texture.upload(frame("R8  ", PixelFormat(layout: .gray), samples: [(48, 32)], in: storage))
        try context.draw(picture, into: canvas.target)
        #expect(texture.uploadCount == 1 && context.textureCount == 1)
        texture.clear()
        try context.draw(nil, into: canvas.target)
        #expect(context.textureCount == 0)
    }

    /// A driver may refuse formats that it lists.
    @Test func whatADriverRefusesIsReadOrPassedOver() throws {
        let storage = try Storage()
        let canvas = try Canvas(48, 32)
        defer { canvas.finish() }
        let context = canvas.context
        let textures = ["R8  ", "GR88"].map { (Self.code($0), [Dmabuf.linear, Self.tiled]) }
        var calls = 0
        context.importer = DmabufImporter(textures: Dictionary(uniqueKeysWithValues: textures)) {
            (layer) throws(RenderingError) in
            calls += 1
            // The second of two planes.
            if layer.fourcc == Self.code("GR88") { throw RenderingError("eglCreateImage", code: "EGL_BAD_ALLOC") }
        }
        let texture = FrameTexture(context)
        let samples = [(columns: 48, rows: 32), (columns: 24, rows: 16)]
        try texture.upload(frame("NV12", .nv12, samples: samples, in: storage))
        try context.draw(
            Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 48, height: 32)), into: canvas.target)
        #expect(calls == 2 && texture.uploadCount == 1)
        let copies = context.textureCount
        // A decoder copies tiles back, and is told to copy all that follow.
        let refusals = Atomic(0)
        try texture.upload(
            frame("NV12", .nv12, samples: samples, in: storage, modifier: Self.tiled) {
                refusals.add(1, ordering: .relaxed)
            })
        #expect(texture.frame?.buffer == nil && refusals.load(ordering: .relaxed) == 1)
        let error = #expect(throws: RenderingError.self) {
            try texture.upload(
                frame("NV12", .nv12, samples: samples, in: storage, modifier: Self.tiled, isReadable: false) {
                    refusals.add(1, ordering: .relaxed)
                })
        }
        #expect(error?.isBuffers == true && error?.isContextLost == false)
        #expect(texture.frame == nil && copies > 0 && refusals.load(ordering: .relaxed) == 2)
        try context.draw(nil, into: canvas.target)
        #expect(context.textureCount == 0)
        context.importer = nil
        let last = #expect(throws: RenderingError.self) {
            try texture.upload(frame("NV12", .nv12, samples: samples, in: storage, isReadable: false))
        }
        #expect(last?.isBuffers == true)
        #expect(last?.description.contains("NV12") == true)
    }
}
