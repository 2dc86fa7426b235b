import OrielGeometry
import OrielStamps
import Testing

@Suite struct StampTests {
    private let output = Size(width: 1280, height: 720)

    @Test(arguments: StampColor.allCases)
    func aFullScreenFrameIsReadWithItsPlace(stream: StampColor) {
        for index in [0, 1, 255, 256, 4711, 0xFFFF] {
            let found = StampReader.locate(in: StampPainter.picture(of: stream, index: index, size: output))
            #expect(found.map(\.stream) == [stream])
            #expect(found.map(\.index) == [index])
            #expect(found.map(\.quarters) == [4])
            #expect(near(found.first?.picture, Rect(origin: .zero, size: output), 2))
        }
    }

    @Test(arguments: [(320, 180), (480, 270), (160, 90), (333, 187), (240, 320), (640, 360)])
    func aReducedFrameIsRead(width: Int, height: Int) {
        let source = StampPainter.picture(of: .red, index: 12345, size: Size(width: 1920, height: 1080))
        let reduced = source.resampled(to: Size(width: width, height: height))
        var screen = RGBPicture(size: output)
        screen.draw(reduced, at: Point(x: 411, y: 203))
        let found = StampReader.locate(in: screen)
        #expect(found.map(\.index) == [12345])
        #expect(near(found.first?.picture, Rect(x: 411, y: 203, width: width, height: height), 3))
    }

    @Test func aWindowUnderAnOverlayIsReadAndSoIsTheOverlay() {
        var screen = StampPainter.picture(of: .green, index: 100, size: output)
        let small = Size(width: 320, height: 180)
        screen.draw(StampPainter.picture(of: .blue, index: 7, size: small), at: Point(x: 940, y: 520))
        let found = StampReader.locate(in: screen)
        #expect(found.map(\.stream) == [.blue, .green])
        #expect(found.map(\.index) == [7, 100])
        #expect(found.map(\.quarters) == [4, 3])
        #expect(found.allSatisfy { !$0.isTorn })
    }

    @Test func theSameStreamInWindowAndOverlayIsFoundTwice() {
        var screen = StampPainter.picture(of: .green, index: 100, size: output)
        let small = Size(width: 320, height: 180)
        for origin in [Point(x: 940, y: 520), Point(x: 480, y: 270), Point(x: 17, y: 33), Point(x: 300, y: 190)] {
            var both = screen
            both.draw(StampPainter.picture(of: .green, index: 101, size: small), at: origin)
            let found = StampReader.locate(in: both)
            #expect(Set(found.map(\.index)) == [100, 101], "overlay at \(origin)")
            #expect(found.count == 2)
            #expect(near(found.last?.picture, Rect(origin: origin, size: small), 3))
        }
        screen.draw(RGBPicture(size: output), at: .zero)
        #expect(StampReader.locate(in: screen).isEmpty)
    }

    @Test func aPictureThatReachesPastTheEdgeIsPlacedByItsVisibleQuarters() {
        var screen = RGBPicture(size: output)
        let size = Size(width: 480, height: 270)
        screen.draw(StampPainter.picture(of: .yellow, index: 9, size: size), at: Point(x: -240, y: 300))
        let found = StampReader.locate(in: screen)
        #expect(found.map(\.index) == [9])
        #expect(found.map(\.quarters) == [2])
        #expect(near(found.first?.picture, Rect(x: -240, y: 300, width: 480, height: 270), 6))
    }

    @Test func halvesOfTwoFramesAreTorn() {
        var screen = StampPainter.picture(of: .cyan, index: 41, size: output)
        let next = StampPainter.picture(of: .cyan, index: 42, size: output)
        screen.pixels.replaceSubrange((360 * 1280)..., with: next.pixels[(360 * 1280)...])
        let found = StampReader.locate(in: screen)
        #expect(found.map(\.isTorn) == [true])
        #expect(found.map(\.index) == [42])
    }

    @Test func aTearInsideABlockNeverReadsAsAnotherIndex() {
        for (before, after) in [(41, 42), (255, 256), (0, 0xFFFF)] {
            let old = StampPainter.picture(of: .magenta, index: before, size: output)
            let new = StampPainter.picture(of: .magenta, index: after, size: output)
            for tear in Swift.stride(from: 0, through: 720, by: 15) {
                var screen = old
                screen.pixels.replaceSubrange((tear * 1280)..., with: new.pixels[(tear * 1280)...])
                let indexes = Set(StampReader.locate(in: screen).map(\.index))
                #expect(indexes.isSubset(of: [before, after]), "tear at row \(tear)")
            }
        }
    }

    @Test func aKnownRegionIsReadAndAWrongOneIsNot() {
        var screen = RGBPicture(size: output, filledWith: 0xFF40_4040)
        let region = Rect(x: 100, y: 80, width: 320, height: 180)
        screen.draw(StampPainter.picture(of: .red, index: 77, size: region.size), at: region.origin)
        #expect(StampReader.read(in: screen, region: region)?.index == 77)
        #expect(StampReader.read(in: screen, region: Rect(x: 700, y: 80, width: 320, height: 180)) == nil)
        #expect(StampReader.read(in: screen, region: Rect(x: -50, y: 600, width: 3000, height: 1800)) == nil)
    }

    @Test func pictureOfNoiseHoldsNoStamp() {
        var state: UInt32 = 1
        var screen = RGBPicture(size: output)
        for index in screen.pixels.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            screen.pixels[index] = state
        }
        #expect(StampReader.locate(in: screen).isEmpty)
        #expect(StampReader.locate(in: RGBPicture(size: Size(width: 3, height: 2))).isEmpty)
        #expect(StampReader.locate(in: RGBPicture(size: .zero)).isEmpty)
    }

    private func near(_ found: Rect?, _ wanted: Rect, _ tolerance: Int) -> Bool {
        guard let found else { return false }
        return abs(found.x - wanted.x) <= tolerance && abs(found.y - wanted.y) <= tolerance
            && abs(found.maxX - wanted.maxX) <= tolerance && abs(found.maxY - wanted.maxY) <= tolerance
    }
}
