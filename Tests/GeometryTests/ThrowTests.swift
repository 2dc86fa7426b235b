import OrielGeometry
import Testing

@Suite struct ThrowTests {
    private let area = Size(width: 1280, height: 720)
    private let place = Placement(
        output: "A", corner: .bottomRight, margins: EdgeInsets(right: 500, bottom: 300),
        size: Size(width: 320, height: 180))

    private func thrown(_ x: Double, _ y: Double) -> Rect? {
        place.thrown(Velocity(x: x, y: y), in: area)?.rect(in: area)
    }

    @Test func aSlowHandThrowsNothing() {
        #expect(thrown(700, 700) == nil && thrown(0, 0) == nil && thrown(-999, 0) == nil)
        #expect(thrown(.nan, 5000) == nil && thrown(.infinity, 0) == nil)
        #expect(thrown(-1001, 0) != nil)
    }

    @Test func aThrowAlongAnAxisEndsAtItsEdge() {
        #expect(thrown(-2000, 0) == Rect(x: 20, y: 240, width: 320, height: 180))
        #expect(thrown(2000, 0) == Rect(x: 940, y: 240, width: 320, height: 180))
        #expect(thrown(0, -2000) == Rect(x: 460, y: 20, width: 320, height: 180))
        #expect(thrown(0, 2000) == Rect(x: 460, y: 520, width: 320, height: 180))
    }

    /// 440 to the left, and a quarter of that up.
    @Test func aThrowKeepsItsDirectionOnTheWayToTheEdge() {
        #expect(thrown(-2000, -500) == Rect(x: 20, y: 130, width: 320, height: 180))
        // At the area's limit it moves along the edge.
        #expect(thrown(400, -1200) == Rect(x: 533, y: 20, width: 320, height: 180))
        #expect(thrown(3000, 1200)?.maxY == 612)
    }

    @Test func aDiagonalThrowEndsInItsCorner() {
        for corner in Corner.allCases {
            let rect = thrown(corner.isLeft ? -1200 : 1200, corner.isTop ? -800 : 800)
            #expect(rect == place.moved(to: corner).rect(in: area))
        }
    }

    @Test func aThrowEndsInsideAnyArea() {
        for area in [Size(width: 1, height: 1), Size(width: 330, height: 190), Size(width: 100, height: 4000)] {
            for angle in 0..<16 {
                let (x, y) = [(1.0, 0.0), (0.9, 0.4), (0.7, 0.7), (0.4, 0.9)][angle % 4]
                let sign = [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)][angle / 4]
                let end = place.thrown(Velocity(x: x * sign.0 * 9000, y: y * sign.1 * 9000), in: area)
                #expect(end.map { Rect(origin: .zero, size: area).contains($0.rect(in: area)) } == true)
            }
        }
    }

    @Test func case104_aDragThatSnapsGoesToTheCornerItLeadsTo() {
        let lowerLeft = Placement(
            rect: Rect(x: 40, y: 500, width: 320, height: 180), in: area)
        #expect(lowerLeft.snapped(dx: 60, dy: 0, in: area).corner == .bottomRight)
        #expect(lowerLeft.snapped(dx: 60, dy: 5, in: area).corner == .bottomRight)
        #expect(lowerLeft.snapped(dx: 0, dy: -60, in: area).corner == .topLeft)
        #expect(lowerLeft.snapped(dx: 50, dy: -60, in: area).corner == .topRight)
        #expect(lowerLeft.snapped(dx: -60, dy: 0, in: area).corner == .bottomLeft)
        #expect(lowerLeft.snapped(dx: 0, dy: 0, in: area).margins == EdgeInsets(bottom: 20, left: 20))
    }
}
