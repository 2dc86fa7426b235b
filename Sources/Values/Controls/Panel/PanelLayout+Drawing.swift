import OrielGeometry

/// The items of a panel's rows.
extension PanelLayout {
    mutating func draw(_ panel: Panel, hasHeader: Bool, isCut: Bool) {
        // A page lies on its picture's own ground.
        if !panel.isPage {
            items.append(
                .plate(
                    Rect(origin: .zero, size: pixelSize), radius: Double(pixels(style.radius)), color: style.ground))
        }
        var y = style.padding / 2
        func take(_ height: Double) -> Rect {
            defer { y += height }
            let (top, bottom) = (pixels(y), pixels(y + height))
            return Rect(x: 0, y: top, width: pixelSize.width, height: bottom - top)
        }
        if hasHeader { drawHeader(panel, in: take(style.rowHeight)) }
        if isCut { drawArrow(.earlier, .up, isThere: shown.lowerBound > 0, in: take(style.headingHeight)) }
        for row in shown {
            draw(panel.rows[row], row, in: take(heights[row]), isPage: panel.isPage)
        }
        if isCut {
            drawArrow(.later, .down, isThere: shown.upperBound < panel.rows.count, in: take(style.headingHeight))
        }
    }

    private mutating func drawHeader(_ panel: Panel, in area: Rect) {
        var left = pixels(style.padding)
        if panel.hasParent {
            if hand.target == .back { drawHighlight(in: area) }
            drawIcon(.towards(surroundings.isRightToLeft ? .right : .left), at: left, in: area, style.text)
            left += pixels(style.icon + style.padding)
            targets.append(Place(target: .back, area: area))
        }
        drawText(
            panel.title, from: left, to: area.width - pixels(style.padding), in: area, style.text, isBold: true)
    }

    private mutating func drawArrow(_ target: PanelTarget, _ icon: ControlsIcon, isThere: Bool, in area: Rect) {
        let color = isThere ? style.quiet : style.track
        if isThere, hand.target == target { drawHighlight(in: area) }
        drawIcon(icon, at: (area.width - pixels(style.icon)) / 2, in: area, color)
        guard isThere else { return }
        targets.append(Place(target: target, area: area))
    }

    private mutating func draw(_ row: PanelRow, _ number: Int, in area: Rect, isPage: Bool) {
        let gap = row.kind == .text && row.detail.isEmpty ? 3 * style.gap : style.gap
        let area = Rect(x: area.x, y: area.y, width: area.width, height: max(0, area.height - pixels(gap)))
        let (start, end) = (pixels(style.padding), area.width - pixels(style.padding))
        switch row.kind {
        case .separator:
            let height = max(1, pixels(1))
            let line = Rect(
                x: start, y: area.y + (area.height - height) / 2, width: max(0, end - start), height: height)
            return items.append(.plate(line, radius: 0, color: style.line))
        case .heading: return drawText(row.label, from: start, to: end, in: area, style.quiet, isBold: true)
        case .text where row.detail.isEmpty:
            return drawText(
                row.label, from: start, to: end, in: area, isPage ? style.quiet : style.text, isPage ? .center : .left,
                lineLimit: style.lines(of: row.label, width: Double(size.width)))
        case .title:
            return drawText(
                row.label, from: start, to: end, in: area, style.text, .center, isBold: true,
                lineHeight: style.titleHeight)
        case .image(let aspectRatio):
            guard area.height > 0 else { return }
            let height = area.height * 9 / 10
            let width = min(Int((Double(height) * aspectRatio).rounded()), end - start)
            let place = Rect(x: (area.width - width) / 2, y: area.y, width: width, height: height)
            return images.append(Image(row: number, area: place, radius: 0))
        case .text, .action, .menu, .toggle, .choice, .slider, .field: break
        }
        if isPage { items.append(.plate(area, radius: Double(pixels(style.radius)), color: style.plate)) }
        if case .row(number) = hand.target, row.isActive { drawHighlight(in: area, isWhole: isPage) }
        var right = end
        // Buttons at every row would hide what the rows say.
        for (index, button) in row.buttons.enumerated().reversed()
        where hand.isOn(number) || surroundings.isTouch || row.isField {
            let side = max(
                pixels(style.icon + style.padding),
                pixels(surroundings.isTouch ? ControlsStyle.touchTarget : ControlsStyle.pointerTarget))
            let place = Rect(x: right - side, y: area.y, width: side, height: area.height)
            let target = PanelTarget.button(row: number, index)
            if hand.target == target { drawHighlight(in: placed(place), isWhole: true) }
            drawIcon(button.icon, at: place.x + (side - pixels(style.icon)) / 2, in: area, style.quiet)
            targets.append(Place(target: target, area: placed(place)))
            right -= side
        }
        if let card = row.card { return drawCard(row, card, number, to: right, in: area) }
        drawEnd(row, number, from: start, to: right, in: area, isPage: isPage)
        if row.isActive { targets.append(Place(target: .row(number), area: area)) }
    }

