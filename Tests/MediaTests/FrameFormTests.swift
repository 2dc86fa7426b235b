import OrielGeometry
import OrielMedia
import Testing

/// Frames shown with another aspect ratio, rotated, or cropped.
@Suite struct FrameFormTests {
    private final class Memory: Sendable {
        let base: UInt
        init(_ count: Int) {
            base = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16))
        }
        deinit { UnsafeMutableRawPointer(bitPattern: base)?.deallocate() }
    }

    private func frame(
        _ width: Int, _ height: Int, _ format: PixelFormat = .yuv420p, rotation: VideoFrame.Rotation = .none
    ) throws -> VideoFrame {
        let stride = width * 4
        let memory = Memory(stride * height)
        let base = try #require(UnsafeRawPointer(bitPattern: memory.base))
        let (chromaWidth, chromaHeight) = (
            (width + (1 << format.chromaShiftX) - 1) >> format.chromaShiftX,
            (height + (1 << format.chromaShiftY) - 1) >> format.chromaShiftY
        )
        let count = format.layout == .planarYUV ? 3 : format.layout == .semiPlanarYUV ? 2 : 1
        let planes = (0..<count).map { index in
            VideoFrame.Plane(
                base: base, bytesPerRow: stride, width: index == 0 ? width : chromaWidth,
                height: index == 0 ? height : chromaHeight)
        }
        return VideoFrame(
            format: format, width: width, height: height, planes: planes, rotation: rotation, time: .seconds(3),
            duration: .seconds(1), generation: 7, storage: memory)
    }

    @Test func theMiddleIsCutOutOfEachPlane() throws {
        let whole = try frame(64, 36)
        let part = whole.part(UnitRect(x: 0.125, y: 0, width: 0.75, height: 1))
        #expect(part.width == 48 && part.height == 36)
        #expect(part.planes.map(\.width) == [48, 24, 24] && part.planes.map(\.height) == [36, 18, 18])
        #expect(zip(part.planes, whole.planes).map { $0.base - $1.base } == [8, 4, 4])
        #expect(part.time == whole.time && part.duration == whole.duration && part.generation == 7)
        let lower = whole.part(UnitRect(x: 0, y: 0.25, width: 1, height: 0.5))
        #expect(lower.height == 18 && lower.planes.map(\.height) == [18, 9, 9])
        // Nine rows above the crop; chroma has one row for two.
        #expect(zip(lower.planes, whole.planes).map { $0.base - $1.base } == [10 * 256, 5 * 256, 5 * 256])
        #expect(whole.part(UnitRect(x: 0, y: 0, width: 1, height: 1)) === whole)
    }

    @Test(arguments: [
        (PixelFormat.nv12, [16, 16]), (.rgba, [64]), (PixelFormat(layout: .gray, bytesPerComponent: 2), [32]),
        (PixelFormat(layout: .planarYUV, bytesPerComponent: 2), [32, 32, 32]),
        (PixelFormat(layout: .yuyv, chromaShiftX: 1), [32]),
    ])
    func samplesOfSeveralBytesStayWhole(_ format: PixelFormat, offsets: [Int]) throws {
        let whole = try frame(64, 36, format)
        let part = whole.part(UnitRect(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(zip(part.planes, whole.planes).map { $0.base - $1.base } == offsets)
    }

    /// A part is named as it is seen: turned, and mirrored before.
    @Test func aPartOfATurnedFrameIsThePartThatIsSeen() throws {
        // The upper left quarter as seen, and the place of its first sample in memory.
        let corner = UnitRect(x: 0, y: 0, width: 0.5, height: 0.25)
        for (rotation, x, y, width, height) in [
            (VideoFrame.Rotation.none, 0, 0, 32, 9), (.clockwise90, 0, 18, 16, 18), (.clockwise180, 32, 27, 32, 9),
            (.clockwise270, 48, 0, 16, 18),
        ] {
            let whole = try frame(64, 36, .rgba, rotation: rotation)
            let part = whole.part(corner)
            #expect(part.width == width && part.height == height, "\(rotation)")
            #expect(part.planes[0].base - whole.planes[0].base == y * 256 + x * 4, "\(rotation)")
            #expect(part.rotation == rotation)
        }
        let upright = try frame(64, 36, .rgba)
        #expect(upright.part(corner, seen: .clockwise180).planes[0].base - upright.planes[0].base == 27 * 256 + 32 * 4)
    }

    @Test func partsBeginAtASampleOfColourAndLieInside() throws {
        let whole = try frame(65, 37)
        let part = whole.part(UnitRect(Rect(x: 7, y: 9, width: 20, height: 10), of: Size(width: 65, height: 37)))
        // Between the columns 6 and 8, and the rows 8 and 10.
        #expect([6, 8].contains(part.planes[0].base - whole.planes[0].base - 260 * 10 + 0))
        #expect(part.width % 2 == 0 && part.height % 2 == 0)
        let end = whole.part(UnitRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        // The last column and row, which have half a sample of colour.
        #expect(end.width == 33 && end.height == 19)
        for nonsense in [
            UnitRect(x: .nan, y: 0, width: 1, height: 1), UnitRect(x: 0, y: 2, width: 1, height: 1),
            UnitRect(x: 0, y: 0, width: -1, height: 1), UnitRect(x: -.infinity, y: 0, width: .infinity, height: 1),
            UnitRect(x: 0, y: 0, width: 0, height: 0),
        ] {
            #expect(whole.part(nonsense) === whole, "\(nonsense)")
        }
        #expect(whole.part(UnitRect(x: -1e300, y: -5, width: 2e300, height: 10)) === whole)
    }

    @Test func anythingLeavesSomethingOfIt() throws {
        for (width, height) in [(1, 1), (3, 5), (2, 2), (17, 1)] {
            let part = try frame(width, height).part(
                UnitRect(x: 0.5, y: 0.5, width: 0.0001, height: .leastNonzeroMagnitude))
            #expect(part.width >= 1 && part.height >= 1 && part.width <= width && part.height <= height)
            #expect(part.planes.allSatisfy { $0.width >= 1 && $0.height >= 1 })
        }
    }

    @Test func turnsAddUpAndShapesAreAsSeen() throws {
        #expect(try frame(64, 36).shown(turnedBy: .clockwise270).rotation == .clockwise270)
        #expect(try frame(64, 36, rotation: .clockwise180).shown(turnedBy: .clockwise270).rotation == .clockwise90)
        func aspect(_ frame: VideoFrame) -> Double {
            Double(frame.width) * frame.sampleAspectRatio.value / Double(frame.height)
        }
        #expect(try aspect(frame(64, 36).shown(turnedBy: .none, aspect: Rational(4, 3))) == 4.0 / 3)
        // A frame that is rotated has this aspect ratio after its rotation.
        let upright = try frame(64, 36, rotation: .clockwise90).shown(turnedBy: .clockwise90, aspect: Rational(4, 3))
        #expect(abs(aspect(upright) - 3.0 / 4) < 1e-9 && upright.rotation == .clockwise180)
        for ratio in [Rational(0, 1), Rational(-4, 3), Rational(.max, 1), Rational(1, 0)] {
            #expect(try frame(64, 36).shown(turnedBy: .none, aspect: ratio).sampleAspectRatio == Rational(1, 1))
        }
    }
}
