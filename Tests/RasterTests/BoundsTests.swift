import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Unusual sizes: a frame looks the same by every code path, and no byte outside is read or written.
struct BoundsTests {
    @Test func unusualSizes() throws {
        let sizes = [
            (1, 1), (1, 50), (50, 1), (2, 1), (3, 2), (17, 15), (16, 16), (33, 31), (63, 64), (65, 66), (127, 5),
            (16384, 1), (16383, 2), (1, 5000), (4097, 3),
        ]
        let raster = Raster()
        for (width, height) in sizes {
            for name in ["yuv420p", "nv12", "yuv420p10le", "bgra"] {
                let format = try #require(PixelFormats.named(name))
                let frame = FrameFactory(format: format, width: width, height: height, padding: 5)
                    .noise(seed: width).guarded(at: .back)
                for (columns, rows) in [(1, 1), (15, 1), (1, 33), (width, height), (100, 60)] {
                    let screen = Screen(columns, rows, padding: 12)
                    try screen.draw(frame, with: raster)
                    let whole = Rect(x: 0, y: 0, width: columns, height: rows)
                    #expect(screen.isUntouched(outside: whole), "\(name) \(width)x\(height) at \(columns)x\(rows)")
                    #expect(screen[columns - 1, rows - 1][3] == 255)
                }
            }
        }
    }

    /// Thousands of frames, sizes, destinations and crops give the same bytes with and without vectors, in any number
    /// of bands.
    @Test func anySizeByAnyWayIsTheSamePicture() throws {
        var noise = Noise(seed: 2026)
        let workers = RasterWorkers(threads: 2)
        let names = ["yuv420p", "yuv420p", "nv12", "nv12"] + PixelFormats.all.map(\.name)
        for round in 0..<2500 {
            let name = names[noise.below(names.count)]
            let format = try #require(PixelFormats.named(name))
            // Mostly small, sometimes as long as several vectors.
            let limits = (noise.below(4) == 0 ? 300 : 40, noise.below(8) == 0 ? 150 : 24)
            let factory = FrameFactory(
                format: format, width: 1 + noise.below(limits.0), height: 1 + noise.below(limits.1),
                color: ColorDescription(
                    matrix: noise.below(2) == 0 ? .bt709 : .ycgco,
                    chromaLocation: [.left, .center, .topLeft][noise.below(3)]),
                padding: noise.below(3) == 0 ? noise.below(70) : 0,
                rotation: OrientationTests.rotations[noise.below(4)], isFlipped: noise.below(2) == 0)
            let end = GuardedMemory.End.allCases[round % 2]
            let frame = factory.noise(seed: round).guarded(at: end)
            let size = Size(
                width: 1 + noise.below(noise.below(4) == 0 ? 200 : 40), height: 1 + noise.below(40))
            let place = Rect(x: noise.below(3), y: noise.below(3), width: size.width, height: size.height)
            let margin = Size(width: place.maxX + noise.below(2), height: place.maxY + noise.below(2))
            let padding = noise.below(2) * 4 * noise.below(9)
            let (first, second) = (
                Screen(margin.width, margin.height, padding: padding, at: end),
                Screen(margin.width, margin.height, padding: padding, at: end)
            )
            try first.draw(frame, with: Raster(workers: workers), at: place, bands: 1)
            let isPlain = round % 2 == 0
            try second.draw(
                frame, with: Raster(workers: workers, usesVectors: !isPlain), at: place, bands: 1 + noise.below(5))
            #expect(first.bytes == second.bytes, "round \(round): \(name) \(frame.width)x\(frame.height) at \(place)")
            #expect(first.isUntouched(outside: place), "round \(round)")
        }
    }

    @Test func anyNumberOfBandsIsTheSamePicture() throws {
        let workers = RasterWorkers(threads: 3)
        for rotation in OrientationTests.rotations {
            let frame = FrameFactory(format: .yuv420p, width: 320, height: 180, rotation: rotation).noise(seed: 5)
            let whole = Screen(133, 99)
            try whole.draw(frame, with: Raster(workers: workers), bands: 1)
            for bands in [2, 3, 7, 99, 1000] {
                let cut = Screen(133, 99)
                try cut.draw(frame, with: Raster(workers: workers), bands: bands)
                #expect(cut.bytes == whole.bytes, "\(bands) bands, \(rotation)")
            }
        }
    }

    @Test func barsAreBlackAndThePictureIsNot() throws {
        let frame = FrameFactory(format: PixelFormat(layout: .gray), width: 40, height: 20).frame { _, _, _ in 235 }
        for place in [
            Rect(x: 0, y: 7, width: 33, height: 9), Rect(x: 5, y: 0, width: 20, height: 23),
            Rect(x: 3, y: 2, width: 1, height: 1), Rect(x: 0, y: 0, width: 33, height: 23),
        ] {
            let screen = Screen(33, 23, padding: 8)
            screen.buffer.clearBars(around: place)
            try screen.draw(frame, with: Raster(), at: place)
            for y in 0..<23 {
                for x in 0..<33 {
                    let isPicture = place.contains(Point(x: x, y: y))
                    #expect(screen[x, y] == (isPicture ? [255, 255, 255, 255] : [0, 0, 0, 255]), "\(place) \(x) \(y)")
                }
            }
            #expect(screen.isUntouched(outside: Rect(x: 0, y: 0, width: 33, height: 23)))
        }
    }

    /// Neither a frame's padding nor rows and columns beyond its visible size are ever shown.
    @Test func planesMayBeLargerThanThePicture() throws {
        let large = FrameFactory(format: .yuv420p, width: 64, height: 48).frame { component, x, y in
            component > 0 ? (x < 15 && y < 10 ? 128 : 255) : x < 30 && y < 20 ? 100 : 255
        }
        let frame = VideoFrame(
            format: .yuv420p, width: 30, height: 20, planes: large.planes, color: ColorDescription(range: .full),
            storage: large)
        let screen = Screen(13, 11)
        try screen.draw(frame, with: Raster())
        for y in 0..<11 { for x in 0..<13 { #expect(screen[x, y] == [100, 100, 100, 255]) } }
    }
}
