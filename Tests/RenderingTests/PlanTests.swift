import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// Decisions before a drawing, as values.
struct PlanTests {
    private func mapping(
        _ source: Size, _ destination: Rect, rotation: VideoFrame.Rotation = .none, format: PixelFormat = .yuv420p,
        location: ColorDescription.ChromaLocation = .left
    ) -> TextureMapping {
        TextureMapping(
            destination: destination, crop: Rect(origin: .zero, size: source), rotation: rotation, isFlipped: false,
            format: format, chromaLocation: location)
    }

    private func sampling(_ source: Size, _ width: Int, _ height: Int, x: Int = 0, y: Int = 0) -> Sampling {
        let destination = Rect(x: x, y: y, width: width, height: height)
        return Sampling(mapping(source, destination).luma, destination: destination)
    }

    @Test(arguments: [
        (1920, 1080, 1, 1), (3840, 2160, 1, 1), (1280, 720, 2, 2), (960, 540, 1, 1), (640, 360, 3, 3), (480, 270, 2, 2),
        (500, 281, 4, 4), (240, 135, 4, 4), (16, 9, 12, 12), (960, 1080, 1, 1), (1600, 900, 1, 1),
    ])
    func readsFollowTheRatio(_ width: Int, _ height: Int, _ x: Int, _ y: Int) {
        let seen = sampling(Size(width: 1920, height: 1080), width, height)
        #expect(seen.taps == Sampling.Taps(x: x, y: y))
        #expect(seen.isExact == (width == 1920))
    }

    @Test func wherePicturesLieMakesNoDifference() {
        let full = Size(width: 1920, height: 1080)
        for (x, y) in [(0, 0), (7, 3), (-400, 1000)] {
            #expect(sampling(full, 1920, 1080, x: x, y: y).isExact)
            #expect(sampling(full, 480, 270, x: x, y: y).taps == Sampling.Taps(x: 2, y: 2))
        }
    }

    @Test func mappingPutsCornersOnCorners() {
        let source = Size(width: 100, height: 60)
        let destination = Rect(x: 10, y: 20, width: 30, height: 50)
        let corners: [(VideoFrame.Rotation, SIMD2<Double>, SIMD2<Double>)] = [
            (.none, [0, 0], [100, 60]), (.clockwise90, [0, 60], [100, 0]), (.clockwise180, [100, 60], [0, 0]),
            (.clockwise270, [100, 0], [0, 60]),
        ]
        for (rotation, first, last) in corners {
            let map = mapping(source, destination, rotation: rotation).luma
            let distance = map(10, 20) - first
            let otherDistance = map(40, 70) - last
            #expect((distance * distance).sum() < 1e-18, "\(rotation)")
            #expect((otherDistance * otherDistance).sum() < 1e-18, "\(rotation)")
        }
    }

    /// Position of the first luma sample's middle in the chroma plane.
    @Test func chromaIsSited() {
        let size = Size(width: 64, height: 32)
        let whole = Rect(origin: .zero, size: size)
        let offsets: [(ColorDescription.ChromaLocation, SIMD2<Double>)] = [
            (.left, [0.5, 0.25]), (.center, [0.25, 0.25]), (.topLeft, [0.5, 0.5]),
        ]
        for (location, expected) in offsets {
            #expect(mapping(size, whole, location: location).chroma(0.5, 0.5) == expected)
        }
        let full = PixelFormat(layout: .planarYUV)
        #expect(mapping(size, whole, format: full, location: .topLeft).chroma(0.5, 0.5) == [0.5, 0.5])
    }

    @Test(arguments: [0, 0.5, 3, 9.5, 15, 40])
    func partsOfARoundedRectangleMeetWithoutOverlap(_ radius: Double) {
        let whole = Rect(x: -3, y: 5, width: 30, height: 21)
        let edges = whole.edges(radius, line: 1)
        #expect(edges.allSatisfy { edge in whole.lessCorners(radius).contains { $0.intersection(edge) == edge } })
        let parts = whole.lessCorners(radius) + whole.corners(radius)
        #expect(parts.reduce(0) { $0 + $1.width * $1.height } == 30 * 21)
        for (index, part) in parts.enumerated() {
            #expect(whole.contains(part))
            for other in parts.dropFirst(index + 1) { #expect(part.intersection(other) == nil) }
        }
    }

    @Test func whatIsLeftOfARectangle() {
        let whole = Rect(x: 0, y: 0, width: 10, height: 8)
        for hole in [
            Rect(x: 2, y: 3, width: 4, height: 2), Rect(x: -5, y: -5, width: 7, height: 7), whole,
            Rect(x: 0, y: 2, width: 10, height: 3), Rect(x: 20, y: 0, width: 1, height: 1),
        ] {
            let rest = whole.subtracting(hole)
            let removed = whole.intersection(hole).map { $0.width * $0.height } ?? 0
            #expect(rest.reduce(0) { $0 + $1.width * $1.height } == 80 - removed)
            for (index, part) in rest.enumerated() {
                #expect(whole.contains(part) && part.intersection(hole) == nil)
                for other in rest.dropFirst(index + 1) { #expect(part.intersection(other) == nil) }
            }
        }
    }

    @Test func lightIsConvertedOnlyWhereItMust() {
        for primaries: ColorDescription.Primaries in [.bt709, .bt601_525, .bt601_625] {
            #expect(LightConversion(ColorDescription(primaries: primaries)) == nil)
            #expect(LightConversion(ColorDescription(transfer: .hlg, primaries: primaries))?.transfer == .hlg)
        }
        for primaries: ColorDescription.Primaries in [.bt2020, .displayP3] {
            let light = LightConversion(ColorDescription(primaries: primaries))
            #expect(light?.transfer == .sdr)
            // White is unchanged.
            for row in light?.primaries ?? [] { #expect(abs(row.sum() - 1) < 1e-5) }
        }
    }
}
