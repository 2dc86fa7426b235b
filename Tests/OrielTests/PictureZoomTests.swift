import OrielGeometry
import OrielPlayer
import Testing

/// The part that is seen of a picture on a surface that enlarges it.
@Suite struct PictureZoomTests {
    private let film = ContentFit(content: Size(width: 1920, height: 800))
    private let screen = Size(width: 1280, height: 720)

    @Test func aZoomFillsTheBarsBeforeItCutsTheOtherSides() {
        var form = PictureForm()
        #expect(form.view(of: film, in: screen).destination == Rect(x: 0, y: 93, width: 1280, height: 534))
        form.zoom = 1.2
        let seen = form.view(of: film, in: screen)
        #expect(seen.destination.height == 640 && seen.destination.width == 1280 && seen.part.height == 1)
        #expect(abs(seen.part.width - 1 / 1.2) < 1e-9 && abs(seen.part.x - (1 - 1 / 1.2) / 2) < 1e-9)
        form.zoom = 3
        #expect(form.view(of: film, in: screen).destination == Rect(origin: .zero, size: screen))
    }

    @Test func theShapeIsKeptAtEachZoomAndSize() {
        for gravity in [VideoGravity.resizeAspect, .resizeAspectFill] {
            for zoom in stride(from: 1.0, through: 8, by: 0.07) {
                for width in stride(from: 64, through: 2000, by: 77) {
                    var form = PictureForm()
                    (form.gravity, form.zoom) = (gravity, zoom)
                    let target = Size(width: width, height: 333)
                    let (part, place) = form.view(of: film, in: target)
                    let shape =
                        Double(place.width) / Double(place.height) / (part.width / part.height) / film.aspectRatio
                    // To a pixel.
                    #expect(abs(shape - 1) < 3 / Double(min(place.width, place.height)), "\(gravity) \(zoom) \(width)")
                    #expect(Rect(origin: .zero, size: target).contains(place))
                    #expect(
                        part.x >= 0 && part.y >= 0 && part.x + part.width <= 1 + 1e-9
                            && part.y + part.height <= 1 + 1e-9)
                }
            }
        }
    }

    @Test func theWheelKeepsThePointUnderThePointer() {
        let target = Size(width: 1000, height: 1000)
        let picture = ContentFit(content: Size(width: 640, height: 640))
        for place in [UnitPoint(x: 0.2, y: 0.9), .center, UnitPoint(x: 0, y: 1)] {
            var form = PictureForm()
            func under(_ form: PictureForm) -> (x: Double, y: Double) {
                let part = form.view(of: picture, in: target).part
                return (part.x + place.x * part.width, part.y + place.y * part.height)
            }
            let held = under(form)
            for _ in 1...12 {
                form.change(.by(steps: 1, around: place), of: picture, on: target)
                let now = under(form)
                #expect(abs(now.x - held.x) < 1e-9 && abs(now.y - held.y) < 1e-9)
            }
            #expect(form.zoom > 3)
            // The same steps back lead to the whole picture.
            for _ in 1...12 { form.change(.by(steps: -1, around: place), of: picture, on: target) }
            #expect(form.zoom == 1 && form.view(of: picture, in: target).part == .whole)
        }
    }

    @Test func noEdgeComesInsideAndTheWayBackBeginsAtOnce() {
        var form = PictureForm()
        form.change(.to(2), of: film, on: screen)
        for _ in 1...100 { form.change(.pan(dx: 0.1, dy: 0.1), of: film, on: screen) }
        #expect(form.view(of: film, in: screen).part.x == 0)
        form.change(.pan(dx: -0.1, dy: 0), of: film, on: screen)
        #expect(form.view(of: film, in: screen).part.x > 0.04)
    }

    @Test func nonsenseIsNoZoom() {
        var form = PictureForm()
        for zoom in [0.0, -3, .nan, -.infinity] {
            form.zoom = zoom
            #expect(form.zoom == 1)
        }
        form.zoom = .infinity
        #expect(form.zoom == 8)
        form.zoomCenter = UnitPoint(x: .nan, y: 7)
        #expect(form.zoomCenter == .center)
        form.zoomCenter = UnitPoint(x: 1e300, y: -1e300)
        #expect(form.view(of: film, in: screen).part.clamped != nil)
        for change in [
            ZoomChange.by(steps: .infinity, around: .center), .by(steps: .nan, around: .center),
            .by(steps: 1e9, around: UnitPoint(x: .nan, y: 0)), .scale(.nan, around: .center),
            .scale(.infinity, around: .center), .pan(dx: .nan, dy: 1e300), .to(.nan),
        ] {
            form.change(change, of: film, on: screen)
            #expect(form.zoom >= 1 && form.zoom <= 8 && form.zoomCenter.x.isFinite)
            let seen = form.view(of: film, in: screen)
            #expect(seen.part.clamped != nil && !seen.destination.isEmpty)
        }
        form.change(.to(2), of: film, on: .zero)
        #expect(form.view(of: film, in: .zero).destination.isEmpty)
    }
}