    /// Draws a picture at the row's beginning, and two lines beside it.
    private mutating func drawCard(
        _ row: PanelRow, _ card: PanelRow.Card, _ number: Int, to end: Int, in area: Rect
    ) {
        let (inset, thick) = (pixels(style.padding / 3), max(2, pixels(style.trackHeight / 2)))
        let height = max(0, area.height - 2 * inset - 2 * thick)
        let picture = Rect(
            x: inset, y: area.y + inset, width: min(height * 16 / 9, area.width / 3), height: height)
        let radius = Double(pixels(style.radius / 3))
        // A tile is seen where there is no image.
        items.append(.plate(placed(picture), radius: radius, color: style.track))
        drawIcon(.play, at: picture.x + (picture.width - pixels(style.icon)) / 2, in: picture, style.quiet)
        images.append(Image(row: number, area: placed(picture), radius: radius))
        if let fraction = card.fraction, fraction.isFinite {
            let line = Rect(x: picture.x, y: picture.maxY + thick, width: picture.width, height: thick)
            let part = Int((Double(line.width) * min(max(fraction, 0), 1)).rounded())
            items.append(.plate(placed(line), radius: 0, color: style.track))
            items.append(
                .plate(
                    placed(Rect(x: line.x, y: line.y, width: part, height: thick)), radius: 0, color: style.accent))
        }
        let left = picture.maxX + pixels(style.padding)
        let line = pixels(style.lineHeight)
        let top = area.y + (area.height - 2 * line) / 2
        let (upper, lower) = (
            Rect(x: 0, y: top, width: area.width, height: line),
            Rect(x: 0, y: top + line, width: area.width, height: line)
        )
        drawText(
            row.label, from: left, to: end, in: upper, row.isEnabled ? style.text : style.quiet,
            isBold: row.isEnabled)
        drawText(row.detail, from: left, to: end, in: lower, style.quiet, lineHeight: style.lineHeight * 0.88)
        if row.isActive { targets.append(Place(target: .row(number), area: area)) }
    }

    /// Draws a row's label, and its state at the end.
    private mutating func drawEnd(
        _ row: PanelRow, _ number: Int, from start: Int, to end: Int, in area: Rect, isPage: Bool
    ) {
        let (icon, gap) = (pixels(style.icon), pixels(style.padding / 2))
        let color = row.isEnabled ? style.text : style.quiet
        var (left, right) = (start, end)
        if let symbol = row.icon {
            drawIcon(symbol, at: left, in: area, style.quiet)
            left += icon + gap
        }
        switch row.kind {
        case .choice(let isChosen):
            if isChosen { drawIcon(.check, at: left, in: area, style.accent) }
            left += icon + gap
        case .toggle(let isOn):
            right -= pixels(style.knob * 2)
            drawSwitch(isOn, in: Rect(x: right, y: area.y, width: pixels(style.knob * 2), height: area.height))
            right -= gap
        case .menu:
            right -= icon
            drawIcon(.towards(surroundings.isRightToLeft ? .left : .right), at: right, in: area, style.quiet)
            right -= gap
        case .slider(let slider):
            // The line leaves two fifths for the label, and room for a detail such as "+1000 ms".
            let first = left + (right - left) * 2 / 5
            let last = max(first, right - pixels(5.2 * style.lineHeight * 0.62) - 2 * gap)
            drawTrack(slider, number, in: Rect(x: first, y: area.y, width: last - first, height: area.height))
            drawText(row.detail, from: last + gap, to: right, in: area, style.quiet, .right)
            return drawText(row.label, from: left, to: first - gap, in: area, color)
        case .field(let text, let placeholder):
            // On a page the plate is the box.
            let box =
                isPage
                ? area
                : Rect(
                    x: left, y: area.y + pixels(3), width: right - left, height: max(0, area.height - 2 * pixels(3)))
            let radius = Double(pixels(isPage ? style.radius : 4))
            items.append(.ring(placed(box), radius: radius, line: max(1, pixels(1)), color: style.track))
            var shown = text
            if let edit = hand.edit, edit.row == number {
                fieldArea = placed(box)
                shown = edit.field.shown(Int(Double(box.width) / (style.lineHeight * 0.5 * grid.scale)))
            }
            return drawText(
                shown.isEmpty ? placeholder : shown, from: isPage ? left : left + gap, to: isPage ? right : right - gap,
                in: area,
                shown.isEmpty ? style.quiet : style.text)
        case .heading, .separator, .text, .title, .image, .action: break
        }
        // The detail takes at most half, and its letters' width on average; short texts vary more.
        let letters = (Double(row.detail.prefix(40).columns) * 0.55 + 0.8) * style.lineHeight
        let middle = row.detail.isEmpty ? right : max(left + (right - left) / 2, right - pixels(letters) - gap)
        if !row.detail.isEmpty { drawText(row.detail, from: middle + gap, to: right, in: area, style.quiet, .right) }
        drawText(row.label, from: left, to: middle, in: area, color)
    }

