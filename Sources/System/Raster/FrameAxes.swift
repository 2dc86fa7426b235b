import OrielMedia

/// Orientation of a frame's columns and rows on the screen: mirrored first, then rotated.
struct FrameAxes: Hashable, Sendable {
    /// Whether the frame's columns are rows of the screen.
    var isTransposed: Bool
    /// Whether the frame's last column comes first.
    var reversesColumns: Bool
    /// Whether the frame's last row comes first.
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
