import Oriel
import Testing

/// Volume changes with two fingers.
@Suite struct VolumeTouchTests {
    @Test func bothUpIsLouderAndBothDownIsSofter() {
        var touch = VolumeTouch((1, 100), (2, 110))
        // Each moves up by 40 pixels, in alternation.
        var steps = 0
        for height in stride(from: 0.0, through: 40, by: 5) {
            steps += touch.moved(1, to: 100 - height) + touch.moved(2, to: 110 - height)
        }
        #expect(steps == 2)
        for height in stride(from: 40.0, through: 0, by: -5) {
            steps += touch.moved(1, to: 100 - height) + touch.moved(2, to: 110 - height)
        }
        #expect(steps == 0)
        #expect(touch.moved(1, to: 100 + 2 * VolumeTouch.step) == -1)
    }

    @Test func fingersThatPartChangeNothing() {
        var touch = VolumeTouch((1, 100), (2, 100))
        var steps = 0
        for distance in stride(from: 0.0, through: 80, by: 4) {
            steps += touch.moved(1, to: 100 - distance) + touch.moved(2, to: 100 + distance)
        }
        #expect(steps == 0)
    }

    @Test func othersAndNonsenseAreNotCounted() {
        var touch = VolumeTouch((1, 100), (2, 100))
        #expect(touch.has(1) && touch.has(2) && !touch.has(3))
        #expect(touch.moved(3, to: -4000) == 0)
        #expect(touch.moved(1, to: .nan) == 0 && touch.moved(1, to: .infinity) == 0)
        #expect(touch.moved(1, to: -1e300) == 100)
    }
}
