import OrielGeometry
import Testing

@Suite struct PlacementTests {
    let area = Size(width: 1280, height: 720)

    @Test(arguments: [16.0 / 9, 4.0 / 3, 21.0 / 9, 1, 9.0 / 16, 2.39])
    func case100_firstPlaceIsABottomCornerOfAtMostAQuarterHeightAndAThirdWidth(aspect: Double) {
        let place = Placement.initial(aspectRatio: aspect, in: area)
        #expect(place.corner == .bottomRight)
        // A portrait video is as large as a landscape one.
        #expect(min(place.size.height, place.size.width) * 4 <= area.height + 2)
        #expect(place.size.height * (aspect < 1 ? 2 : 4) <= area.height + 2)
        #expect(place.size.width * 3 <= area.width + 2)
        #expect(abs(Double(place.size.width) / Double(place.size.height) - aspect) < 0.02 * aspect)
        #expect(Placement.initial(aspectRatio: aspect, in: area, isRightToLeft: true).corner == .bottomLeft)
    }

    @Test func theFirstPlaceOf16By9IsAQuarterOfTheHeight() {
        let place = Placement.initial(aspectRatio: 16 / 9, in: Size(width: 1920, height: 1080))
        #expect(place.size == Size(width: 480, height: 270))
        #expect(place.margins == EdgeInsets(right: 20, bottom: 20))
        #expect(place.rect(in: Size(width: 1920, height: 1080)) == Rect(x: 1420, y: 790, width: 480, height: 270))
    }

    @Test func theFirstPlaceOfAPortraitVideoHasTheAreaOfALandscapeOne() {
        #expect(Placement.initial(aspectRatio: 9 / 16, in: area).size == Size(width: 180, height: 320))
        // At most half of the height, and a third of the width of a portrait screen.
        #expect(Placement.initial(aspectRatio: 9 / 21, in: area).size == Size(width: 154, height: 360))
        let portrait = Placement.initial(aspectRatio: 9 / 16, in: Size(width: 720, height: 1280))
        #expect(portrait.size == Size(width: 240, height: 427))
    }

    @Test func case101_aPlaceOffTheAreaIsBroughtBack() {
        let lost = Placement(
            corner: .topLeft, margins: EdgeInsets(top: 5000, left: -900), size: Size(width: 320, height: 180))
        let found = lost.clamped(to: area)
        #expect(Rect(origin: .zero, size: area).contains(found.rect(in: area)))
    }

