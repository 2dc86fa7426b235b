import OrielGeometry
import Testing

@Suite struct GlideTests {
    private let area = Size(width: 1280, height: 720)
    private let start = Placement(
        output: "A", corner: .bottomLeft, margins: EdgeInsets(bottom: 20, left: 20), size: Size(width: 160, height: 90))
    private let end = Placement(
        output: "A", corner: .topRight, margins: EdgeInsets(top: 20, right: 20), size: Size(width: 320, height: 180))

    @Test func itBeginsWhereThePictureIsAndEndsInItsPlace() throws {
        let glide = try #require(Glide(from: start, to: end, in: area, at: .seconds(5)))
        #expect(glide.placement(at: .seconds(4)).rect(in: area) == start.rect(in: area))
        #expect(glide.placement(at: .seconds(5)).rect(in: area) == start.rect(in: area))
        #expect(!glide.isOver(at: .seconds(5) + Glide.duration - .nanoseconds(1)))
        #expect(glide.isOver(at: .seconds(5) + Glide.duration))
        #expect(glide.placement(at: .seconds(5) + Glide.duration) == end)
        #expect(glide.placement(at: .seconds(500)) == end)
    }

    @Test func itNeverTurnsBackNorLeavesTheScreenAndSlowsDown() throws {
        let glide = try #require(Glide(from: start, to: end, in: area, at: .zero))
        let rects = (0...20).map { glide.placement(at: Glide.duration * $0 / 20).rect(in: area) }
        for (one, next) in zip(rects, rects.dropFirst()) {
            #expect(next.x >= one.x && next.maxX >= one.maxX && next.y <= one.y && next.width >= one.width)
            #expect(Rect(origin: .zero, size: area).contains(next))
        }
        #expect(rects[5].x - rects[0].x > 2 * (rects[20].x - rects[15].x))
        #expect(glide.placement(at: Glide.duration / 3).corner == .topRight)
    }

    @Test func thereIsNoneToTheSamePlaceOrAcrossOutputs() {
        var elsewhere = end
        elsewhere.output = "B"
        let same = Placement(rect: end.rect(in: area), holding: .bottomLeft, in: area, output: "A")
        #expect(Glide(from: end, to: same, in: area, at: .zero) == nil)
        #expect(Glide(from: start, to: elsewhere, in: area, at: .zero) == nil)
    }

    /// From a whole screen into a corner, as in the transition from full screen to Picture in Picture.
    @Test func aPictureKeepsItsShapeOnItsWay() {
        let (whole, small) = (Rect(origin: .zero, size: area), Rect(x: 940, y: 520, width: 320, height: 180))
        let motion = Motion(from: whole, to: small, at: .seconds(1))
        #expect(motion.share(at: .zero) == 0 && motion.share(at: .seconds(2)) == 1)
        #expect(motion.rect(at: .zero) == whole && motion.rect(at: .seconds(2)) == small)
        for step in 0...20 {
            let rect = motion.rect(at: .seconds(1) + Motion.duration * step / 20)
            #expect(abs(Double(rect.height) * 16 / 9 - Double(rect.width)) <= 2, "\(rect)")
            #expect(whole.contains(rect) && rect.contains(small))
        }
    }
}
