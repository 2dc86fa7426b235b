import OrielGeometry
import OrielText
import Testing

@Suite(.enabled(if: hasFonts, "no libass or no font is installed"))
struct TextRendererTests {
    private let renderer: TextRenderer

    init() throws { renderer = try TextRenderer() }

    @Test func aTextsInkLiesWithinItsLayout() throws {
        let picture = renderer.draw(scene(.text(run("Hello"))))
        let measure = try #require(picture.measures.first)
        let layout = try #require(measure.layout)
        let ink = try #require(inkBox(picture.bitmap))
        #expect(layout.origin == Point(x: 20, y: 30) && layout.height == 32 && layout.contains(ink))
        #expect(ink.width > 40 && ink.height > 16 && ink.height < 30)
        #expect(!measure.isCut)
        // White, premultiplied.
        let bitmap = try #require(picture.bitmap)
        #expect(bitmap.pixels.contains(0xFFFF_FFFF))
        #expect(bitmap.pixels.allSatisfy { $0 == ($0 >> 24) &* 0x0101_0101 })
    }

    @Test func anAdvanceIsAboutAsWideAsTheInkAndAddsUp() throws {
        let width = try #require(renderer.measure(run("Hamburg")).layout?.width)
        let ink = try #require(renderer.ink(run("Hamburg")))
        #expect(ink.width <= width && width - ink.width < 10)
        let two = try #require(renderer.measure(run("HamburgHamburg")).layout?.width)
        #expect(abs(two - 2 * width) <= 2)
        #expect(renderer.measure(run("")).layout?.width == 0)
    }

    @Test(arguments: TextAnchor.allCases) func anAnchorIsWhereTheLayoutTouchesThePosition(anchor: TextAnchor) throws {
        let anchored = run("Hello") {
            $0.anchor = anchor
            $0.position = PathPoint(x: 240, y: 135)
        }
        let picture = renderer.draw(scene(.text(anchored)))
        let layout = try #require(picture.measures[0].layout)
        #expect(abs(Double(layout.x) + Double(layout.width) * anchor.fractionLeft - 240) <= 1)
        #expect(abs(Double(layout.y) + Double(layout.height) * anchor.fractionAbove - 135) <= 1)
        let ink = try #require(inkBox(picture.bitmap))
        let near = Rect(x: layout.x - 1, y: layout.y - 1, width: layout.width + 2, height: layout.height + 2)
        #expect(near.contains(ink))
    }

    @Test func anOutlineTakesItsRoom() throws {
        let plain = try #require(renderer.ink(run("Hello")))
        let outlined = try #require(renderer.ink(run("Hello") { $0.outline = 4 }))
        #expect(abs(outlined.x - (plain.x - 4)) <= 1 && abs(outlined.maxX - (plain.maxX + 4)) <= 1)
    }

    /// Cached parts of earlier scenes don't affect the text, colours and size of the next.
    @Test func aSceneThatFollowsOthersIsDrawnAsTheFirst() throws {
        func items(_ text: String, _ color: Color) -> [TextScene.Item] {
            [
                .shape(.box(x: 100, y: 80, width: 50, height: 40, radius: 9, color: color)),
                .backdrop(Backdrop(behind: 2..<3, horizontalPadding: 4, verticalPadding: 2, radius: 3, color: .black)),
                .text(run(text)),
            ]
        }
        let red = Color(red: 1, green: 0, blue: 0)
        for (text, color, width) in [
            ("0:01", Color.white, 480), ("0:02", .white, 480), ("0:02", red, 480), ("0:01", red, 110),
            ("0:01", .white, 480),
        ] {
            let scene = TextScene(size: Size(width: width, height: 270), items: items(text, color))
            let picture = renderer.draw(scene)
            let first = try TextRenderer().draw(scene)
            #expect(picture.bitmap == first.bitmap && picture.measures == first.measures, "\(text) \(color) \(width)")
        }
        // More different shapes than are cached.
        for number in 0..<600 {
            let box = VectorShape.box(
                x: Double(number % 400), y: 3, width: 40, height: Double(number / 3 + 1), color: red)
            let ink = try #require(inkBox(renderer.draw(scene(.shape(box))).bitmap))
            #expect(ink == Rect(x: number % 400, y: 3, width: 40, height: number / 3 + 1))
        }
    }

