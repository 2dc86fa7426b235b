import OrielGeometry
import Testing

@Suite struct DodgeTests {
    private let area = Size(width: 1280, height: 720)
    private let place = Placement(
        corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20), size: Size(width: 320, height: 180))

    @Test func itGoesAcrossThePointersWay() {
        #expect(place.dodged(x: 2, y: 90, in: area).corner == .topRight)
        #expect(place.dodged(x: 318, y: 90, in: area).corner == .topRight)
        #expect(place.dodged(x: 160, y: 2, in: area).corner == .bottomLeft)
    }

    @Test func aPointerThatFollowsItReachesIt() {
        var dodge = Dodge()
        let times = [0, 2, 4].map { dodge.pointerCame(at: .seconds($0)) }
        #expect(times == [true, true, false])
        // While the pointer is over the overlay, and a little longer.
        dodge.pointerStayed(at: .seconds(60))
        let later = [62, 66].map { dodge.pointerCame(at: .seconds($0)) }
        #expect(later == [false, true])
    }
}
