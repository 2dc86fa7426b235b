import OrielGeometry
import Testing

@Suite struct PlacementDragTests {
    private let area = Size(width: 1280, height: 680)
    private let start = Placement(
        output: "A", corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20),
        size: Size(width: 320, height: 180))

    @Test func aMovedPictureFollowsTheHandAndKeepsItsCorner() {
        var drag = PlacementDrag(moving: start)
        #expect(
            drag.move(dx: -100.4, dy: -50.4, in: area).rect(in: area) == Rect(x: 840, y: 430, width: 320, height: 180))
        // A rounding error is included in the next step.
        let place = drag.move(dx: -0.4, dy: -0.4, in: area)
        #expect(place.rect(in: area) == Rect(x: 839, y: 429, width: 320, height: 180))
        #expect(place.corner == .bottomRight && place.output == "A")
    }

    @Test func itStaysInTheAreaAndTheHandMayComeBack() {
        var drag = PlacementDrag(moving: start)
        #expect(drag.move(dx: -2000, dy: 2000, in: area).rect(in: area) == Rect(x: 0, y: 500, width: 320, height: 180))
        #expect(drag.move(dx: 2000, dy: -2000, in: area).rect(in: area) == start.rect(in: area))
        #expect(drag.move(dx: -.infinity, dy: 0, in: area).rect(in: area).x == 0)
        #expect(drag.move(dx: .greatestFiniteMagnitude, dy: 0, in: area).rect(in: area).maxX == 1280)
    }

    @Test func anAreaThatShrinksUnderTheHandHoldsThePicture() {
        var drag = PlacementDrag(moving: start)
        _ = drag.move(dx: 0, dy: -440, in: area)
        let small = Size(width: 1280, height: 600)
        #expect(drag.move(dx: 0, dy: 0, in: small).rect(in: small).y == 0)
    }

    @Test func whatADragLeavesIsHeldByTheNearestCornerInTheSamePlace() {
        var drag = PlacementDrag(moving: start)
        let left = drag.move(dx: -800, dy: 20, in: area)
        let settled = left.heldByNearestCorner(in: area)
        #expect(settled.corner == .bottomLeft && settled.margins == EdgeInsets(bottom: 0, left: 140))
        #expect(settled.rect(in: area) == left.rect(in: area))
    }

    struct Pull: Sendable {
        var edges: Edges
        var held: Corner
        var dx = 0.0
        var dy = 0.0
        var width: Int
    }

    private static let pulls = [
        Pull(edges: .left, held: .bottomRight, dx: -64, width: 384),
        Pull(edges: .right, held: .bottomLeft, dx: 10, width: 330),
        Pull(edges: .top, held: .bottomRight, dy: -36, width: 384),
        Pull(edges: .bottom, held: .topRight, dy: 9, width: 336),
        Pull(edges: [.top, .left], held: .bottomRight, dx: -64, dy: -9, width: 384),
        Pull(edges: [.top, .left], held: .bottomRight, dx: -16, dy: -36, width: 384),
        Pull(edges: [.bottom, .right], held: .topLeft, dx: 10, width: 330),
    ]

    @Test(arguments: pulls) func anEdgePullsAndTheCornerAcrossStays(pull: Pull) {
        var drag = PlacementDrag(resizing: start, by: pull.edges, in: area)
        let place = drag.move(dx: pull.dx, dy: pull.dy, in: area)
        #expect(place.corner == pull.held && place.size.width == pull.width)
        #expect(abs(place.size.height * 16 - pull.width * 9) <= 8)
        let (before, after) = (start.rect(in: area), place.rect(in: area))
        #expect(pull.held.isLeft ? after.x == before.x : after.maxX == before.maxX)
        #expect(pull.held.isTop ? after.y == before.y : after.maxY == before.maxY)
    }

    @Test func aPictureGrowsNoFartherThanTheArea() {
        var drag = PlacementDrag(resizing: start, by: [.top, .left], in: area)
        let place = drag.move(dx: -5000, dy: -5000, in: area)
        #expect(Rect(origin: .zero, size: area).contains(place.rect(in: area)) && place.size.height == 660)
        #expect(drag.move(dx: 9000, dy: 9000, in: area).size.height == Placement.minimumSide)
    }
}
