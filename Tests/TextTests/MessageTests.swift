import Foundation
import OrielGeometry
import OrielText
import Testing

@Suite struct MessageTests {
    @Test func aPageIsWrittenLineByLineAsFarAsItFits() {
        func runs(_ text: String, _ surface: Size) -> [TextRun] {
            MessageLayout(OnScreenMessage(text, .page), on: surface, scale: 1).scene.items.compactMap {
                if case .text(let run) = $0 { run } else { nil }
            }
        }
        let lines = runs("one\n\nthree", Size(width: 640, height: 360))
        #expect(lines.map(\.text) == ["one", "", "three"])
        #expect(lines[2].position.y - lines[1].position.y == lines[1].position.y - lines[0].position.y)
        #expect(lines[1].position.y > lines[0].position.y && Set(lines.map(\.position.x)).count == 1)
        let many = (1...100).map { "\($0)" }.joined(separator: "\n")
        for height in [1, 40, 360, 4000] {
            let shown = runs(many, Size(width: 640, height: height))
            #expect((1...40).contains(shown.count))
            #expect(shown.count == 1 || (shown.last?.position.y ?? 0) < Double(height))
        }
    }

    /// A page's letters are small, and its values stand in a column.
    @Test func aTabDividesALineOfAPageIntoTwoColumns() throws {
        let surface = Size(width: 1280, height: 720)
        let runs = MessageLayout(OnScreenMessage("Title\nVideo\th264\n\tof 3\tmore", .page), on: surface, scale: 1)
            .scene.items
            .compactMap { if case .text(let run) = $0 { run } else { nil } }
        #expect(runs.map(\.text) == ["Title", "Video", "h264", "", "of 3\tmore"])
        #expect(runs[2].position.x > runs[1].position.x && runs[2].position.x == runs[4].position.x)
        #expect(runs[1].position.y == runs[2].position.y && runs[2].color != runs[1].color)
        #expect(runs.allSatisfy { $0.position.x + ($0.width ?? 0) < Double(surface.width) })
        #expect(runs[0].size < TextStyle(for: surface).lineHeight && runs[0].size * 0.86 >= 12)
    }

