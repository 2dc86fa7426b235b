import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Drawn frames compared with averages and equations in Double: at most 3/255 anywhere, 1/255 in the mean.
struct ReferenceTests {
    static let matrices: [ColorDescription.Matrix] = [.bt601, .bt709, .bt2020, .smpte240m, .fcc, .ycgco]
    /// From 96×60: reduced by whole and fractional factors, unscaled, enlarged, and different on each axis.
    static let sizes = [
        (24, 15), (48, 30), (64, 40), (25, 17), (37, 23), (71, 59), (95, 60), (96, 60), (96, 31), (13, 60), (5, 3),
        (1, 1), (150, 90), (97, 61), (30, 100), (200, 7),
    ]

    private func expect(
        _ frame: VideoFrame, at size: Size, _ what: String, mean: Double = 1, vectors: [Bool] = [true, false]
    ) throws {
        let reference = ReferencePicture(frame, size: size)
        for usesVectors in vectors {
            let screen = Screen(size.width, size.height)
            try screen.draw(frame, with: Raster(usesVectors: usesVectors))
            let seen = screen.difference(to: reference)
            #expect(seen.mean <= mean && seen.max <= 3, "\(what) at \(size), vectors \(usesVectors): \(seen)")
        }
    }

    @Test(arguments: ["yuv420p", "nv12"])
    func noiseAtEverySizeAndInEveryColour(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        for (index, (width, height)) in Self.sizes.enumerated() {
            for (number, matrix) in Self.matrices.enumerated() {
                let isFull = (index + number) % 2 == 0
                let color = ColorDescription(matrix: matrix, range: isFull ? .full : .limited)
                let frame = FrameFactory(format: format, width: 96, height: 60, color: color).noise(seed: index)
                try expect(frame, at: Size(width: width, height: height), "\(name) \(color)", vectors: [true])
            }
        }
    }

    @Test(arguments: PixelFormats.all.map(\.name))
    func everyFormatReducedEnlargedAndAsItIs(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        for range: ColorDescription.Range in [.limited, .full] {
            let frame = FrameFactory(
                format: format, width: 47, height: 33, color: ColorDescription(range: range), padding: 3
            ).noise(seed: 7)
            for (width, height) in [(11, 8), (29, 31), (47, 33), (90, 50)] {
                try expect(frame, at: Size(width: width, height: height), "\(name) \(range)")
            }
        }
    }

    @Test func chromaIsSited() throws {
        for location: ColorDescription.ChromaLocation in [.left, .center, .topLeft] {
            for name in ["yuv420p", "nv12", "yuv422p", "yuv411p", "yuv440p"] {
                let format = try #require(PixelFormats.named(name))
                let frame = FrameFactory(
                    format: format, width: 40, height: 26, color: ColorDescription(chromaLocation: location)
                ).noise(seed: 3)
                for (width, height) in [(40, 26), (30, 20), (20, 13), (10, 7)] {
                    try expect(frame, at: Size(width: width, height: height), "\(name) \(location)", vectors: [true])
                }
            }
        }
    }

    /// A step in the middle, white on black and colour on colour, in each direction.
    @Test func edgesLieWhereTheyShould() throws {
        for isVertical in [false, true] {
            let frame = FrameFactory(format: .yuv420p, width: 64, height: 48).frame { component, x, y in
                let isChroma = component > 0
                let place = (isVertical ? y : x) * (isChroma ? 2 : 1)
                return place < 22 ? [16, 240, 16][component] : [235, 16, 240][component]
            }
            for (width, height) in [(16, 12), (43, 31), (64, 48), (99, 77)] {
                try expect(frame, at: Size(width: width, height: height), "vertical: \(isVertical)", mean: 0.6)
            }
        }
    }

    /// A uniform colour stays the same at any size: weights add up to exactly one.
    @Test func plainPicturesStayPlain() throws {
        let model = ColorModel(format: .yuv420p, matrix: .bt709, range: .limited)
        for color in [[1.0, 1, 1], [0, 0, 0], [1, 0, 0], [0.2, 0.5, 0.8]] {
            let codes = model.encode(color[0], color[1], color[2])
            let wanted = model.decode(codes.map { Double($0) })
            let frame = FrameFactory(format: .yuv420p, width: 160, height: 90).frame { component, _, _ in
                codes[component]
            }
            for (width, height) in [(40, 23), (41, 29), (107, 60), (160, 90), (161, 100), (3, 89)] {
                let screen = Screen(width, height)
                try screen.draw(frame, with: Raster())
                var farthest = 0.0
                for y in 0..<height {
                    for x in 0..<width {
                        let errors = zip(screen[x, y], wanted).map { abs(Double($0) - $1) }
                        farthest = max(farthest, errors.max() ?? 0)
                    }
                }
                #expect(farthest <= 0.6, "\(color) at \(width)x\(height)")
            }
        }
    }

    /// Far more rows and columns per pixel than are summed at once.
    @Test func extremeReductions() throws {
        for (width, height) in [(3, 1000), (1000, 3), (2, 121), (6000, 1), (300, 260)] {
            let frame = FrameFactory(format: .yuv420p, width: width, height: height).noise(seed: width)
            for size in [Size(width: 1, height: 1), Size(width: 2, height: 2), Size(width: 1, height: 7)] {
                try expect(frame, at: size, "\(width)x\(height)")
            }
        }
    }

    @Test(arguments: [(480, 270), (500, 281), (640, 360), (800, 450), (427, 240), (1280, 720)])
    func zonePlateIsAsGoodAsAnAreaAverage(_ width: Int, _ height: Int) throws {
        let size = Size(width: width, height: height)
        let plate = ZonePlate(width: 1920, height: 1080)
        let frame = FrameFactory(
            format: .yuv420p, width: plate.width, height: plate.height, color: ColorDescription(range: .full)
        ).frame { component, x, y in component == 0 ? Int(plate[x, y]) : 128 }
        let reference = plate.reduced(to: size, by: .lanczos3)
        let wanted = peakSignalToNoise(plate.reduced(to: size, by: .area), reference)
        let screen = Screen(width, height)
        try screen.draw(frame, with: Raster())
        let drawn = (0..<width * height).map { Double(screen[$0 % width, $0 / width][1]) }
        let seen = peakSignalToNoise(drawn, reference)
        #expect(seen >= wanted - 1, "\(size): \(seen) dB, area average: \(wanted) dB")
    }
}
