import OrielControls
import OrielGeometry
import Testing

/// The frame with which a part of a picture is chosen.
@Suite struct CropFrameTests {
    private let picture = Rect(x: 100, y: 50, width: 800, height: 400)

    @Test func edgesCornersAndTheWholeFollowTheHand() {
        var frame = CropFrame(.whole, of: picture)
        #expect(frame.edges(at: 105, 55) == [.left, .top] && frame.edges(at: 500, 448) == .bottom)
        #expect(frame.edges(at: 500, 200) == [] && frame.edges(at: 20, 200) == nil)
        func drag(from: (Double, Double), to: (Double, Double)) -> Rect {
            _ = frame.press(from.0, from.1)
            _ = frame.move(to: to.0, to.1)
            frame.release()
            return frame.frame
        }
        #expect(drag(from: (900, 450), to: (700, 350)) == Rect(x: 100, y: 50, width: 600, height: 300))
        #expect(drag(from: (100, 200), to: (300, 0)) == Rect(x: 300, y: 50, width: 400, height: 300))
        // As a whole, up to the picture's edges.
        #expect(drag(from: (400, 150), to: (4000, 4000)) == Rect(x: 500, y: 150, width: 400, height: 300))
        // An edge that is drawn over the other one.
        #expect(drag(from: (500, 300), to: (950, 300)) == Rect(x: 876, y: 150, width: 24, height: 300))
        // A new one, from beside it, also to the left and upwards.
        #expect(drag(from: (300, 300), to: (200, 100)) == Rect(x: 200, y: 100, width: 100, height: 200))
    }

    /// Edges and buttons are refitted, and a hand that holds an edge has let it go.
    @Test func theFrameFollowsThePictureToAnotherPlaceAndSize() {
        var frame = CropFrame(UnitRect(x: 0.25, y: 0, width: 0.5, height: 0.5), of: picture)
        _ = frame.press(700, 250)
        frame.picture = Rect(x: 0, y: 30, width: 400, height: 200)
        #expect(frame.frame == Rect(x: 100, y: 30, width: 200, height: 100))
        #expect(!frame.move(to: 900, 450) && frame.part == UnitRect(x: 0.25, y: 0, width: 0.5, height: 0.5))
        #expect(frame.edges(at: 299, 129) == [.right, .bottom] && frame.edges(at: 700, 250) == nil)
        #expect(frame.buttons.allSatisfy { frame.picture.contains($0.area) })
        _ = frame.press(300, 130)
        #expect(frame.move(to: 400, 230) && frame.frame == Rect(x: 100, y: 30, width: 300, height: 200))
    }

    @Test func buttonsAndKeysEndIt() {
        var frame = CropFrame(.whole, of: picture)
        let (apply, cancel) = (frame.buttons[0].area, frame.buttons[1].area)
        #expect(
            !apply.isEmpty && apply.intersection(cancel) == nil && picture.contains(apply) && picture.contains(cancel))
        let steps = [
            frame.press(Double(apply.x) + 1, Double(apply.y) + 1),
            frame.press(Double(cancel.x) + 1, Double(cancel.y) + 1),
            frame.key(.apply, resizes: false), frame.key(.cancel, resizes: false), frame.key(.left, resizes: false),
        ]
        #expect(steps == [.applies, .cancels, .applies, .cancels, .stays])
    }

    /// As far as the picture has room for them.
    @Test(arguments: [(1, 88), (1.5, 132), (2, 176), (9, 256)]) func buttonsGrowWithTheText(scale: Double, width: Int) {
        let frame = CropFrame(.whole, of: picture, canPin: true, textScale: scale)
        #expect(frame.buttons.map(\.area.width) == [width, width, width])
        for size in [Size(width: 320, height: 180), picture.size] {
            let area = Rect(origin: .zero, size: size)
            let small = CropFrame(.whole, of: area, canPin: true, textScale: scale)
            #expect(small.buttons.allSatisfy { area.contains($0.area) }, "\(small.buttons)")
        }
    }

    @Test func aPartIsPinnedToTheNearestCornerByOnePress() throws {
        var frame = CropFrame(UnitRect(x: 0.5, y: 0.1, width: 0.4, height: 0.4), of: picture, canPin: true)
        let pin = try #require(frame.buttons.last)
        #expect(frame.buttons.map(\.step) == [.applies, .cancels, .pins] && picture.contains(pin.area))
        #expect(frame.press(Double(pin.area.x) + 1, Double(pin.area.y) + 1) == .pins && !frame.isPinned)
        frame.pin()
        #expect(frame.isPinned && frame.corner == .topRight)
        for _ in 1...30 { _ = frame.key(.left, resizes: false) }
        #expect(frame.corner == .topLeft && frame.key(.pin, resizes: false) == .pins)
    }

    @Test func aFilmsPartIsNotPinned() {
        var frame = CropFrame(.whole, of: picture, isPinned: true)
        frame.pin()
        #expect(!frame.isPinned && frame.key(.pin, resizes: false) == .stays && frame.buttons.count == 2)
    }

    @Test func keysMoveAndResize() {
        var frame = CropFrame(UnitRect(x: 0.5, y: 0.5, width: 0.25, height: 0.25), of: picture)
        for _ in 1...10 { _ = frame.key(.left, resizes: false) }
        #expect(abs(frame.part.x - 0.4) < 1e-9 && frame.part.width == 0.25)
        for _ in 1...200 { _ = frame.key(.right, resizes: true) }
        #expect(abs(frame.part.x + frame.part.width - 1) < 1e-9)
        for _ in 1...200 { _ = frame.key(.up, resizes: true) }
        #expect(frame.frame.height == 24)
    }

    @Test func nothingLeavesThePicture() {
        var random = SystemRandomNumberGenerator()
        for picture in [picture, Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: 0, height: 0)] {
            var frame = CropFrame(UnitRect(x: .nan, y: 0, width: 1, height: 1), of: picture)
            for _ in 1...2000 {
                let place = (
                    Double.random(in: -2000...2000, using: &random), Double.random(in: -2000...2000, using: &random)
                )
                switch Int.random(in: 0..<6, using: &random) {
                case 0: _ = frame.press(place.0, place.1)
                case 1: frame.release()
                case 2: _ = frame.key([.left, .right, .up, .down].randomElement() ?? .left, resizes: Bool.random())
                case 3: _ = frame.move(to: .nan, .infinity)
                default: _ = frame.move(to: place.0, place.1)
                }
                let part = frame.part
                #expect(
                    part.x >= 0 && part.y >= 0 && part.x + part.width <= 1 + 1e-9 && part.y + part.height <= 1 + 1e-9
                        && part.width > 0 && part.height > 0, "\(part)")
            }
        }
    }
}