    /// Not the nearest edge: no person chose that place.
    @Test(arguments: [Corner.topLeft, .topRight, .bottomLeft, .bottomRight])
    func case101_aStoredPlaceOffAllOutputsBecomesTheFirstOne(corner: Corner) {
        let first = Placement.initial(aspectRatio: 16.0 / 9, in: area)
        for margins in [
            EdgeInsets(top: 5000, right: 5000, bottom: 5000, left: 5000), EdgeInsets(top: -400, bottom: -400),
            EdgeInsets(right: 1300, left: 1300),
        ] {
            var lost = Placement(corner: corner, margins: margins, size: Size(width: 400, height: 225))
            lost.output = "HEADLESS-1"
            var expected = first
            expected.output = "HEADLESS-1"
            #expect(lost.refitted(aspectRatio: 16.0 / 9, in: area) == expected, "\(margins)")
        }
        // A placement that is partly visible is moved inside.
        let edge = Placement(
            corner: .topLeft, margins: EdgeInsets(top: 100, left: -200), size: Size(width: 320, height: 180))
        #expect(
            edge.refitted(aspectRatio: 16.0 / 9, in: area).rect(in: area) == Rect(x: 0, y: 100, width: 320, height: 180)
        )
    }

    @Test func case102_aNewAspectKeepsHeightAndRightEdge() {
        let wide = Placement(
            corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20), size: Size(width: 320, height: 180))
        let tall = wide.refitted(aspectRatio: 9.0 / 16, in: area)
        #expect(tall.rect(in: area).maxX == wide.rect(in: area).maxX)
        let panorama = wide.refitted(aspectRatio: 12, in: area)
        #expect(Rect(origin: .zero, size: area).contains(panorama.rect(in: area)))
        #expect(wide.refitted(aspectRatio: 4.0 / 3, in: area).size == Size(width: 240, height: 180))
    }

    @Test func case134_aPortraitPictureHasTheAreaOfALandscapeOne() {
        let wide = Placement(
            corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20), size: Size(width: 320, height: 180))
        let tall = wide.refitted(aspectRatio: 9.0 / 16, in: area)
        #expect(tall.size == Size(width: 180, height: 320))
        #expect(tall.refitted(aspectRatio: 9.0 / 16, in: area) == tall)
        #expect(tall.refitted(aspectRatio: 16.0 / 9, in: area).size == wide.size)
        #expect(tall.refitted(aspectRatio: 0.25, in: area).size == Size(width: 120, height: 480))
        #expect(tall.rect(in: area).maxX == wide.rect(in: area).maxX)
    }

    @Test func resizingKeepsTheHeldCornerAndTheAspect() {
        let place = Placement.initial(aspectRatio: 16 / 9, in: area)
        let big = place.resized(width: 640, in: area)
        #expect(big.size == Size(width: 640, height: 360))
        #expect(big.rect(in: area).maxX == place.rect(in: area).maxX)
        #expect(place.resized(width: 1, in: area).size == Size(width: 114, height: 64))
        #expect(Rect(origin: .zero, size: area).contains(place.resized(width: 90000, in: area).rect(in: area)))
    }

    /// The shorter side counts; a smaller area takes precedence.
    @Test(arguments: [(16.0 / 9, 114, 64), (9.0 / 16, 64, 114), (2.39, 153, 64), (12, 768, 64)])
    func thereIsALeastSize(aspect: Double, width: Int, height: Int) {
        let place = Placement(
            corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20), size: Size(width: 16, height: 16))
        let least = place.refitted(aspectRatio: aspect, in: area)
        #expect(least.size == Size(width: width, height: height))
        #expect(least.resized(width: 1, in: area).size == least.size)
        let small = Size(width: 50, height: 30)
        #expect(
            Rect(origin: .zero, size: small).contains(place.refitted(aspectRatio: aspect, in: small).rect(in: small)))
    }

    /// Narrow video gets bars: an overlay of one pixel could not be grasped.
    @Test(arguments: [(1.0 / 4096, 64, 720), (0.05, 64, 720), (4096, 1280, 64), (30, 1280, 64)])
    func theThinnestVideoHasAnOverlayOfTheLeastSize(aspect: Double, width: Int, height: Int) {
        let least = Size(width: width, height: height)
        let whole = Rect(origin: .zero, size: area)
        let first = Placement.initial(aspectRatio: aspect, in: area)
        #expect(first.size == least)
        #expect(first.refitted(aspectRatio: aspect, in: area).size == least)
        let usual = Placement.initial(aspectRatio: 16.0 / 9, in: area)
        #expect(usual.refitted(aspectRatio: aspect, in: area).size == least)
        #expect(usual.refitted(aspectRatio: aspect, in: area).resized(width: 1, in: area).size == least)
        // A size from a configuration file or another output.
        let wire = Placement(
            corner: .topLeft, margins: EdgeInsets(),
            size: aspect < 1 ? Size(width: 1, height: 720) : Size(width: 1280, height: 1))
        #expect(wire.resized(width: 1, in: area).size == least)
        // The held corner keeps its margin of 20, which leaves less room.
        for size in [Size(width: 16, height: 16), area, Size(width: 5000, height: 1)] {
            let place = usual.resized(within: size, aspectRatio: aspect, in: area)
            #expect(place.size == (aspect < 1 ? Size(width: 62, height: 700) : Size(width: 1260, height: 63)))
            #expect(whole.contains(place.rect(in: area)))
        }
        // A small area takes precedence.
        let small = Size(width: 50, height: 30)
        let inSmall = Placement.initial(aspectRatio: aspect, in: small)
        #expect(inSmall.size == Size(width: aspect < 1 ? 30 : 50, height: 30))
    }

    @Test func aspectRatiosThatMakeNoPictureFallBack() {
        for ratio in [0, -1, Double.nan, .infinity] {
            #expect(!Placement.initial(aspectRatio: ratio, in: area).size.isEmpty)
        }
    }
}
