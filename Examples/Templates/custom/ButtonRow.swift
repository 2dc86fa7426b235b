import Oriel

/// Places of buttons in a row, centred above the picture's lower edge.
struct ButtonRow {
    static let side = 48
    let count: Int

    /// - Parameter view: the picture's size in logical pixels.
    func frame(of button: Int, in view: Size) -> Rect {
        let left = (view.width - count * Self.side) / 2
        return Rect(x: left + button * Self.side, y: view.height - 2 * Self.side, width: Self.side, height: Self.side)
    }
}
