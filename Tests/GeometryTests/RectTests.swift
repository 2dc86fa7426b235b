import OrielGeometry
import Testing

@Suite struct RectTests {
    /// Apps may pass any rectangle: sides beyond the integer range are clamped.
    @Test func lengthsBeyondTheNumbersAreCutOff() {
        let screen = Rect(x: 0, y: 0, width: 1280, height: 720)
        let far: [Int] = [.min, .min + 1, -1 << 40, -1, 0, 1, 640, 1 << 40, .max - 1, .max]
        for x in far {
            for width in far {
                let rect = Rect(x: x, y: x, width: width, height: width)
                let seen = rect.intersection(screen)
                #expect(seen.map { screen.contains($0) && rect.contains($0) && !$0.isEmpty } ?? true, "\(rect)")
                #expect(seen == screen.intersection(rect), "\(rect)")
                for other in far {
                    _ = rect.intersection(Rect(x: other, y: 0, width: .max, height: .max))
                    _ = rect.contains(Rect(x: other, y: 0, width: width, height: 1))
                }
            }
        }
        #expect(Rect(x: .max, y: .min, width: .max, height: .min).maxX == .max)
        #expect(Rect(x: .max, y: .min, width: .max, height: .min).maxY == .min)
        #expect(
            Rect(x: -10, y: -10, width: .max, height: .max).intersection(screen) == screen,
            "all of a screen is seen of what covers everything")
        #expect(Rect(x: .min, y: 0, width: .max, height: 5).intersection(screen) == nil)
    }

    @Test func numbersAreRoundedInUnitsOfAScale() {
        let rect = Rect(x: -3, y: 4, width: 5, height: 7)
        #expect(rect.divided(by: 2) == Rect(x: -2, y: 2, width: 3, height: 4))
        #expect(rect.divided(by: 1.5) == Rect(x: -2, y: 3, width: 3, height: 5))
        #expect(rect.offset(by: Point(x: 10, y: -20)) == Rect(x: 7, y: -16, width: 5, height: 7))
    }

    @Test func commonPartsAreAsEver() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.maxX == 40 && rect.maxY == 60)
        #expect(rect.intersection(Rect(x: 39, y: 59, width: 9, height: 9)) == Rect(x: 39, y: 59, width: 1, height: 1))
        #expect(rect.intersection(Rect(x: 40, y: 20, width: 9, height: 9)) == nil)
        #expect(rect.intersection(Rect(x: 0, y: 0, width: 0, height: 99)) == nil)
    }
}
