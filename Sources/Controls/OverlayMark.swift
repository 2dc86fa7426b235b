package import OrielGeometry

/// What lies on an overlay as long as it is in a state in which it doesn't answer as it looks: a padlock while clicks go
/// through it, an arrow on the tab of one that is put away.
package struct OverlayMark: Hashable, Sendable {
    package var isLocked: Bool
    /// Where it is put away.
    package var stash: Placement.Side?

    package init(isLocked: Bool = false, stash: Placement.Side? = nil) {
        self.isLocked = isLocked
        self.stash = stash
    }

    /// There is nothing to say.
    package var isEmpty: Bool { !isLocked && stash == nil }

    /// What is drawn on a surface, in its pixels: at most half of its height and of what is seen of it.
    package func items(on surface: Size, scale: Double) -> [ControlsItem] {
        let grid = PixelGrid(scale: scale)
        let size = grid.pixels(of: surface)
        let style = ControlsStyle(for: .pictureInPicture, on: surface)
        func pixels(_ length: Double) -> Int { max(1, Int((length * grid.scale).rounded())) }
        let tab = stash.map { side in
            let width = pixels(Double(Placement.tab(ofWidth: surface.width)))
            return Rect(x: side == .left ? size.width - width : 0, y: 0, width: width, height: size.height)
        }
        var items: [ControlsItem] = []
        func add(_ icon: ControlsIcon, _ plate: Rect, side: Int) {
            items.append(
                .plate(plate, radius: Double(min(plate.width, plate.height)) / 2, color: style.plateColor))
            let square = Rect(
                x: plate.x + (plate.width - side) / 2, y: plate.y + (plate.height - side) / 2, width: side, height: side
            )
            items.append(.icon(icon, square, color: style.color))
        }
        if let tab, let stash {
            let width = min(pixels(28), max(1, tab.width * 3 / 4))
            let height = min(pixels(52), max(1, size.height / 2))
            add(
                .towards(stash == .left ? .right : .left),
                Rect(
                    x: tab.x + (tab.width - width) / 2, y: (size.height - height) / 2, width: width, height: height),
                side: min(width, height) * 3 / 4)
        }
        if isLocked {
            // In the upper corner of what is seen, and small enough to leave the arrow its room.
            let seen = tab ?? Rect(origin: .zero, size: size)
            let side = min(pixels(28), seen.width * 3 / 4, size.height / 5)
            let margin = min(pixels(8), size.height / 4 - side, (seen.width - side) / 2)
            let x = tab == nil ? seen.maxX - margin - side : seen.x + (seen.width - side) / 2
            add(.locked, Rect(x: x, y: margin, width: side, height: side), side: side * 4 / 7)
        }
        return items
    }
}