    private mutating func drawSwitch(_ isOn: Bool, in area: Rect) {
        let height = pixels(style.knob)
        let plate = Rect(x: area.x, y: area.y + (area.height - height) / 2, width: area.width, height: height)
        let radius = Double(height) / 2
        items.append(.plate(placed(plate), radius: radius, color: isOn ? style.accent : style.track))
        let knob = placed(Rect(x: isOn ? plate.maxX - height : plate.x, y: plate.y, width: height, height: height))
        items.append(
            .disc(
                PathPoint(Double(knob.x) + radius, Double(knob.y) + radius), radius: radius - Double(pixels(2)),
                color: isOn ? style.ground.withAlpha(1) : style.text))
    }

    private mutating func drawTrack(_ slider: PanelRow.Slider, _ number: Int, in area: Rect) {
        let height = max(2, pixels(style.trackHeight))
        let line = Rect(x: area.x, y: area.y + (area.height - height) / 2, width: area.width, height: height)
        let filled = Int((Double(line.width) * slider.fraction).rounded())
        let part = Rect(x: line.x, y: line.y, width: filled, height: height)
        items.append(.plate(placed(line), radius: Double(height) / 2, color: style.track))
        if filled > 0 { items.append(.plate(placed(part), radius: Double(height) / 2, color: style.accent)) }
        let center = placed(Rect(x: line.x + filled, y: line.y, width: 0, height: height))
        items.append(
            .disc(
                PathPoint(Double(center.x), Double(center.y) + Double(height) / 2),
                radius: Double(pixels(style.knob)) / 2, color: style.accent))
        tracks[number] = placed(line)
    }

    /// - Parameter isWhole: whether it takes all of the area, as at a page's rows.
    private mutating func drawHighlight(in area: Rect, isWhole: Bool = false) {
        let inset = isWhole ? 0 : pixels(style.padding / 3)
        let place = Rect(x: area.x + inset, y: area.y, width: max(0, area.width - 2 * inset), height: area.height)
        let radius = Double(pixels(style.radius * 0.6))
        items.append(.plate(place, radius: radius, color: hand.isPressed ? style.pressed : style.highlight))
        if hand.isFocus {
            items.append(.ring(place, radius: radius, line: max(2, pixels(2)), color: style.focus))
        }
    }

    private mutating func drawIcon(_ icon: ControlsIcon, at x: Int, in area: Rect, _ color: Color) {
        let side = pixels(style.icon)
        let square = Rect(x: x, y: area.y + (area.height - side) / 2, width: side, height: side)
        items.append(.icon(icon, placed(square), color: color))
    }

    private mutating func drawText(
        _ text: String, from left: Int, to right: Int, in area: Rect, _ color: Color,
        _ alignment: ControlsText.Alignment = .left, isBold: Bool = false, lineHeight: Double? = nil,
        lineLimit: Int = 1
    ) {
        guard !text.isEmpty, right > left else { return }
        let own: ControlsText.Alignment =
            switch alignment {
            case .left: surroundings.isRightToLeft ? .right : .left
            case .right: surroundings.isRightToLeft ? .left : .right
            case .center: .center
            }
        items.append(
            .text(
                ControlsText(
                    // No row shows more letters.
                    text: String(text.prefix(lineLimit == 1 ? 200 : 1000)),
                    area: placed(Rect(x: left, y: area.y, width: right - left, height: area.height)), alignment: own,
                    family: style.family, lineHeight: Double(pixels(lineHeight ?? style.lineHeight)), isBold: isBold,
                    color: color, lineLimit: lineLimit)))
    }
}
