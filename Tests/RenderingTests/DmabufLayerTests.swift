import OrielMedia
import OrielRendering
import Testing

/// Attributes passed to a driver for a buffer. `DmabufTextureTests` passes them to one, where there is a device.
@Suite struct DmabufLayerTests {
    private static func code(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    private static let tiled: UInt64 = 0x0300_0000_00E0_8014
    private static let p010 = PixelFormat(
        layout: .semiPlanarYUV, chromaShiftX: 1, chromaShiftY: 1, bitDepth: 10, bytesPerComponent: 2,
        isHighAligned: true)
    private static let bgra = PixelFormat(layout: .bgra, hasAlpha: true)
    private static let yuyv = PixelFormat(layout: .yuyv, chromaShiftX: 1)

    private func buffer(_ name: String, _ modifier: UInt64, planes: Int) -> Dmabuf {
        Dmabuf(
            Dmabuf.Format(fourcc: Self.code(name), modifier: modifier), width: 101, height: 51,
            planes: (0..<planes).map {
                Dmabuf.Plane(descriptor: CInt(70 + $0), offset: 4096 * $0, bytesPerRow: 512 / ($0 + 1))
            })
    }

    /// Numbers from `eglext.h`.
    @Test func aPictureOfOnePlaneIsOneImageWithAllThatItsModifierNeeds() {
        let layers = DmabufLayer.layers(of: buffer("AR24", Self.tiled, planes: 4), as: Self.bgra)
        let attributes: [[Int32]] = [
            [0x3057, 101], [0x3056, 51], [0x3271, 0x3432_5241],
            [0x3272, 70], [0x3273, 0], [0x3274, 512], [0x3443, 0x00E0_8014], [0x3444, 0x0300_0000],
            [0x3275, 71], [0x3276, 4096], [0x3277, 256], [0x3445, 0x00E0_8014], [0x3446, 0x0300_0000],
            [0x3278, 72], [0x3279, 8192], [0x327A, 170], [0x3447, 0x00E0_8014], [0x3448, 0x0300_0000],
            [0x3440, 73], [0x3441, 12288], [0x3442, 128], [0x3449, 0x00E0_8014], [0x344A, 0x0300_0000],
            [0x3038],
        ]
        #expect(layers.map(\.attributes) == [attributes.flatMap(\.self)])
    }

    @Test func aBuffersOwnOrderIsNotSaid() {
        let layers = DmabufLayer.layers(of: buffer("AR24", Dmabuf.implicit, planes: 1), as: Self.bgra)
        #expect(
            layers.map(\.attributes) == [
                [0x3057, 101, 0x3056, 51, 0x3271, 0x3432_5241, 0x3272, 70, 0x3273, 0, 0x3274, 512, 0x3038]
            ])
        // Numbers with the highest bit set keep their bits.
        let high = DmabufLayer.layers(of: buffer("AR24", 0x0100_0000_FFFF_FFFF, planes: 1), as: Self.bgra)[0]
        #expect(high.attributes.contains(-1))
    }

    /// Colour conversion stays in our shaders: each plane is an image of its own.
    @Test func planesOfColourAreImagesOfTheirOwn() {
        for (name, format, planes, expected) in [
            ("NV12", PixelFormat.nv12, 2, [("R8  ", 101, 51), ("GR88", 51, 26)]),
            ("P010", Self.p010, 2, [("R16 ", 101, 51), ("GR32", 51, 26)]),
            ("YU12", .yuv420p, 3, [("R8  ", 101, 51), ("R8  ", 51, 26), ("R8  ", 51, 26)]),
            ("YUYV", Self.yuyv, 1, [("GR88", 101, 51), ("AB24", 51, 51)]),
        ] {
            let layers = DmabufLayer.layers(of: buffer(name, Dmabuf.linear, planes: planes), as: format)
            #expect(layers.map(\.fourcc) == expected.map { Self.code($0.0) }, "\(name)")
            #expect(layers.map(\.width) == expected.map(\.1) && layers.map(\.height) == expected.map(\.2), "\(name)")
            let descriptors = expected.indices.map { [CInt(70 + min($0, planes - 1))] }
            #expect(layers.map { $0.planes.map(\.descriptor) } == descriptors, "\(name)")
            #expect(layers.allSatisfy { $0.attributes.last == 0x3038 && $0.attributes.count == 17 }, "\(name)")
        }
    }

    @Test func onlyWhatEveryPlaneCanBeIsDrawnInPlace() {
        let (linear, tiled) = (Dmabuf.linear, Self.tiled)
        let textures: [UInt32: [UInt64]] = [
            Self.code("AR24"): [linear, tiled], Self.code("R8  "): [linear, tiled], Self.code("GR88"): [tiled],
            Self.code("R16 "): [tiled], Self.code("AB24"): [linear],
        ]
        func modifiers(_ name: String, _ format: PixelFormat) -> [UInt64] {
            DmabufLayer.modifiers(of: Self.code(name), as: format, among: textures)
        }
        #expect(modifiers("AR24", Self.bgra) == [linear, tiled, Dmabuf.implicit])
        #expect(modifiers("XR24", Self.bgra) == [])
        #expect(modifiers("NV12", .nv12) == [tiled])
        #expect(modifiers("YU12", .yuv420p) == [linear, tiled])
        #expect(modifiers("P010", Self.p010) == [])
        // Samples of two widths in the same bytes: only for linear buffers.
        #expect(modifiers("YUYV", Self.yuyv) == [])
        var more = textures
        more[Self.code("GR88")] = [linear, tiled]
        more[Self.code("AB24")] = [linear, tiled]
        #expect(DmabufLayer.modifiers(of: Self.code("YUYV"), as: Self.yuyv, among: more) == [linear])
        #expect(modifiers("AR24", PixelFormat(layout: .planarGBR)) == [])
        #expect(DmabufLayer.modifiers(of: Self.code("AR24"), as: Self.bgra, among: [:]) == [])
    }
}
