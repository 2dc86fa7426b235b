import OrielGeometry
import Testing

struct ContentFitTests {
    @Test func sameShapeFillsTheTarget() {
        let fit = ContentFit(video: Size(width: 1920, height: 1080))
        #expect(fit.destination(in: Size(width: 480, height: 270)) == Rect(x: 0, y: 0, width: 480, height: 270))
        #expect(fit.destination(in: Size(width: 3840, height: 2160)) == Rect(x: 0, y: 0, width: 3840, height: 2160))
    }

    @Test func lettersAndPillars() {
        let fit = ContentFit(video: Size(width: 1920, height: 1080))
        #expect(fit.destination(in: Size(width: 1280, height: 1024)) == Rect(x: 0, y: 152, width: 1280, height: 720))
        #expect(fit.destination(in: Size(width: 2560, height: 1080)) == Rect(x: 320, y: 0, width: 1920, height: 1080))
        let classic = ContentFit(video: Size(width: 640, height: 480))
        #expect(
            classic.destination(in: Size(width: 1920, height: 1080)) == Rect(x: 240, y: 0, width: 1440, height: 1080))
    }

    /// 1366×768 is 16:9 except for a third of a pixel.
    @Test func lessThanAPixelOfBarIsNone() {
        let fit = ContentFit(video: Size(width: 1920, height: 1080))
        #expect(fit.destination(in: Size(width: 1366, height: 768)) == Rect(x: 0, y: 0, width: 1366, height: 768))
    }

    /// An overlay's sides are whole logical pixels, which are several of the screen's.
    @Test func anOverlayHasNoBarAtAnyScale() {
        for (width, height) in [(1920, 1080), (320, 180), (640, 272), (640, 480), (1080, 1920)] {
            let fit = ContentFit(video: Size(width: width, height: height))
            for side in 64...400 {
                // The longer side is the one that is chosen.
                let across = width > height ? side : Int((Double(side * width) / Double(height)).rounded())
                let down = width > height ? Int((Double(side * height) / Double(width)).rounded()) : side
                for scale in [1, 1.5, 2] {
                    let target = Size(
                        width: Int((Double(across) * scale).rounded()), height: Int((Double(down) * scale).rounded()))
                    #expect(fit.destination(in: target).size == target, "\(width)x\(height) in \(target)")
                }
            }
        }
    }

    @Test func barsAreEqual() {
        let shapes = [(1920, 1080), (640, 480), (720, 576), (1080, 1920), (33, 17), (4096, 1716), (1, 1), (16384, 1)]
        for (width, height) in shapes {
            let fit = ContentFit(video: Size(width: width, height: height))
            for target in [(1280, 720), (1281, 721), (480, 271), (33, 500), (1, 1), (2, 1), (1, 1000)] {
                let size = Size(width: target.0, height: target.1)
                let rect = fit.destination(in: size)
                #expect(rect.x == size.width - rect.maxX && rect.y == size.height - rect.maxY, "\(fit) in \(size)")
                #expect(!rect.isEmpty && rect.x >= 0 && rect.y >= 0, "\(fit) in \(size)")
                #expect(rect.width == size.width || rect.height == size.height, "\(fit) in \(size)")
            }
        }
    }

    @Test func sampleAspectMakesSamplesLarger() {
        let wide = ContentFit(video: Size(width: 720, height: 576), sampleAspectWidth: 64, sampleAspectHeight: 45)
        #expect(wide.content == Size(width: 1024, height: 576))
        let narrow = ContentFit(video: Size(width: 720, height: 480), sampleAspectWidth: 8, sampleAspectHeight: 9)
        #expect(narrow.content == Size(width: 720, height: 540))
        let unknown = ContentFit(video: Size(width: 720, height: 480), sampleAspectWidth: 0, sampleAspectHeight: 1)
        #expect(unknown.content == Size(width: 720, height: 480))
    }

    @Test func whatFillsATargetIsCutInOneDirection() {
        let fit = ContentFit(video: Size(width: 1920, height: 1080))
        #expect(fit.filledPart(of: Size(width: 480, height: 270)) == (1, 1))
        #expect(fit.filledPart(of: Size(width: 1080, height: 1080)) == (0.5625, 1))
        #expect(fit.filledPart(of: Size(width: 1920, height: 540)) == (1, 0.5))
        #expect(fit.filledPart(of: .zero) == (1, 1))
        #expect(ContentFit(content: .zero).filledPart(of: Size(width: 1, height: 1)) == (1, 1))
    }

    @Test func quarterTurnStandsUpright() {
        let fit = ContentFit(
            video: Size(width: 1440, height: 1080), sampleAspectWidth: 4, sampleAspectHeight: 3, isTransposed: true)
        #expect(fit.content == Size(width: 1080, height: 1920))
        #expect(fit.destination(in: Size(width: 1280, height: 720)) == Rect(x: 437, y: 0, width: 406, height: 720))
    }

    @Test func emptyShapesAndHugeRatiosAreHarmless() {
        #expect(ContentFit(content: .zero).destination(in: Size(width: 9, height: 9)).isEmpty)
        #expect(ContentFit(content: Size(width: 9, height: 9)).destination(in: .zero).isEmpty)
        let huge = ContentFit(
            video: Size(width: 16384, height: 16384), sampleAspectWidth: .max, sampleAspectHeight: 1)
        #expect(huge.content.width == Int(Int32.max))
        #expect(huge.destination(in: Size(width: 480, height: 270)).height == 2)
    }
}
