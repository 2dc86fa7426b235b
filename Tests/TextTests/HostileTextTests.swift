import OrielGeometry
import OrielText
import Testing

/// Titles of files and pages can contain anything.
@Suite(.enabled(if: hasFonts, "no libass or no font is installed"))
struct HostileTextTests {
    private let renderer: TextRenderer

    init() throws { renderer = try TextRenderer() }

    @Test(arguments: [
        "{\\pos(0,0)}", "{\\pos(0,0)}a", "a\\Nb", "a\\nb", "{\\p1}m 0 0 l 100 100", "{\\an9}a", "{\\fs200}a",
        "{\\frz90}abc",
        "{\\c&H0000FF&}red", "{\\alpha&HFF&}gone", "{\\t(\\fscx500)}a", "{\\clip(0,0,1,1)}gone", "{\\r}{*}a", "a\\",
        "\\{\\an9}a",
        "\\\\N", "{", "}", "{unclosed", "\\", "a\nb", "a\r\nb", "{\\\nN}",
    ])
    func whatLooksLikeMarkupIsText(text: String) throws {
        let picture = renderer.draw(scene(.text(run(text) { $0.position = PathPoint(x: 100, y: 100) })))
        let measure = picture.measures[0]
        let layout = try #require(measure.layout)
        let ink = try #require(inkBox(picture.bitmap))
        // One line in its place, upright and white, about as wide as its letters.
        #expect(layout.origin == Point(x: 100, y: 100) && layout.height <= 40)
        #expect(Rect(x: 98, y: 98, width: layout.width + 4, height: layout.height + 4).contains(ink))
        let letters = text.count { !$0.isWhitespace && $0 != "\r\n" }
        #expect(ink.width > letters * 3)
        #expect(try #require(picture.bitmap).pixels.allSatisfy { $0 == ($0 >> 24) &* 0x0101_0101 })
    }

    /// libass would show `\h` as a space.
    @Test func aBackslashIsSeenAsOne() throws {
        let slash = try #require(renderer.measure(run("\\")).layout?.width)
        let whole = try #require(renderer.measure(run("a\\hb")).layout?.width)
        let parts = try #require(renderer.measure(run("ahb")).layout?.width)
        #expect(slash > 5 && abs(whole - parts - slash) <= 2)
    }

    @Test func directionsCannotBeOverridden() throws {
        let plain = renderer.draw(scene(.text(run("photo gpj.exe")))).bitmap
        #expect(renderer.draw(scene(.text(run("photo \u{202E}gpj.exe")))).bitmap == plain)
        #expect(renderer.draw(scene(.text(run("\u{2067}photo\u{2069} \u{202B}gpj.exe")))).bitmap == plain)
    }

    @Test func aFamilyIsANameAndNothingElse() throws {
        let plain = renderer.draw(scene(.text(run("Hello") { $0.family = "No Such Family" }))).bitmap
        let hostile = renderer.draw(scene(.text(run("Hello") { $0.family = "@No Such Family\n{\\an9}" }))).bitmap
        #expect(plain != nil && hostile?.area == plain?.area)
        #expect(renderer.draw(scene(.text(run("Hello") { $0.family = "" }))).bitmap != nil)
        let long = String(repeating: "x", count: 1_000_000)
        #expect(renderer.draw(scene(.text(run("Hello") { $0.family = long }))).bitmap != nil)
    }

    /// A megabyte in 40 scripts.
    @Test func aTitleWithoutEndIsCut() throws {
        let starts: [UInt32] = [
            0x41, 0xC0, 0x100, 0x370, 0x400, 0x531, 0x5D0, 0x621, 0x710, 0x780, 0x7CA, 0x904, 0x985, 0xA05, 0xA85,
            0xB05,
            0xB85, 0xC05, 0xC85, 0xD05, 0xD85, 0xE01, 0xE81, 0xF40, 0x1000, 0x10A0, 0x1100, 0x1200, 0x13A0, 0x1401,
            0x1681,
            0x16A0, 0x1780, 0x1820, 0x2C00, 0x2D30, 0x3041, 0x30A1, 0x4E00, 0xAC00,
        ]
        let words = starts.map { start in
            String(String.UnicodeScalarView((0..<5).compactMap { Unicode.Scalar(start + $0) })) + " "
        }.joined()
        let title = String(repeating: words, count: 1_000_000 / words.utf8.count + 1)
        #expect(starts.count == 40 && title.utf8.count >= 1_000_000)
        for lines in [1, 4] {
            let picture = renderer.draw(
                scene(
                    .text(
                        run(title) {
                            $0.size = 16
                            $0.lineLimit = lines
                        })))
            let layout = try #require(picture.measures[0].layout)
            #expect(picture.measures[0].isCut && layout.width <= 480 && layout.width > 200)
            #expect(layout.height <= 20 * lines)
        }
    }

    @Test func marksWithoutEndAreCut() throws {
        let text = "e" + String(repeating: "\u{0301}", count: 1_000_000) + "nd"
        let picture = renderer.draw(scene(.text(run(text))))
        #expect(picture.measures[0].isCut && picture.bitmap != nil)
    }

    @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e300]) func absurdNumbersDrawSomethingOrNothing(
        number: Double
    ) {
        let text = run("Hello") {
            $0.size = number
            $0.outline = number
            $0.blur = number
            $0.width = number
            $0.position = PathPoint(x: number, y: number)
        }
        let size = Size(width: 480, height: 270)
        let shape = VectorShape.box(
            x: number, y: number, width: number, height: number, radius: number, color: .white)
        let backdrop = Backdrop(
            behind: 0..<9, horizontalPadding: number, verticalPadding: number, radius: number, color: .black)
        let picture = renderer.draw(scene(.backdrop(backdrop), .text(text), .shape(shape), size: size))
        if let area = picture.bitmap?.area { #expect(Rect(origin: .zero, size: size).contains(area)) }
    }

    @Test func anAbsurdSurfaceIsAnOutputAtMost() throws {
        let whole = VectorShape.box(x: -1e6, y: -1e6, width: 2e6, height: 2e6, color: .white)
        for size in [Size(width: 1, height: .max), Size(width: .max, height: 1), Size(width: -1, height: 5), .zero] {
            let area = renderer.draw(scene(.shape(whole), .text(run("Hello")), size: size)).bitmap?.area
            #expect((area?.width ?? 0) * (area?.height ?? 0) <= TextLimits.side)
        }
        func dot(_ x: Double, _ y: Double) -> TextScene.Item {
            .shape(.box(x: x, y: y, width: 10, height: 10, color: .white))
        }
        let largest = renderer.draw(
            scene(dot(0, 0), dot(7665, 4305), dot(7690, 10), dot(10, 4330), size: Size(width: .max, height: .max)))
        let area = try #require(largest.bitmap).area
        #expect(area.origin == .zero && area.size == Size(width: 7680, height: 4320))
    }

    @Test func itemsWithoutEndAreCut() throws {
        let items = Array(
            repeating: TextScene.Item.shape(.box(x: 1, y: 1, width: 4, height: 4, color: .white)), count: 5000)
        let picture = renderer.draw(TextScene(size: Size(width: 10, height: 10), items: items))
        #expect(picture.measures.count == TextLimits.items)
        let points = (0..<1_000_000).map { PathElement.line(PathPoint(x: Double($0 % 100), y: Double($0 % 7))) }
        let shape = VectorShape([.move(.zero)] + points, color: .white)
        #expect(renderer.draw(scene(.shape(shape))).measures[0].layout?.width ?? 0 <= 100)
    }
}
