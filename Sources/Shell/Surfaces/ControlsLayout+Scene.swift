package import OrielControls
package import OrielGeometry
package import OrielText

/// Text scenes of the controls, which libass draws.
extension ControlsLayout {
    /// One part as a scene of the whole surface; nil if the part is empty.
    package func scene(of part: ControlsPart) -> TextScene? { TextScene(items(of: part), on: size) }
}

extension PanelLayout {
    /// The panel as a scene of its surface; nil if it is empty.
    package var scene: TextScene? { TextScene(items, on: pixelSize) }
}

extension OverlayMark {
    /// The mark as a scene of the whole surface; nil if it is empty.
    package func scene(on surface: Size, scale: Double) -> TextScene? {
        TextScene(items(on: surface, scale: scale), on: PixelGrid(scale: scale).pixels(of: surface))
    }
}

extension WindowPlaceholder {
    /// The placeholder as a scene of the whole surface; nil if it is empty.
    package func scene(on surface: Size, scale: Double) -> TextScene? {
        TextScene(items(on: surface, scale: scale), on: PixelGrid(scale: scale).pixels(of: surface))
    }
}

extension TextScene {
    /// Makes a scene of the items; nil if there are none.
    fileprivate init?(_ items: [ControlsItem], on size: Size) {
        guard !items.isEmpty else { return nil }
        self.init(size: size)
        var plates: [(area: Rect, radius: Double, color: Color)] = []
        var paths: [(path: VectorPath, color: Color)] = []
        var texts: [ControlsText] = []
        for item in items {
            switch item {
            case .plate(let area, let radius, let color): plates.append((area, radius, color))
            case .icon, .disc, .ring: if let path = item.path { paths.append(path) }
            case .text(let text): texts.append(text)
            }
        }
        // A libass event costs more than filling the shape, so separate shapes of one colour are merged into one event.
        for (index, plate) in plates.enumerated() {
            let isApart = plates[..<index].allSatisfy {
                $0.color != plate.color || $0.area.intersection(plate.area) == nil
            }
            let area = plate.area
            add(
                .box(
                    x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height),
                    radius: plate.radius, color: plate.color), isMerged: isApart)
        }
        for (path, color) in paths {
            add(VectorShape(path.elements, color: color), isMerged: color.alpha == 1)
        }
        for text in texts { add(text) }
    }

    fileprivate mutating func add(_ shape: VectorShape, isMerged: Bool) {
        guard isMerged, case .shape(var last) = items.last, last.color == shape.color else {
            return items.append(.shape(shape))
        }
        // Removed from the list first; otherwise each addition would copy all elements.
        items.removeLast()
        last.elements += shape.elements
        items.append(.shape(last))
    }

    fileprivate mutating func add(_ text: ControlsText) {
        let padding = text.plate?.horizontalPadding ?? 0
        let (left, right) = (Double(text.area.x) + padding, Double(text.area.maxX) - padding)
        let (x, anchor): (Double, TextAnchor) =
            switch text.alignment {
            case .left: (left, .left)
            case .center: ((left + right) / 2, .center)
            case .right: (right, .right)
            }
        var run = TextRun(
            text.text, family: text.family, size: text.lineHeight,
            at: PathPoint(x: x, y: Double(text.area.y) + Double(text.area.height) / 2))
        run.anchor = anchor
        run.isBold = text.isBold
        run.color = text.color
        run.width = right - left
        run.lineLimit = text.lineLimit
        if let plate = text.plate {
            let index = items.count + 1
            items.append(
                .backdrop(
                    Backdrop(
                        behind: index..<index + 1, horizontalPadding: plate.horizontalPadding,
                        verticalPadding: plate.verticalPadding, radius: plate.radius, color: plate.color)))
        }
        items.append(.text(run))
    }
}
