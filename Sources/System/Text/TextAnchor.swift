/// Point of a text's layout box that is placed at its position, in reading order.
package enum TextAnchor: Int, Hashable, Sendable, CaseIterable {
    case topLeft, top, topRight
    case left, center, right
    case bottomLeft, bottom, bottomRight

    /// 0 to 2, from the left.
    var column: Int { rawValue % 3 }
    /// 0 to 2, from the top.
    var row: Int { rawValue / 3 }
    /// Fraction of the width left of the position.
    package var fractionLeft: Double { Double(column) / 2 }
    /// Fraction of the height above the position.
    package var fractionAbove: Double { Double(row) / 2 }
}
