import CAss

extension TextAnchor {
    /// Alignment in libass's styles.
    var alignment: CInt {
        let column: CInt
        switch self {
        case .topLeft, .left, .bottomLeft: column = HALIGN_LEFT
        case .top, .center, .bottom: column = HALIGN_CENTER
        case .topRight, .right, .bottomRight: column = HALIGN_RIGHT
        }
        return switch self {
        case .topLeft, .top, .topRight: VALIGN_TOP | column
        case .left, .center, .right: VALIGN_CENTER | column
        case .bottomLeft, .bottom, .bottomRight: VALIGN_SUB | column
        }
    }
}
