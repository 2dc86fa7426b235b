import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Context loss, reuse of textures, and inconsistent frames.
@Suite(.serialized) struct ResourceTests {
    private func flat(_ luma: Int, _ width: Int = 64, _ height: Int = 36, _ format: PixelFormat = .yuv420p)
        -> VideoFrame
    {
        FrameFactory(format: format, width: width, height: height, color: ColorDescription(range: .full)).frame {
            component, _, _ in component == 0 ? luma : 128
        }
    }

    @Test func aLostContextIsReportedAndMadeAnew() throws {
        let canvas = try Canvas(32, 18)
        defer { canvas.finish() }
        let texture = FrameTexture(canvas.context)
        let picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 32, height: 18))
        try texture.upload(flat(77))
        try canvas.context.draw(picture, into: canvas.target)
        let before = try canvas.read()
        #expect(before[3, 3] == [77, 77, 77, 255])

        canvas.context.loseContext()
        for _ in 0..<2 {
            let error = #expect(throws: RenderingError.self) {
                try canvas.context.draw(picture, into: canvas.target)
            }
            #expect(error?.isContextLost == true)
        }
        // A frame uploaded meanwhile is drawn afterwards.
        try texture.upload(flat(99))

        try canvas.context.recreate()
        try canvas.context.draw(picture, into: canvas.target)
        #expect(try canvas.read()[3, 3] == [99, 99, 99, 255])
        try texture.upload(flat(77))
        try canvas.context.draw(picture, into: canvas.target)
        #expect(try canvas.read() == before)
    }

    @Test func recreatingALivingContextIsHarmless() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        let texture = FrameTexture(canvas.context)
        try texture.upload(flat(50))
        for _ in 0..<5 {
            try canvas.context.recreate()
            try canvas.context.draw(
                Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 8, height: 8)), into: canvas.target)
            #expect(try canvas.read()[4, 4] == [50, 50, 50, 255])
        }
    }

    @Test func afterFinishNothingIsDrawn() throws {
        let canvas = try Canvas(8, 8)
        canvas.finish()
        #expect(throws: RenderingError.self) { try canvas.context.draw(nil, into: canvas.target) }
        canvas.finish()
    }

    @Test func texturesAreKeptWhileTheFormatStays() throws {
        let canvas = try Canvas(16, 16)
        defer { canvas.finish() }
        let texture = FrameTexture(canvas.context)
        let picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 16, height: 16))
        let formats: [PixelFormat] = [.yuv420p, .nv12, PixelFormat(layout: .gray)]
        var names: Set<UInt32> = []
        for index in 0..<500 {
            // Ten frames of one kind, then another size or layout.
            let kind = index / 10
            let frame = flat(index % 200, 64 + 2 * (kind % 7), 36 + kind % 3, formats[kind % 3])
            try texture.upload(frame)
            try canvas.context.draw(picture, into: canvas.target)
            #expect(abs(try canvas.read()[8, 8][0] - index % 200) <= 1, "frame \(index)")
            #expect(canvas.context.textureCount == [3, 2, 1][kind % 3])
            if index / 10 == 0 { names.formUnion(texture.textureNames) }
        }
        #expect(names.count == 3, "a texture a plane over ten frames of one format")
        texture.clear()
        try canvas.context.draw(nil, into: canvas.target)
        #expect(canvas.context.textureCount == 0)
    }

    @Test(arguments: [(1, 1), (1, 200), (200, 1), (3, 3), (2000, 2)])
    func theSmallestAndTheFlattestAreDrawn(_ width: Int, _ height: Int) throws {
        let canvas = try Canvas(64, 64)
        defer { canvas.finish() }
        let texture = FrameTexture(canvas.context)
        try texture.upload(flat(77, width, height))
        for size in [Size(width: 1, height: 1), Size(width: 64, height: 1), Size(width: 3, height: 64)] {
            let picture = Picture(texture: texture, destination: Rect(origin: .zero, size: size))
            try canvas.context.draw(picture, into: canvas.target)
            #expect(abs(try canvas.read()[0, 0][0] - 77) <= 3, "\(size)")
        }
    }

    @Test func aTextureThatIsLetGoFreesItsPlanes() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        for _ in 0..<20 {
            let texture = FrameTexture(canvas.context)
            try texture.upload(flat(1))
        }
        try canvas.context.draw(nil, into: canvas.target)
        #expect(canvas.context.textureCount == 0)
    }

    @Test func anUploadOfTheSameFrameIsFree() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        let texture = FrameTexture(canvas.context)
        let frame = flat(1)
        for _ in 0..<3 {
            try texture.upload(frame)
            try canvas.context.draw(
                Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 8, height: 8)), into: canvas.target)
        }
        #expect(texture.uploadCount == 1)
    }

    @Test func twoTargetsShareOneUpload() throws {
        let canvas = try Canvas(64, 36)
        defer { canvas.finish() }
        let other = try OffscreenTarget(in: canvas.context, size: Size(width: 64, height: 40))
        defer { other.finish() }
        let texture = FrameTexture(canvas.context)
        for index in 1...3 {
            try texture.upload(flat(index))
            let picture = Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 64, height: 36))
            try canvas.context.draw(picture, into: canvas.target)
            try canvas.context.draw(picture, into: other)
            #expect(texture.uploadCount == index)
        }
        #expect(try other.readPixels().first == 3)
    }

    /// As for `wl_shm`, in rows that are longer than the image.
    @Test(arguments: [8, 7]) func pixelsAreCopiedIntoSharedMemory(height: Int) throws {
        let canvas = try Canvas(6, height)
        defer { canvas.finish() }
        try canvas.context.draw(nil, background: Color(red: 1, green: 0.5, blue: 0.25), into: canvas.target)
        let texture = FrameTexture(canvas.context)
        try texture.upload(flat(200))
        try canvas.context.draw(
            Picture(texture: texture, destination: Rect(x: 0, y: 0, width: 3, height: 2)),
            background: Color(red: 1, green: 0.5, blue: 0.25), into: canvas.target)
        let pixels = try canvas.read()
        let stride = 8 * 4
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * height, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0x5A)
        try canvas.target.copyPixels(into: memory, stride: stride)
        for y in 0..<height {
            for x in 0..<6 {
                let place = y * stride + x * 4
                #expect([2, 1, 0, 3].map { Int(memory[place + $0]) } == pixels[x, y], "\(x), \(y)")
            }
            #expect(memory[y * stride + 24..<(y + 1) * stride].allSatisfy { $0 == 0x5A }, "beside row \(y)")
        }
        #expect(pixels[0, 0] != pixels[5, height - 1])
        #expect(throws: RenderingError.self) {
            try canvas.target.copyPixels(into: UnsafeMutableRawBufferPointer(rebasing: memory[4...]), stride: stride)
        }
    }

    @Test func aResizedTargetIsMadeAnew() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        canvas.target.size = Size(width: 20, height: 10)
        try canvas.context.draw(nil, background: Color(red: 1, green: 0, blue: 0), into: canvas.target)
        #expect(try canvas.read()[19, 9] == [255, 0, 0, 255])
    }

    @Test func framesThatLieAreRefused() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        let good = flat(9)
        let texture = FrameTexture(canvas.context)
        func refuses(
            _ reason: Comment, width: Int = 64, height: Int = 36, format: PixelFormat = .yuv420p,
            _ planes: (inout [VideoFrame.Plane]) -> Void = { _ in }
        ) {
            var changed = good.planes
            planes(&changed)
            let frame = VideoFrame(
                format: format, width: width, height: height, planes: changed, storage: good)
            #expect(throws: RenderingError.self, reason) { try texture.upload(frame) }
            #expect(texture.frame == nil, reason)
        }
        func plane(_ width: Int, _ height: Int, _ bytesPerRow: Int) -> VideoFrame.Plane {
            VideoFrame.Plane(base: good.planes[0].base, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        refuses("no planes") { $0 = [] }
        refuses("a plane is missing") { $0.removeLast() }
        refuses("nothing wide", width: 0)
        refuses("less than nothing", height: -3)
        refuses("larger than the driver draws", width: 1 << 20)
        refuses("larger than anything", width: .max, height: .max)
        refuses("rows shorter than the picture") { $0[0] = plane(64, 36, 63) }
        refuses("rows that go backwards") { $0[0] = plane(64, 36, -64) }
        refuses("too few rows") { $0[1] = plane(32, 17, 32) }
        refuses("a narrow plane") { $0[2] = plane(31, 18, 32) }
        refuses("32 bits", format: PixelFormat(layout: .gray, bitDepth: 32, bytesPerComponent: 4))
        refuses("10 bits in a byte", format: PixelFormat(layout: .gray, bitDepth: 10))
        refuses("an odd shift", format: PixelFormat(layout: .planarYUV, chromaShiftX: -1))
        refuses("a shift beyond all", format: PixelFormat(layout: .planarYUV, chromaShiftX: 64))
        try texture.upload(good)
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12, PixelFormat(layout: .gray)])
    func aFrameLargerThanTheDriversTexturesIsOneClearError(format: PixelFormat) throws {
        let canvas = try Canvas(32, 18)
        defer { canvas.finish() }
        canvas.context.facts.maximumTextureSize = 48
        let error = #expect(throws: RenderingError.self) { try canvas.pixels(of: flat(77, 64, 36, format)) }
        #expect(error?.description == "upload: a frame of 64x36 samples; up to 48x48 can be drawn here")
        #expect(error?.isLasting == true)
        #expect(try canvas.pixels(of: flat(77, 48, 36, format))[16, 9] == [77, 77, 77, 255])
    }

    @Test func aTextureWithoutAFrameDrawsAsAnError() throws {
        let canvas = try Canvas(8, 8)
        defer { canvas.finish() }
        let picture = Picture(
            texture: FrameTexture(canvas.context), destination: Rect(x: 0, y: 0, width: 8, height: 8))
        #expect(throws: RenderingError.self) { try canvas.context.draw(picture, into: canvas.target) }
    }

    @Test func targetsOfNoSizeAreRefused() throws {
        let context = try GraphicsContext.surfaceless()
        defer { context.finish() }
        for size in [Size.zero, Size(width: -1, height: 4), Size(width: 1 << 20, height: 1)] {
            #expect(throws: RenderingError.self) { _ = try OffscreenTarget(in: context, size: size) }
        }
    }

    @Test func factsNameTheDriver() throws {
        let context = try GraphicsContext.surfaceless()
        defer { context.finish() }
        #expect(!context.facts.renderer.isEmpty)
        #expect(context.facts.maximumTextureSize >= 2048)
    }
}
