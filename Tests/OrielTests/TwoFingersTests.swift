import OrielWindows
import Testing

/// Volume and zoom with two fingers.
@Suite struct TwoFingersTests {
    private func steps(_ effect: TwoFingers.Effect) -> Int {
        if case .volume(let steps) = effect { steps } else { 0 }
    }

    @Test func bothUpIsLouderAndBothDownIsSofter() {
        var touch = TwoFingers((1, (10, 100)), (2, (80, 110)))
        // Each moves up by 40 pixels, in alternation.
        var steps = 0
        for height in stride(from: 0.0, through: 40, by: 5) {
            steps += self.steps(touch.moved(1, to: 10, 100 - height)) + self.steps(touch.moved(2, to: 80, 110 - height))
        }
        #expect(steps == 2)
        for height in stride(from: 40.0, through: 0, by: -5) {
            steps += self.steps(touch.moved(1, to: 10, 100 - height)) + self.steps(touch.moved(2, to: 80, 110 - height))
        }
        #expect(steps == 0)
        let last = touch.moved(1, to: 10, 100 + 2 * TwoFingers.step)
        #expect(last == .volume(-1))
    }

    @Test func fingersThatPartEnlargeByTheirDistance() {
        var touch = TwoFingers((1, (100, 100)), (2, (140, 100)))
        var factor = 1.0
        for distance in stride(from: 0.0, through: 80, by: 4) {
            for effect in [touch.moved(1, to: 100 - distance / 2, 100), touch.moved(2, to: 140 + distance / 2, 100)] {
                #expect(steps(effect) == 0)
                if case .zoom(let step, let x, let y) = effect {
                    factor *= step
                    #expect((100.0...140).contains(x) && y == 100)
                }
            }
        }
        // From 40 pixels to 120.
        #expect(abs(factor - 3) < 1e-9)
        // They go on with the one that they have begun.
        let later = touch.moved(1, to: 60, 40)
        #expect(steps(later) == 0)
    }

    @Test func othersAndNonsenseAreNotCounted() {
        var touch = TwoFingers((1, (0, 100)), (2, (50, 100)))
        #expect(touch.has(1) && touch.has(2) && !touch.has(3))
        let effects = [touch.moved(3, to: 0, -4000), touch.moved(1, to: 0, .nan), touch.moved(1, to: .infinity, 0)]
        #expect(effects == [.none, .none, .none])
        guard case .zoom(let factor, _, _) = touch.moved(1, to: 0, -1e300) else {
            return #expect(Bool(false), "no zoom")
        }
        #expect(factor > 1)
        // Both at one place.
        var together = TwoFingers((1, (5, 5)), (2, (5, 5)))
        let nothing = together.moved(1, to: 5, 5)
        #expect(nothing == .none)
    }
}
