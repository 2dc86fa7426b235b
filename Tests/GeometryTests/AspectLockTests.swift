import OrielGeometry
import Testing

/// Sizes of a window that keeps its shape within its compositor's bounds.
@Suite struct AspectLockTests {
    private let wide = Size(width: 320, height: 180)

    @Test func theFirstSizeFitsTheBounds() {
        let bounds = Size(width: 320, height: 170)
        #expect(AspectLock(wide, within: bounds).fitted(in: wide) == Size(width: 302, height: 170))
        let tall = AspectLock(Size(width: 180, height: 320), within: bounds)
        #expect(tall.fitted(in: bounds) == Size(width: 96, height: 170))
        #expect(AspectLock(wide, within: nil).fitted(in: wide) == wide)
        #expect(AspectLock(wide, within: .zero).fitted(in: wide) == wide, "empty bounds limit nothing")
    }

    /// An asked size that is too small to use gives way to the least one; bounds never do.
    @Test func boundsLimitMoreThanTheLeastSize() {
        let tiny = Size(width: 1, height: 1)
        #expect(AspectLock(wide, within: nil).fitted(in: tiny) == Size(width: 114, height: 64))
        #expect(AspectLock(wide, within: tiny).fitted(in: wide) == tiny)
        #expect(AspectLock(wide, within: Size(width: 40, height: 200)).fitted(in: tiny) == Size(width: 40, height: 23))
    }

    @Test func itKnowsItsShapeAndItsBounds() {
        let lock = AspectLock(wide, within: Size(width: 320, height: 200))
        #expect(lock.hasShape(Size(width: 267, height: 150)) && !lock.hasShape(Size(width: 240, height: 150)))
        #expect(lock.isFilled(by: wide) && !lock.isFilled(by: Size(width: 267, height: 150)))
        #expect(lock.largest == wide && !AspectLock(wide, within: nil).isFilled(by: wide))
    }

    @Test func aDraggedEdgeDecidesAndTheOtherSideFollows() {
        let lock = AspectLock(wide, within: nil)
        func answer(_ width: Int, _ height: Int, _ edges: Edges) -> Size {
            lock.answer(to: Size(width: width, height: height), draggedFrom: wide, by: edges)
        }
        #expect(answer(480, 180, .right) == Size(width: 480, height: 270))
        #expect(answer(320, 270, .bottom) == Size(width: 480, height: 270))
        #expect(answer(480, 190, [.bottom, .right]) == Size(width: 480, height: 270))
        #expect(answer(330, 270, [.top, .left]) == Size(width: 480, height: 270))
        #expect(answer(480, 180, []) == Size(width: 320, height: 180), "a size that no drag explains is a limit")
        #expect(answer(320, 180, .right) == wide)
    }

    /// Sizes come from the compositor, so any number may.
    @Test func noSizeExceedsTheBoundsOrTraps() {
        var generator = SystemRandomNumberGenerator()
        let sides = [Int.min, -1, 0, 1, 2, 63, 64, 65, 1000, 65_536, Int(Int32.max), Int.max]
        for _ in 0..<20_000 {
            func size() -> Size {
                Size(width: sides.randomElement(using: &generator)!, height: sides.randomElement(using: &generator)!)
            }
            let (shape, bounds, asked, start) = (size(), size(), size(), size())
            let lock = AspectLock(shape, within: bounds)
            for edges in [Edges([]), .left, .top, [.bottom, .right]] {
                let answer = lock.answer(to: asked, draggedFrom: start, by: edges)
                guard !bounds.isEmpty else { continue }
                #expect(answer.width >= 1 && answer.height >= 1)
                #expect(
                    answer.width <= bounds.width && answer.height <= bounds.height,
                    "\(answer) of \(shape) in \(bounds), asked \(asked)")
            }
        }
    }
}
