import CAss
import OrielGeometry

extension TextRenderer {
    /// Cuts a text to its width and number of lines on a surface, and measures it.
    ///
    /// libass has no ellipsis: the longest beginning that fits with one is found by bisection.
    func fit(_ run: TextRun, into size: Size) -> (run: TextRun, measure: TextMeasure) {
        var run = run
        run.size = TextLimits.clamped(run.size, 1...TextLimits.fontSize)
        run.width = TextLimits.clamped(run.width ?? .infinity, 1...Double(size.width))
        run.lineLimit = max(run.lineLimit, 1)
        let clusters = TextMarkup.clusters(of: run.text, limit: most(run) + 1)
        let isWhole = clusters.count <= most(run) && clusters.lazy.map(\.utf8.count).reduce(0, +) == run.text.utf8.count
        var best = TextMeasure()
        if isWhole {
            best = layout(run)
            if isWithin(best, run) { return (run, best) }
        }
        var shortest = 0
        var longest = clusters.count
        var cut = run
        while shortest < longest {
            let middle = (shortest + longest + 1) / 2
            cut.text = Self.shortened(clusters[..<middle])
            if isWithin(layout(cut), cut) { shortest = middle } else { longest = middle - 1 }
        }
        run.text = Self.shortened(clusters[..<shortest])
        best = layout(run)
        best.isCut = true
        return (run, best)
    }

    /// Largest number of clusters to consider, so that a cut text's rest costs nothing. The narrowest letters are about
    /// a twentieth of the line height wide.
    private func most(_ run: TextRun) -> Int {
        let lines = Double(min(run.lineLimit, 100))
        return min(TextLimits.clusters, 16 + Int(20 * (run.width ?? 0) * lines / run.size))
    }

    /// Joins the clusters, with an ellipsis instead of trailing spaces.
    private static func shortened(_ clusters: ArraySlice<String>) -> String {
        let end = clusters.lastIndex { $0 != " " }.map { $0 + 1 } ?? clusters.startIndex
        return clusters[..<end].joined() + "…"
    }

    private func isWithin(_ measure: TextMeasure, _ run: TextRun) -> Bool {
        guard let layout = measure.layout else { return true }
        // A line with a fallback font can be higher than its size.
        return Double(layout.width) <= run.width ?? 0
            && (run.lineLimit == 1 || Double(layout.height) < run.size * (Double(run.lineLimit) + 0.5))
    }

    /// Measures a text's layout, by the size of the box that libass draws behind an event of border style 4.
    private func layout(_ run: TextRun) -> TextMeasure {
        let boxColor = Color(red: 1 / 255, green: 2 / 255, blue: 3 / 255)
        var probe = run
        probe.anchor = .topLeft
        probe.color = .white
        probe.outlineColor = .black
        set(probe, boxColor: boxColor)
        let origin = Double(Self.origin)
        let text = TextMarkup.event(escaped: TextMarkup.escaped(run.text), at: PathPoint(x: origin, y: origin))
        guard let box = images(of: text).first(where: { $0.pointee.color == boxColor.packedForAss })?.pointee.area
        else { return TextMeasure(layout: Rect(origin: Point(rounding: run.position), size: .zero)) }
        let place = Point(
            rounding: PathPoint(
                x: run.position.x - Double(box.width) * run.anchor.fractionLeft,
                y: run.position.y - Double(box.height) * run.anchor.fractionAbove))
        return TextMeasure(layout: Rect(origin: place, size: box.size))
    }
}
