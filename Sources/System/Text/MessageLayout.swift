package import OrielGeometry

/// Layout of a message on a surface, as a scene.
package struct MessageLayout: Hashable, Sendable {
    private let message: Message
    private var style: TextStyle
    private let scale: Double
    /// Size of the surface in pixels.
    private let size: Size

    /// Makes the layout.
    /// - Parameters:
    ///   - surface: size of the surface in logical pixels.
    ///   - scale: pixels per logical pixel.
    ///   - textScale: size of letters; 1 is usual.
    package init(_ message: Message, on surface: Size, scale: Double, textScale: Double = 1) {
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
        run.width = max(Double(size.width) - 2 * corner.x, 1)
        if let hand {
            run.anchor = .center
            run.position = hand
            run.width = max(2 * min(hand.x, Double(size.width) - hand.x) - 2 * corner.x, 1)
        }
        if case .statement(let lines) = message.kind {
            run.anchor = .center
            run.position = TextPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
            run.lineLimit = max(1, min(lines, Int((Double(size.height) - 2 * corner.y) / lineHeight)))
        }
        return run
    }

    /// Lines of a page, as many as fit on the surface.
    private var lines: [TextRun] {
        let room = max(1, Int((Double(size.height) - 2 * corner.y) / lineHeight))
        let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(min(room, 40))
        let rows = lines.map { $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false) }
        let label = rows.reduce(Self.labelWidth) { $1.count > 1 ? max($0, Self.width(ofLabel: $1[0])) : $0 }
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

    /// Room for a label, in heights of a line, by the usual width of letters: texts are measured only when they are
    /// drawn.
    private static func width(ofLabel label: Substring) -> Double {
        label.unicodeScalars.prefix(40).reduce(0.8) { $0 + ($1.value > 0x2e80 ? 1 : 0.54) }
    }

    /// Shapes of the bar from back to front: all of it, its filled part, and the part beyond the mark.
    private var bar: [VectorShape] {
        guard let bar = message.bar, message.kind == .notice else { return [] }
        let height = pixels(style.barHeight)
        let length = min(pixels(style.barLength), Double(size.width) - 2 * corner.x)
        guard length > height else { return [] }
        let top = (hand.map { $0.y - lineHeight / 2 } ?? corner.y) + lineHeight + pixels(style.barGap)
        let left = hand.map { ($0.x - length / 2).rounded() } ?? corner.x
        func part(from start: Double = 0, to end: Double, _ color: TextColor) -> VectorShape {
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
    private var hand: TextPoint? {
        guard let hand = message.hand, message.kind == .notice else { return nil }
        // Letters are half as wide as high on average.
        let half = max(
            Double(message.text.prefix(200).count) * lineHeight / 4,
            message.bar == nil ? 0 : pixels(style.barLength) / 2)
        let side = min(half + corner.x, Double(size.width) / 2)
        let distance = lineHeight * (message.bar == nil ? 1.6 : 2.2)
        let above = Double(hand.y) * scale - distance
        let top = corner.y + lineHeight / 2
        return TextPoint(
            x: TextLimits.clamped(Double(hand.x) * scale, side...max(side, Double(size.width) - side)).rounded(),
            y: min(above >= top ? above : Double(hand.y) * scale + distance, Double(size.height) - top).rounded())
    }

    /// Position of a notice's text.
    private var corner: TextPoint {
        TextPoint(
            x: pixels(style.margin + style.horizontalPadding), y: pixels(style.margin + style.verticalPadding))
    }

    private var lineHeight: Double { pixels(style.lineHeight) }

    /// Length in whole pixels, so that edges are sharp at any scale.
    private func pixels(_ length: Double) -> Double { (length * scale).rounded() }
}
