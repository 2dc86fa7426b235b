import OrielGeometry
import OrielPlayer
import OrielSurfaces
import OrielText
import Testing

/// Pages of media that have only sound: where cover and texts lie on a surface.
@Suite struct SoundPageTests {
    private static let surfaces = [
        Size(width: 1280, height: 720), Size(width: 640, height: 360), Size(width: 320, height: 180),
        Size(width: 400, height: 800), Size(width: 1920, height: 300), Size(width: 3840, height: 2160),
        Size(width: 160, height: 90), Size(width: 64, height: 64), Size(width: 2, height: 2),
    ]
    private let credits = SoundCredits(title: "Title", artist: "Artist", album: "Album")

    /// Areas of a page's texts in pixels.
    private func areas(of page: SoundPage) -> [Rect] {
        page.scene.items.compactMap { item in
            guard case .text(let run) = item, let width = run.width else { return nil }
            return Rect(
                x: Int(run.position.x - width * run.anchor.fractionLeft),
                y: Int(run.position.y - run.size * Double(run.lineLimit) * run.anchor.fractionAbove), width: Int(width),
                height: Int(run.size * Double(run.lineLimit)))
        }
    }

    @Test(arguments: surfaces, [1, 1.5])
    func coverAndTextsLieInTheSurfaceSideBySide(surface: Size, scale: Double) {
        for shape in [Size(width: 500, height: 500), Size(width: 1600, height: 900), Size(width: 9000, height: 100)] {
            for textScale in [1.0, 2] {
                let page = SoundPage(
                    credits, ContentFit(content: shape), on: surface, scale: scale, textScale: textScale)
                let texts = areas(of: page)
                let whole = Rect(origin: .zero, size: page.scene.size)
                #expect(texts.allSatisfy(whole.contains), "\(surface) \(shape) \(textScale)")
                guard let cover = page.cover else {
                    #expect(texts.isEmpty)
                    continue
                }
                #expect(Rect(origin: .zero, size: surface).contains(cover) && !cover.isEmpty)
                let pixels = Rect(
                    x: Int(Double(cover.x) * scale), y: Int(Double(cover.y) * scale),
                    width: Int(Double(cover.width) * scale), height: Int(Double(cover.height) * scale))
                for (index, text) in texts.enumerated() {
                    #expect(text.intersection(pixels) == nil, "\(surface) \(shape) \(textScale)")
                    #expect(texts[..<index].allSatisfy { $0.intersection(text) == nil })
                }
                let own = Double(shape.width) / Double(shape.height)
                if cover.height > 20 { #expect(abs(Double(cover.width) / Double(cover.height) / own - 1) < 0.1) }
            }
        }
    }

    @Test func aSurfaceOfTheUsualSizesHasTitleArtistAndAlbum() {
        for surface in Self.surfaces[..<6] where surface.height != 180 {
            for textScale in [1.0, 2] where surface.width > 400 || textScale == 1 {
                let page = SoundPage(
                    credits, ContentFit(content: Size(width: 1, height: 1)), on: surface, scale: 1, textScale: textScale
                )
                #expect(page.scene.items.count == 3 && page.cover != nil, "\(surface) \(textScale)")
            }
        }
    }

    /// The texts stand below the cover where there is height, and beside it where there is width.
    @Test func theShapeDecidesWhereTheTextsStand() throws {
        let square = ContentFit(content: Size(width: 500, height: 500))
        let high = SoundPage(credits, square, on: Size(width: 1280, height: 720), scale: 1)
        #expect(try #require(high.cover).maxY < areas(of: high)[0].y)
        let wide = SoundPage(credits, square, on: Size(width: 640, height: 300), scale: 1)
        #expect(try #require(wide.cover).maxX < areas(of: wide)[0].x)
    }

    @Test func missingTagsLeaveNoGap() throws {
        let square = ContentFit(content: Size(width: 500, height: 500))
        let surface = Size(width: 1280, height: 720)
        let page = SoundPage(SoundCredits(title: "Title"), square, on: surface, scale: 1)
        #expect(page.scene.items.count == 1)
        let (cover, text) = (try #require(page.cover), areas(of: page)[0])
        #expect(abs(cover.y - (surface.height - text.maxY)) <= 2)
    }

    /// An overlay's title can be read; its cover stands alone.
    @Test func anOverlayShowsItsTitleOnlyWithoutACover() throws {
        for surface in [Size(width: 320, height: 180), Size(width: 240, height: 240), Size(width: 900, height: 900)] {
            let page = SoundPage(overlay: SoundCredits(title: "Title", hasCover: false), on: surface, scale: 1)
            guard case .text(let run) = try #require(page.scene.items.first) else { return }
            // An em is about 0.86 of the line's height.
            #expect(run.size * 0.86 >= 12 && page.cover == nil && page.scene.items.count == 1)
            #expect(Rect(origin: .zero, size: surface).contains(areas(of: page)[0]))
            let cover = SoundPage(overlay: credits, on: surface, scale: 1)
            #expect(cover.scene.items.isEmpty && cover.cover == nil)
        }
    }

    private static let titles = [
        String(repeating: "x", count: 1 << 20), String(repeating: "word ", count: 10_000),
        "e" + String(repeating: "\u{301}", count: 4000), String(repeating: "كتاب ", count: 500), "{\\fs900}\\N\u{202E}",
        "", String(repeating: "👩‍👩‍👧‍👦", count: 1000),
    ]

    @Test(arguments: titles.indices) func aTitleOfAnyKindStaysBesideTheCover(index: Int) throws {
        let renderer = try TextRenderer()
        let title = Self.titles[index]
        let page = SoundPage(
            SoundCredits(title: title, artist: title, album: title), ContentFit(content: Size(width: 1, height: 1)),
            on: Size(width: 640, height: 360), scale: 1)
        let cover = try #require(page.cover)
        for item in page.scene.items {
            guard let bitmap = renderer.draw(TextScene(size: page.scene.size, items: [item])).bitmap else { continue }
            #expect(bitmap.area.x >= cover.maxX && bitmap.area.maxX < 640, "\(bitmap.area)")
        }
    }
}
