import OrielControls
import OrielGeometry
import Testing

@Suite struct OverlayMarkTests {
    private static let sizes = [(114, 64), (64, 114), (240, 135), (480, 270), (960, 540), (60, 20)]

    /// The padlock lies on the visible part, the arrow on a tab that hides the picture, and they don't overlap.
    @Test(arguments: sizes, [1, 1.25, 1.5, 2])
    func itLiesOnWhatIsSeen(size: (Int, Int), scale: Double) {
        let surface = Size(width: size.0, height: size.1)
        let pixels = PixelGrid(scale: scale).pixels(of: surface)
        for side in [Placement.Side?.none, .left, .right] {
            for isLocked in [false, true] {
                let mark = OverlayMark(isLocked: isLocked, stash: side)
                let items = mark.items(on: surface, scale: scale)
                #expect(items.isEmpty == mark.isEmpty)
                let tab = Double(Placement.tab(ofWidth: surface.width)) * scale
                if let side, case .plate(let area, let radius, let color) = items[0] {
                    #expect(color.alpha == 1 && radius == 0 && area.y == 0 && area.height == pixels.height)
                    #expect(side == .right ? area.x == 0 : area.maxX == pixels.width)
                    #expect(abs(Double(area.width) - tab) <= 1)
                }
                var plates: [Rect] = []
                for item in items.dropFirst(side == nil ? 0 : 1) {
                    let area: Rect
                    switch item {
                    case .plate(let plate, _, _): area = plate
                    case .icon(_, let square, _) where side != nil: area = square
                    default: continue
                    }
                    #expect(Rect(origin: .zero, size: pixels).contains(area) && !area.isEmpty)
                    if side == .left { #expect(Double(area.x) >= Double(pixels.width) - tab - 1) }
                    if side == .right { #expect(Double(area.maxX) <= tab + 1) }
                    #expect(plates.allSatisfy { $0.intersection(area) == nil }, "\(plates) \(area)")
                    plates.append(area)
                }
                #expect(plates.count == (isLocked ? 1 : 0) + (side == nil ? 0 : 1))
            }
        }
    }

    /// A tab of an overlay with round corners has them on the side that is seen.
    @Test func aTabHasTheOverlaysCorners() {
        for (side, area) in [
            (Placement.Side.right, Rect(x: 0, y: 0, width: 54, height: 180)),
            (.left, Rect(x: 266, y: 0, width: 54, height: 180)),
        ] {
            var mark = OverlayMark(stash: side)
            mark.cornerRadius = 10
            guard case .plate(area, 10, _) = mark.items(on: Size(width: 320, height: 180), scale: 1)[0] else {
                Issue.record("\(mark.items(on: Size(width: 320, height: 180), scale: 1)[0])")
                continue
            }
        }
    }

    @Test func theArrowPointsToWhereThePictureComesBack() {
        func icons(_ side: Placement.Side) -> [ControlsIcon] {
            OverlayMark(stash: side).items(on: Size(width: 320, height: 180), scale: 1).compactMap {
                if case .icon(let icon, _, _) = $0 { icon } else { nil }
            }
        }
        #expect(icons(.right) == [.towards(.left)] && icons(.left) == [.towards(.right)])
    }
}
