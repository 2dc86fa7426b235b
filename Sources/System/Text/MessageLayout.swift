package import OrielGeometry

/// Layout of a message on a surface, as a scene.
package struct MessageLayout: Hashable, Sendable {
    private var message: OnScreenMessage
    private var style: TextStyle
    private let scale: Double
    /// Size of the surface in pixels.
    private let size: Size
    /// The part of the surface for a notice's box, in pixels; nil for all of it.
    private var room: Rect?

    /// Makes the layout.
    /// - Parameters:
    ///   - surface: size of the surface in logical pixels.
    ///   - scale: pixels per logical pixel.
    ///   - textScale: size of letters; 1 is usual.
    ///   - covered: areas in pixels in which a notice doesn't lie; where it has no room beside them, it has small
    ///     letters and no bar, and may be cut.
    package init(
        _ message: OnScreenMessage, on surface: Size, scale: Double, textScale: Double = 1, beside covered: [Rect] = []
    ) {
        self.message = message
        self.scale = TextLimits.clamped(scale, 0.25...16)
        var isLarge = false
        if case .statement = message.kind { isLarge = true }
        style = TextStyle(for: surface, textScale: textScale, isLarge: isLarge)
        if message.kind == .page { style.lineHeight = max(14, (style.lineHeight * 0.9).rounded()) }
        let side = Double(TextLimits.side)
        size = Size(
            width: Int(TextLimits.clamped((Double(surface.width) * self.scale).rounded(), 0...side)),
            height: Int(TextLimits.clamped((Double(surface.height) * self.scale).rounded(), 0...side)))
        guard message.kind == .notice, !covered.isEmpty else { return }
        room = rooms(beside: covered).first { $0.width >= box.width }
        guard room == nil else { return }
        self.message.bar = nil
        style.shrink()
        let narrow = rooms(beside: covered)
        room = narrow.first { $0.width >= box.width } ?? narrow.max { $0.width < $1.width }
    }

    /// Scene of the box, the text and the bar.
    package var scene: TextScene {
        let bar = self.bar
        let texts = message.kind == .page ? lines : [text]
        let content = texts.map { TextScene.Item.text($0) } + bar.map { .shape($0) }
        var box = Backdrop(
            behind: 1..<content.count + 1, horizontalPadding: pixels(style.horizontalPadding),
            verticalPadding: pixels(style.verticalPadding), radius: pixels(style.boxRadius), color: style.boxColor)
        if !bar.isEmpty { box.extraBelow = pixels(style.barRest) }
        return TextScene(size: size, items: [.backdrop(box)] + content)
    }

    private var text: TextRun {
        var run = TextRun(message.text, family: style.family, size: lineHeight, at: corner)
        run.color = style.color
        run.outline = style.outline * scale
        run.outlineColor = style.outlineColor
        run.blur = style.outline * scale / 2
        run.width = max(width, 1)
        if let hand {
            run.anchor = .center
            run.position = hand
            let center = Double(room?.x ?? 0) + Double(room?.width ?? size.width) / 2
            run.width = max(width - 2 * abs(hand.x - center), 1)
        }
        if case .statement(let lines) = message.kind {
            run.anchor = .center
            run.position = PathPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
            run.lineLimit = max(1, min(lines, Int((Double(size.height) - 2 * corner.y) / lineHeight)))
        }
        return run
    }

    /// Lines of a page, as many as fit on the surface.
    private var lines: [TextRun] {
        let room = max(1, Int((Double(size.height) - 2 * corner.y) / lineHeight))
        let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(min(room, 40))
        let rows = lines.map { $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false) }
        let label = rows.reduce(Self.labelWidth) { $1.count > 1 ? max($0, 0.8 + Self.width(of: $1[0].prefix(40))) : $0 }
        return rows.enumerated().flatMap { index, columns in
            var run = text
            run.position.y += Double(index) * lineHeight
            return columns.enumerated().map { column, words in
                var run = run
                run.text = String(words)
                if column > 0 { run.position.x += lineHeight * label }
                if columns.count > 1, column == 0 { run.color = style.color.withAlpha(0.7) }
                run.width = max(1, Double(size.width) - corner.x - run.position.x)
                return run
            }
        }
    }

    /// Least width of a page's first column, in heights of a line.
    private static let labelWidth = 4.6

    /// Width of a text in heights of a line, by the usual width of letters: it is measured only when it is drawn.
    private static func width(of text: some StringProtocol) -> Double {
        text.unicodeScalars.prefix(200).reduce(0) { $0 + ($1.value > 0x2e80 ? 1 : 0.54) }
    }

    /// Shapes of the bar from back to front: all of it, its filled part, and the part beyond the mark.
    private var bar: [VectorShape] {
        guard let bar = message.bar, message.kind == .notice else { return [] }
        let height = pixels(style.barHeight)
        let length = min(pixels(style.barLength), width)
        guard length > height else { return [] }
        let top = (hand.map { $0.y - lineHeight / 2 } ?? corner.y) + lineHeight + pixels(style.barGap)
        let left = hand.map { ($0.x - length / 2).rounded() } ?? corner.x
        func part(from start: Double = 0, to end: Double, _ color: Color) -> VectorShape {
            .box(
                x: left + (length * start).rounded(), y: top,
                width: (length * end).rounded() - (length * start).rounded(), height: height, radius: height / 2,
                color: color)
        }
        let fraction = TextLimits.clamped(bar.fraction, 0...1)
        let mark = TextLimits.clamped(bar.mark ?? 1, 0...1)
        var parts = [part(to: 1, style.barRestColor)]
        if fraction > mark { parts.append(part(to: fraction, style.barExcessColor)) }
        // An almost empty bar is as long as its round ends.
        if fraction > 0 { parts.append(part(to: min(mark, max(fraction, height / length)), style.barColor)) }
        if mark < 1 {
            let width = max(1, (scale * 1.5).rounded())
            parts.append(
                .box(
                    x: left + (length * mark).rounded() - width / 2, y: top, width: width, height: height,
                    color: style.boxColor.withAlpha(0.9)))
        }
        return parts
    }

    /// The middle of a notice above the hand that caused it, or below it where there is no room; nil without one.
    private var hand: PathPoint? {
        guard let hand = message.hand, message.kind == .notice else { return nil }
        if let room {
            let half = min(Double(box.width), Double(room.width)) / 2
            let (left, right) = (Double(room.x) + half, Double(room.maxX) - half)
            return PathPoint(
                x: min(max(left, Double(hand.x) * scale), right).rounded(), y: corner.y + (lineHeight / 2).rounded(.up))
        }
        let side = min(Double(box.width) / 2 + pixels(style.margin), Double(size.width) / 2)
        let distance = lineHeight * (message.bar == nil ? 1.6 : 2.2)
        let above = Double(hand.y) * scale - distance
        let top = corner.y + lineHeight / 2
        return PathPoint(
            x: TextLimits.clamped(Double(hand.x) * scale, side...max(side, Double(size.width) - side)).rounded(),
            y: min(above >= top ? above : Double(hand.y) * scale + distance, Double(size.height) - top).rounded())
    }

    /// Position of a notice's text.
    private var corner: PathPoint {
        guard let room else {
            return PathPoint(
                x: pixels(style.margin + style.horizontalPadding), y: pixels(style.margin + style.verticalPadding))
        }
        return PathPoint(
            x: Double(room.x) + pixels(style.horizontalPadding), y: Double(room.y) + pixels(style.verticalPadding))
    }

    /// Greatest width of the text.
    private var width: Double {
        room.map { Double($0.width) - 2 * pixels(style.horizontalPadding) } ?? Double(size.width) - 2 * corner.x
    }

    /// Size of a notice's box, by the usual width of letters.
    private var box: Size {
        let text = Self.width(of: message.text) * lineHeight
        let bar = message.bar == nil ? 0 : pixels(style.barLength)
        let below = message.bar == nil ? 0 : pixels(style.barGap) + pixels(style.barHeight) + pixels(style.barRest)
        return Size(
            width: Int((max(text, bar) + 2 * pixels(style.horizontalPadding)).rounded(.up)),
            height: Int((lineHeight + below + 2 * pixels(style.verticalPadding)).rounded(.up)))
    }

    /// The strips between covered areas that are as high as the box, beginning with the nearest to its usual place.
    private func rooms(beside covered: [Rect]) -> [Rect] {
        let (box, edge, gap) = (box, Int(pixels(style.margin)), Int(pixels(3)))
        // Without the room, the usual place.
        let (wantedX, wantedY) =
            hand.map {
                (Int($0.x), Int($0.y - lineHeight / 2 - pixels(style.verticalPadding)))
            } ?? (edge + box.width / 2, edge)
        var rooms: [(place: Rect, distance: Int)] = []
        let tops = [wantedY, edge] + covered.flatMap { [$0.maxY + gap, $0.y - gap - box.height] }
        for y in tops where y >= edge && y + box.height + edge <= size.height {
            var x = edge
            func add(upTo end: Int) {
                guard end - x > 2 * Int(pixels(style.horizontalPadding)) else { return }
                let place = Rect(x: x, y: y, width: end - x, height: box.height)
                let beside = max(0, x + box.width / 2 - wantedX, wantedX - end + box.width / 2)
                rooms.append((place, beside + abs(y - wantedY)))
            }
            let strip = covered.filter { $0.y - gap < y + box.height && y < $0.maxY + gap }.sorted { $0.x < $1.x }
            for area in strip {
                add(upTo: area.x - gap)
                x = max(x, area.maxX + gap)
            }
            add(upTo: size.width - edge)
        }
        return rooms.sorted { $0.distance < $1.distance }.map(\.place)
    }

    private var lineHeight: Double { pixels(style.lineHeight) }

    /// Length in whole pixels, so that edges are sharp at any scale.
    private func pixels(_ length: Double) -> Double { (length * scale).rounded() }
}
