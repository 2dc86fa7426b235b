import Oriel
import OrielGeometry
import Testing

@Suite struct OverlayMemoryTests {
    @Test(arguments: Corner.allCases) func aPlaceIsTheSameThereAndBack(corner: Corner) throws {
        let place = PictureInPicturePlace(
            output: "DP-1", corner: corner, x: 30, y: 40, size: Size(width: 320, height: 180))
        let placement = try #require(Placement(place))
        #expect(PictureInPicturePlace(placement) == place)
        let rect = placement.rect(in: Size(width: 1920, height: 1080))
        #expect(rect.x == (corner.isLeft ? 30 : 1920 - 350) && rect.y == (corner.isTop ? 40 : 1080 - 220))
    }

    @Test func aPlaceOnNoOutputIsNone() {
        let size = Size(width: 320, height: 180)
        #expect(PictureInPicturePlace(Placement(corner: .topLeft, margins: EdgeInsets(), size: size)) == nil)
    }

    /// An app's stored placements come from its files and may be invalid.
    @Test func nonsenseIsNone() {
        let lengths = [
            (0, 0, 0, 9), (0, 0, 9, -1), (.max, 0, 9, 9), (0, .min, 9, 9), (0, 0, .max, 9), (0, 0, 9, 16_385),
        ]
        for (x, y, width, height) in lengths {
            let place = PictureInPicturePlace(
                output: "", corner: .bottomRight, x: x, y: y, size: Size(width: width, height: height))
            #expect(Placement(place) == nil, "\(place)")
        }
    }
}
