import OrielGeometry
import Testing

@Suite struct PixelGridTests {
    private static let scales = [1, 1.25, 4.0 / 3, 1.5, 1.75, 2, 1.1, 3, 0.5]

    @Test func partsBeginWhereBothGridsMeet() throws {
        let surface = Size(width: 480, height: 270)
        let at150 = try #require(
            PixelGrid(scale: 1.5).part(containing: Rect(x: 10, y: 4, width: 20, height: 8), of: surface))
        #expect(at150.logical == Rect(x: 6, y: 2, width: 14, height: 6))
        #expect(at150.pixels == Rect(x: 9, y: 3, width: 21, height: 9))
        let at125 = try #require(
            PixelGrid(scale: 1.25).part(containing: Rect(x: 10, y: 4, width: 20, height: 8), of: surface))
        #expect(at125.logical == Rect(x: 8, y: 0, width: 16, height: 12))
        #expect(at125.pixels == Rect(x: 10, y: 0, width: 20, height: 15))
    }

    /// Each part contains the given rectangle, lies on the surface, and has the pixel size of its logical size.
    @Test(arguments: scales) func partsContainWhatWasAskedForAndStayOnTheSurface(scale: Double) {
        let grid = PixelGrid(scale: scale)
        let parts = Int((scale * 120).rounded())
        for surface in [Size(width: 240, height: 135), Size(width: 101, height: 77), Size(width: 1, height: 1)] {
            let whole = grid.pixels(of: surface)
            for x in stride(from: -3, to: whole.width + 3, by: 7) {
                for y in stride(from: -3, to: whole.height + 3, by: 5) {
                    let rect = Rect(x: x, y: y, width: 9, height: 6)
                    guard let seen = rect.intersection(Rect(origin: .zero, size: whole)) else {
                        #expect(grid.part(containing: rect, of: surface) == nil)
                        continue
                    }
                    guard let part = grid.part(containing: rect, of: surface) else {
                        Issue.record("nothing of \(rect) at \(scale)")
                        continue
                    }
                    #expect(part.pixels.contains(seen))
                    #expect(Rect(origin: .zero, size: surface).contains(part.logical))
                    #expect(Rect(origin: .zero, size: whole).contains(part.pixels))
                    #expect(part.pixels.x * 120 == part.logical.x * parts)
                    #expect(part.pixels.y * 120 == part.logical.y * parts)
                    if part.logical.maxX < surface.width {
                        #expect(part.pixels.width * 120 == part.logical.width * parts)
                    }
                }
            }
        }
    }

    @Test func absurdScalesTrapNowhere() {
        for scale in [0, -1, .nan, .infinity, 1e300, 1e-300] as [Double] {
            let grid = PixelGrid(scale: scale)
            #expect(grid.scale > 0)
            _ = grid.part(containing: Rect(x: 0, y: 0, width: 5, height: 5), of: Size(width: 10, height: 10))
        }
    }
}
