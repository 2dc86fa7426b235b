package import OrielGeometry
package import OrielPlayer
package import OrielText

/// Page of a medium that has only sound: its cover, with title, artist and album beside or below it.
package struct SoundPage: Hashable, Sendable {
    /// Area of the cover, in logical pixels; nil if it takes the whole surface.
    package private(set) var cover: Rect?
    /// The texts, in the surface's pixels.
    package private(set) var scene: TextScene

    private let credits: SoundCredits
    private let scale: Double
    private let width: Double
    private let height: Double
    private let textScale: Double

    /// Lays a window's page out.
    /// - Parameters:
    ///   - cover: the cover, in its shape.
    ///   - surface: size of the surface in logical pixels.
    ///   - scale: pixels per logical pixel.
    ///   - textScale: size of letters; 1 is usual.
    package init(_ credits: SoundCredits, _ cover: ContentFit, on surface: Size, scale: Double, textScale: Double = 1) {
        self.init(credits, on: surface, scale, textScale)
        let rest = lines.reduce(0) { $0 + $1.height } + leading * Double(lines.count - 1)
        // Room for the controls' bar below, and as much above, so that the page stands in the middle.
        let edge = min(max(64, height * 0.11), height * 0.19)
        let side = min(edge, width * 0.08)
        let (wide, high) = (width - 2 * side, height - 2 * edge)
        let stacked = Self.size(of: cover, within: wide, high - letter - rest)
        let beside = Self.size(of: cover, within: (wide - letter) * 0.45, high)
        let column = min(wide - letter * 1.2 - beside.width, letter * 22)
        if stacked.height >= 1, stacked.width * stacked.height >= beside.width * beside.height * 0.55, wide > letter * 8
        {
            let top = (height - stacked.height - letter - rest) / 2
            place(stacked, x: (width - stacked.width) / 2, y: top)
            write(.top, x: width / 2, y: top + stacked.height + letter, width: wide)
        } else if beside.height >= 1, column > letter * 4.5, rest < high {
            let left = (width - beside.width - letter * 1.2 - column) / 2
            place(beside, x: left, y: (height - beside.height) / 2)
            // A title of two lines grows upwards.
            write(
                .bottomLeft, x: left + beside.width + letter * 1.2, y: (height - rest) / 2 + letter, width: column)
        }
    }

    /// Lays an overlay's page out, whose cover fills it: without a cover, one line of title below the note.
    package init(overlay credits: SoundCredits, on surface: Size, scale: Double, textScale: Double = 1) {
        self.init(credits, on: surface, scale, textScale)
        let size = min(max(height / 13, 16), 24) * self.textScale
        guard !credits.hasCover, width > size * 5, height > size * 4 else { return }
        scene.items = [
            run(credits.title, .bottom, x: width / 2, y: height - max(10, height * 0.08), width: width - 24, size)
        ]
    }

    private init(_ credits: SoundCredits, on surface: Size, _ scale: Double, _ textScale: Double) {
        self.credits = credits
        self.textScale = textScale.isFinite ? min(max(textScale, 0.75), 2) : 1
        let grid = PixelGrid(scale: scale)
        self.scale = grid.scale
        (width, height) = (Double(surface.width), Double(surface.height))
        scene = TextScene(size: grid.pixels(of: surface))
    }

    /// Height of the title's line, in logical pixels.
    private var letter: Double { min(max(min(height, width * 0.75) / 20, 22), 48) * textScale }

    private var leading: Double { letter * 0.25 }

    private var lines: [(text: String, height: Double, light: Double)] {
        [(credits.title, letter, 240)]
            + [(credits.artist, max(letter * 0.8, 17), 190), (credits.album, max(letter * 0.7, 16), 150)].compactMap {
                text, height, light in
                text.map { ($0, height, light) }
            }
    }

    private static func size(of cover: ContentFit, within width: Double, _ height: Double) -> (
        width: Double, height: Double
    ) {
        guard width >= 1, height >= 1, !cover.content.isEmpty else { return (0, 0) }
        let content = (width: Double(cover.content.width), height: Double(cover.content.height))
        let factor = min(width / content.width, height / content.height)
        return (max(1, content.width * factor), max(1, content.height * factor))
    }

    private mutating func place(_ size: (width: Double, height: Double), x: Double, y: Double) {
        cover = Rect(
            x: Int(x.rounded()), y: Int(y.rounded()), width: Int(size.width.rounded()),
            height: Int(size.height.rounded()))
    }

    /// - Parameter y: where the title is anchored.
    private mutating func write(_ anchor: TextAnchor, x: Double, y: Double, width: Double) {
        var y = y
        for (index, line) in lines.enumerated() {
            if index > 0 { y += leading + (anchor == .top ? lines[index - 1].height : line.height) }
            scene.items.append(
                run(
                    line.text, anchor, x: x, y: y, width: width, line.height, line.light,
                    lineLimit: index == 0 && anchor == .bottomLeft ? 2 : 1))
        }
    }

    private func run(
        _ text: String, _ anchor: TextAnchor, x: Double, y: Double, width: Double, _ size: Double,
        _ light: Double = 240, lineLimit: Int = 1
    ) -> TextScene.Item {
        var run = TextRun(text, size: size * scale, at: PathPoint(x: x * scale, y: y * scale))
        run.anchor = anchor
        run.color = Color(red: light / 255, green: light / 255, blue: light / 255)
        run.width = width * scale
        run.lineLimit = lineLimit
        return .text(run)
    }
}
