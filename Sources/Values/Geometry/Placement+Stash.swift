/// Stashed overlays: moved beyond a side of the output except for a tab.
extension Placement {
    /// A side at which overlays can be stashed.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        case left, right

        /// The side as an edge of the area.
        public var edge: Edges { self == .left ? .left : .right }
    }

    /// Width of the tab that stays visible, in logical pixels, enough for a finger. Narrow overlays keep half their
    /// width.
    public static let tabWidth = 44

    /// Returns the tab width for an overlay of `width`, in logical pixels.
    public static func tab(ofWidth width: Int) -> Int { min(tabWidth, max(1, width / 2)) }

    var tab: Int { Self.tab(ofWidth: size.width) }

    /// Returns the stashed placement at a side, at the same height.
    public func stashed(at side: Side, in area: Size) -> Placement {
        let inside = clamped(to: area)
        var rect = inside.rect(in: area)
        rect.x = side == .left ? inside.tab - rect.width : area.width - inside.tab
        return Placement(
            rect: rect, holding: Corner(isTop: corner.isTop, isLeft: side == .left), in: area, output: output)
    }

    /// Returns the placement after a stash: at a margin from that side.
    func unstashed(from side: Side, in area: Size) -> Placement {
        var rect = clamped(to: area).rect(in: area)
        let margin = min(Self.defaultMargin, max(0, (area.width - rect.width) / 2))
        rect.x = side == .left ? margin : area.width - rect.width - margin
        return Placement(rect: rect, in: area, output: output)
    }

    /// Returns a placement beyond one of these edges except for one pixel, to be mapped but practically invisible. Nil
    /// without an edge.
    public func hidden(beyond edges: Edges, in area: Size) -> Placement? {
        var rect = clamped(to: area).rect(in: area)
        if edges.contains(.left) {
            rect.x = 1 - rect.width
        } else if edges.contains(.right) {
            rect.x = area.width - 1
        } else if edges.contains(.top) {
            rect.y = 1 - rect.height
        } else if edges.contains(.bottom) {
            rect.y = area.height - 1
        } else {
            return nil
        }
        return Placement(rect: rect, in: area, output: output)
    }

    /// Returns the share of the width beyond a side, from 0.
    func overhang(at side: Side, in area: Size) -> Double {
        let rect = rect(in: area)
        let beyond = side == .left ? -rect.x : rect.maxX - area.width
        return max(0, Double(beyond) / Double(max(1, rect.width)))
    }
}
