import OrielGeometry
import OrielText
import Testing

@Suite(.enabled(if: hasFonts, "no libass or no font is installed"))
struct TextFittingTests {
    private let renderer: TextRenderer
    private static let title = "The quick brown fox jumps over the lazy dog, twice"

    init() throws { renderer = try TextRenderer() }

    @Test func whatFitsIsWhole() throws {
        let width = try #require(renderer.measure(run(Self.title)).layout?.width)
        let exact = renderer.measure(run(Self.title) { $0.width = Double(width) })
        #expect(!exact.isCut && exact.layout?.width == width)
        let short = renderer.measure(run(Self.title) { $0.width = Double(width - 2) })
        #expect(short.isCut && short.layout?.width ?? 0 <= width - 2)
    }

    @Test(arguments: [40.0, 111.5, 200, 333]) func anEllipsisEndsAsMuchAsFits(width: Double) throws {
        let measure = renderer.measure(run(Self.title) { $0.width = width })
        let layout = try #require(measure.layout)
        // The widest letter of this font is about 32 pixels wide.
        #expect(measure.isCut && Double(layout.width) <= width && Double(layout.width) > width - 36)
        #expect(layout.height == 32)
    }

    @Test func aCutTextEndsWithAnEllipsis() throws {
        let cut = renderer.draw(scene(.text(run("Hello World, how are you?") { $0.width = 130 }))).bitmap
        let pictures = ["Hello", "Hello W", "Hello Wo", "Hello Wor"].map {
            renderer.draw(scene(.text(run($0 + "…")))).bitmap
        }
        #expect(cut != nil && pictures.contains(cut))
    }

    @Test func aTextIsAtMostAsWideAsItsSurface() throws {
        let picture = renderer.draw(
            scene(.text(run(Self.title) { $0.position = .zero }), size: Size(width: 150, height: 60)))
        #expect(picture.measures[0].isCut)
        #expect(try #require(picture.measures[0].layout).width <= 150)
    }

    @Test func aTextOfSeveralLinesIsBrokenThenCut() throws {
        let wrapped = { (lines: Int) in
            renderer.measure(
                run(Self.title) {
                    $0.width = 200
                    $0.lineLimit = lines
                })
        }
        let whole = wrapped(9)
        #expect(!whole.isCut && whole.layout?.height ?? 0 >= 128 && whole.layout?.width ?? 999 <= 200)
        let two = wrapped(2)
        #expect(two.isCut && two.layout?.height == 64 && two.layout?.width ?? 999 <= 200)
        #expect(wrapped(1).layout?.height == 32)
    }

    @Test func aWordThatIsTooLongForALineIsCut() throws {
        let word = renderer.measure(
            run(String(repeating: "Donaudampfschiff", count: 20)) {
                $0.width = 200
                $0.lineLimit = 3
            })
        #expect(word.isCut && word.layout?.width ?? 999 <= 200)
    }

    @Test func whatIsNarrowerThanAnEllipsisIsOne() throws {
        let measure = renderer.measure(run("Hello") { $0.width = 1 })
        #expect(measure.isCut && measure.layout == renderer.measure(run("…")).layout)
    }
}