    @Test func aShapeFillsItsPixels() throws {
        let red = Color(red: 1, green: 0, blue: 0)
        let picture = renderer.draw(scene(.shape(.box(x: 100, y: 80, width: 50, height: 40, color: red))))
        let bitmap = try #require(picture.bitmap)
        #expect(picture.measures[0].layout == Rect(x: 100, y: 80, width: 50, height: 40))
        #expect(inkBox(bitmap) == Rect(x: 100, y: 80, width: 50, height: 40))
        #expect(bitmap[101, 81] == 0xFFFF_0000 && bitmap[148, 118] == 0xFFFF_0000 && bitmap[99, 100] == 0)
    }

    @Test func roundCornersAreClear() throws {
        let round = renderer.draw(
            scene(.shape(.box(x: 100, y: 80, width: 60, height: 40, radius: 20, color: .white))))
        let bitmap = try #require(round.bitmap)
        #expect(bitmap[101, 81] == 0 && bitmap[130, 100] == 0xFFFF_FFFF && bitmap[130, 81] == 0xFFFF_FFFF)
    }

    @Test func coloursAreDrawnOverEachOtherPremultiplied() throws {
        let box = { (color: Color) in
            TextScene.Item.shape(.box(x: 10, y: 10, width: 20, height: 20, color: color))
        }
        let half = Color(red: 1, green: 0, blue: 0, alpha: 128 / 255)
        let alone = try #require(renderer.draw(scene(box(half))).bitmap)[20, 20]
        #expect(alone == 0x8080_0000)
        let over = try #require(renderer.draw(scene(box(.white), box(half))).bitmap)[20, 20]
        #expect(over == 0xFFFF_7F7F)
        let under = try #require(renderer.draw(scene(box(half), box(.white))).bitmap)[20, 20]
        #expect(under == 0xFFFF_FFFF)
    }

    @Test func aBackdropLiesBehindItsItems() throws {
        let backdrop = Backdrop(
            behind: 1..<3, horizontalPadding: 10, verticalPadding: 5, radius: 8, color: Color.black.withAlpha(0.5))
        let picture = renderer.draw(
            scene(
                .backdrop(backdrop), .text(run("Hello")),
                .shape(.box(x: 20, y: 70, width: 100, height: 5, color: .white))))
        let text = try #require(picture.measures[1].layout)
        let box = try #require(picture.measures[0].layout)
        #expect(box == Rect(x: 10, y: 25, width: 120, height: 55) && box.contains(text))
        #expect(try #require(picture.bitmap)[15, 50] == 0x8000_0000)
    }

    @Test func theSameSceneHasTheSameContent() throws {
        let picture = try #require(renderer.draw(scene(.text(run("Hello")))).bitmap)
        let other = try #require(renderer.draw(scene(.text(run("Hellp")))).bitmap)
        let again = try #require(renderer.draw(scene(.text(run("Hello")))).bitmap)
        #expect(picture == again && picture.contentHash == again.contentHash)
        #expect(picture.contentHash != other.contentHash)
    }

    @Test func aBitmapIsCopiedToItsPlaceAndCutAtTheSurface() throws {
        let bitmap = try #require(
            renderer.draw(scene(.shape(.box(x: 6, y: 6, width: 8, height: 8, color: .white)))).bitmap)
        let surface = Size(width: 10, height: 8)
        var memory = [UInt32](repeating: 7, count: 12 * 8)
        memory.withUnsafeMutableBytes { bitmap.copy(to: $0, stride: 48, surface: surface) }
        #expect(memory[7 * 12 + 7] == 0xFFFF_FFFF && memory[7 * 12 + 10] == 7 && memory[2 * 12 + 2] == 7)
        memory = [UInt32](repeating: 7, count: 12 * 8)
        // Memory that is too small stays untouched.
        memory.withUnsafeMutableBytes { bitmap.copy(to: $0, stride: 4800, surface: surface) }
        #expect(memory.allSatisfy { $0 == 7 })
    }
}