    /// In every language, and at every size of letters.
    @Test(
        .enabled(if: hasFonts, "no libass or no font is installed"),
        arguments: ["Ahead", "Gezeichnet", "Decodificado", "المخزَّن مسبقًا", "先読み", "Position"], [1, 2.0])
    func aLabelEndsBeforeItsValue(label: String, textScale: Double) throws {
        let message = OnScreenMessage("\(label)\tvalue", .page)
        let layout = MessageLayout(message, on: Size(width: 1280, height: 720), scale: 1, textScale: textScale)
        let (renderer, scene) = (try TextRenderer(), layout.scene)
        let inks = scene.items.dropFirst().prefix(2).map {
            inkBox(renderer.draw(TextScene(size: scene.size, items: [$0])).bitmap)
        }
        let (first, second) = (try #require(inks[0]), try #require(inks[1]))
        #expect(first.maxX < second.x)
    }

    @Test func timesHaveHoursWhereTheEndHas() {
        #expect(OnScreenMessage.position(.seconds(63), of: .seconds(5400)).text == "0:01:03 / 1:30:00")
        #expect(OnScreenMessage.position(.seconds(63), of: .seconds(90)).text == "1:03 / 1:30")
        #expect(OnScreenMessage.position(.seconds(63), of: nil) == OnScreenMessage("1:03"))
        #expect(OnScreenMessage.position(.seconds(-5), of: .zero).text == "0:00")
    }

    /// The line height is the font's ascender and descender; the em is 0.86 of it.
    @Test func lettersAreReadableOnTheSmallestOverlayAndGrowWithThePicture() {
        let heights = [(240, 135), (480, 270), (1280, 720), (3840, 2160)].map {
            TextStyle(for: Size(width: $0.0, height: $0.1)).lineHeight * 0.86
        }
        #expect(heights[0] >= 14 && heights == heights.sorted() && heights[3] > heights[2] && heights[3] < 25)
        #expect(TextStyle(for: Size(width: 135, height: 2000)).lineHeight * 0.86 >= 14)
    }

    @Test func lettersAreAsLargeAsTheDesktopSays() throws {
        let size = Size(width: 1280, height: 720)
        func letters(_ scale: Double) throws -> Double {
            let scene = MessageLayout(.paused, on: size, scale: 1, textScale: scale).scene
            return try #require(scene.items.compactMap { if case .text(let run) = $0 { run.size } else { nil } }.first)
        }
        let usual = try letters(1)
        #expect(try abs(letters(1.5) - usual * 1.5) <= 1 && abs(letters(0.75) - usual * 0.75) <= 1)
        // Extreme values are limited.
        #expect(try letters(50) == letters(2) && letters(-1) == letters(0.75) && letters(.nan) == usual)
    }

    /// WCAG's contrast of white letters and the box over a grey.
    @Test(arguments: [0.0, 0.25, 0.5, 0.75, 1]) func lettersHaveContrastOverAnyPicture(gray: Double) {
        let style = TextStyle(for: Size(width: 240, height: 135))
        func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
            func linear(_ value: Double) -> Double {
                value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }
        let color = style.boxColor
        func behind(_ channel: Double) -> Double { channel * color.alpha + gray * (1 - color.alpha) }
        let box = luminance(behind(color.red), behind(color.green), behind(color.blue))
        #expect(style.color == .white && 1.05 / (box + 0.05) >= 4.5)
    }

    /// A notice stands above the pointer that caused it, below it at the upper edge, and always on the surface.
    @Test(arguments: [(640, 400), (5, 400), (1275, 715), (640, 2), (0, 0), (-50, 9000), (1280, 720)], [1, 1.5, 2])
    func aNoticeIsNearItsHand(hand: (Int, Int), scale: Double) throws {
        let surface = Size(width: 1280, height: 720)
        var message = OnScreenMessage("Volume 95 %", bar: OnScreenMessage.Bar(fraction: 0.7, mark: 0.8))
        message.hand = Point(x: hand.0, y: hand.1)
        let picture = try TextRenderer().draw(MessageLayout(message, on: surface, scale: scale).scene)
        let area = try #require(picture.bitmap?.area)
        let whole = Rect(x: 0, y: 0, width: Int(1280 * scale), height: Int(720 * scale))
        #expect(area.intersection(whole) == area)
        let middle = (Double(area.x + area.maxX) / 2 / scale, Double(area.y + area.maxY) / 2 / scale)
        let place = (min(max(hand.0, 0), 1280), min(max(hand.1, 0), 720))
        #expect(abs(middle.0 - Double(place.0)) < 120 && abs(middle.1 - Double(place.1)) < 80, "\(middle)")
        #expect(area.height < Int(80 * scale))
    }

    private static let surfaces = [(240, 135), (480, 270), (1280, 720), (64, 36), (1, 1), (0, 0), (135, 240)]

    @Test(arguments: surfaces, [1, 1.25, 1.5, 2]) func aMessageStaysOnItsSurface(surface: (Int, Int), scale: Double) {
        let size = Size(width: surface.0, height: surface.1)
        for message in [
            OnScreenMessage.volume(130, atMost: 130), .paused, .position(.seconds(1), of: .seconds(2)),
        ] {
            let scene = MessageLayout(message, on: size, scale: scale).scene
            #expect(scene.size.width == Int((Double(surface.0) * scale).rounded()))
            for case .shape(let shape) in scene.items {
                for case .line(let point) in shape.elements {
                    #expect(point.x >= 0 && point.x <= Double(scene.size.width))
                }
            }
            for case .text(let run) in scene.items {
                #expect(run.lineLimit >= 1 && (run.width ?? 0) >= 1)
                #expect(run.size >= 14 * scale)
            }
        }
    }

    @Test func whatIsBeyondTheMarkIsSeenInABar() {
        func bars(_ percent: Int) -> Int {
            MessageLayout(.volume(percent, atMost: 130), on: Size(width: 480, height: 270), scale: 1).scene.items.count
        }
        // The box, the text, the rest and the mark; the elapsed part; the part beyond the mark.
        #expect(bars(0) == 4 && bars(60) == 5 && bars(100) == 5 && bars(115) == 6)
    }

    @Test func absurdNumbersAreDrawnAsTheNearestThatMakeSense() {
        let bar = OnScreenMessage.Bar(fraction: .nan, mark: -.infinity)
        let scene = MessageLayout(OnScreenMessage("x", bar: bar), on: Size(width: -5, height: .max), scale: .nan).scene
        #expect(scene.size.width == 0)
    }
}
