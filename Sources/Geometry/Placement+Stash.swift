/// A picture that is put away beyond a side of its output, but for a tab.
extension Placement {
    /// The sides beyond which a picture is put away.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        case left, right

        /// As an edge of the area.
        public var edge: Edges { self == .left ? .left : .right }
    }

    /// How much of it stays to be taken hold of, also by a finger; half of what is no wider than two of it.
    public static let tabWidth = 44

    /// That of a picture of some width.
    public static func tab(ofWidth width: Int) -> Int { min(tabWidth, max(1, width / 2)) }

    var tab: Int { Self.tab(ofWidth: size.width) }

    /// Put away at a side, at the same height, held by that side.
    public func stashed(at side: Side, in area: Size) -> Placement {
        let inside = clamped(to: area)
        var rect = inside.rect(in: area)
        rect.x = side == .left ? inside.tab - rect.width : area.width - inside.tab
        return Placement(
            rect: rect, holding: Corner(isTop: corner.isTop, isLeft: side == .left), in: area, output: output)
    }

    /// Where it comes back to from there: a margin from that side.
    func unstashed(from side: Side, in area: Size) -> Placement {
        var rect = clamped(to: area).rect(in: area)
        let margin = min(Self.defaultMargin, max(0, (area.width - rect.width) / 2))
        rect.x = side == .left ? margin : area.width - rect.width - margin
        return Placement(rect: rect, in: area, output: output)
    }

    /// Beyond one of these edges but for the last pixel: there, and not to be seen. Nil for no edge.
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

    /// How much of its width lies beyond a side.
    func overhang(at side: Side, in area: Size) -> Double {
        let rect = rect(in: area)
        let beyond = side == .left ? -rect.x : rect.maxX - area.width
        return max(0, Double(beyond) / Double(max(1, rect.width)))
    }
}
