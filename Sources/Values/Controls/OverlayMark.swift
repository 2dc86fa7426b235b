package import OrielGeometry

/// Marks on an overlay whose state isn't otherwise visible: a padlock while clicks pass through it, a plain tab with an
/// arrow while it is stashed, a ring while it has keyboard focus.
package struct OverlayMark: Hashable, Sendable {
    /// Whether clicks pass through it: it is locked, or a peek shows what lies below.
    package var isLocked: Bool
    /// Side at which the overlay is stashed; nil if it isn't.
    package var stash: Placement.Side?

    /// Whether the overlay has keyboard focus.
    package var isFocused: Bool

    /// Radius of the overlay's corners in logical pixels.
    package var cornerRadius = 0

    package init(isLocked: Bool = false, stash: Placement.Side? = nil, isFocused: Bool = false) {
        self.isLocked = isLocked
        self.stash = stash
        self.isFocused = isFocused
    }

    /// Whether there is no mark.
    package var isEmpty: Bool { !isLocked && stash == nil && !isFocused }

    /// Items to draw on a surface, in its pixels; at most half of the visible width and height.
    package func items(on surface: Size, scale: Double) -> [ControlsItem] {
        let grid = PixelGrid(scale: scale)
        let size = grid.pixels(of: surface)
        let style = ControlsStyle(for: .pictureInPicture, on: surface)
        func pixels(_ length: Double) -> Int { max(1, Int((length * grid.scale).rounded())) }
        let tab = tab(on: surface, grid)
        var items: [ControlsItem] = []
        func add(_ icon: ControlsIcon, _ plate: Rect, side: Int) {
            // The tab is a plate itself: a slice of the picture tells nothing.
            if tab == nil {
                items.append(
                    .plate(plate, radius: Double(min(plate.width, plate.height)) / 2, color: style.plateColor))
            }
            let square = Rect(Size(width: side, height: side), inMiddleOf: plate)
            items.append(.icon(icon, square, color: style.color))
        }
        if var plate = tab {
            // The corners on the other side are beyond the output.
            let wanted = cornerRadius > 0 ? pixels(Double(cornerRadius)) : 0
            let radius = min(wanted, size.height / 2, size.width - plate.width)
            plate.width += radius
            if stash == .left { plate.x -= radius }
            items.append(.plate(plate, radius: Double(radius), color: style.plateColor.withAlpha(1)))
        }
        if isFocused { items += ring(around: size, width: pixels(2), style) }
        if let tab, let stash {
            let width = min(pixels(28), max(1, tab.width * 3 / 4))
            let height = min(pixels(52), max(1, size.height / 2))
            add(
                .towards(stash == .left ? .right : .left),
                Rect(Size(width: width, height: height), inMiddleOf: tab),
                side: min(width, height) * 3 / 4)
        }
        if let place = padlock(on: surface, scale: scale) { add(.locked, place, side: place.width * 4 / 7) }
        return items
    }

    /// Area of the padlock on a surface, in its pixels; nil without one.
    package func padlock(on surface: Size, scale: Double) -> Rect? {
        guard isLocked else { return nil }
        let grid = PixelGrid(scale: scale)
        let size = grid.pixels(of: surface)
        func pixels(_ length: Double) -> Int { max(1, Int((length * grid.scale).rounded())) }
        let tab = tab(on: surface, grid)
        // In the upper corner of the visible part, and small enough to leave room for the arrow.
        let seen = tab ?? Rect(origin: .zero, size: size)
        let side = min(pixels(28), seen.width * 3 / 4, size.height / 5)
        let margin = min(pixels(8), size.height / 4 - side, (seen.width - side) / 2)
        let x = tab == nil ? seen.maxX - margin - side : seen.x + (seen.width - side) / 2
        return Rect(x: x, y: margin, width: side, height: side)
    }

    /// The visible part of a stashed overlay, in pixels; nil for one that isn't stashed.
    private func tab(on surface: Size, _ grid: PixelGrid) -> Rect? {
        stash.map { side in
            let size = grid.pixels(of: surface)
            let width = max(1, Int((Double(Placement.tab(ofWidth: surface.width)) * grid.scale).rounded()))
            return Rect(x: side == .left ? size.width - width : 0, y: 0, width: width, height: size.height)
        }
    }

    /// A light line inside a dark one, visible against any background.
    private func ring(around size: Size, width: Int, _ style: ControlsStyle) -> [ControlsItem] {
        let whole = Rect(origin: .zero, size: size)
        return [(0, Color.black.withAlpha(0.7)), (width, style.focusColor)].flatMap { inset, color in
            whole.inset(by: inset).subtracting(whole.inset(by: inset + width)).map {
                ControlsItem.plate($0, radius: 0, color: color)
            }
        }
    }
}
