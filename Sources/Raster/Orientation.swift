import OrielMedia

/// How a frame's columns and rows lie on the screen: mirrored first, then turned.
struct Orientation: Hashable, Sendable {
    /// Columns of the frame are rows of the screen.
    var isTransposed: Bool
    /// The frame's last column comes first.
    var reversesColumns: Bool
    /// The frame's last row comes first.
    var reversesRows: Bool

    init(_ rotation: VideoFrame.Rotation, isFlipped: Bool) {
        (isTransposed, reversesColumns, reversesRows) =
            switch rotation {
            case .none: (false, false, false)
            case .clockwise90: (true, false, true)
            case .clockwise180: (false, true, true)
            case .clockwise270: (true, true, false)
            }
        if isFlipped { reversesColumns.toggle() }
    }
}
