/// Rows of elements under a title: a menu, a list, a page of settings, or the page of an empty window. Value code.
package struct Panel: Hashable, Sendable {
    package var title: String
    /// Whether another panel opened this one, to which *back* leads.
    package var hasParent: Bool
    /// Whether it is a page in the middle of a picture: larger, with centred texts, and a plate below each element.
    package var isPage = false
    package var rows: [PanelRow]

    package init(_ title: String = "", hasParent: Bool = false, rows: [PanelRow] = []) {
        self.title = title
        self.hasParent = hasParent
        self.rows = rows
    }

    /// The next row that can be used, from a row on in one direction; nil if there is none.
    /// - Parameter isWrapping: whether the search goes on at the other end.
    func activeRow(after row: Int?, step: Int, isWrapping: Bool = true) -> Int? {
        let count = rows.count
        guard count > 0 else { return nil }
        var index = row ?? (step > 0 ? -1 : count)
        for _ in 0..<count {
            index += step
            if !rows.indices.contains(index) {
                guard isWrapping else { return nil }
                index = step > 0 ? 0 : count - 1
            }
            if rows[index].isActive { return index }
        }
        return nil
    }

    /// The next row, after one and around, whose label begins with a text; nil if there is none.
    func row(beginningWith text: String, after row: Int?) -> Int? {
        guard !text.isEmpty, !rows.isEmpty else { return nil }
        let start = (row ?? -1) + 1
        return (0..<rows.count).lazy.map { (start + $0) % rows.count }.first {
            rows[$0].isActive && rows[$0].label.lowercased().hasPrefix(text.lowercased())
        }
    }
}

/// A person's use of a panel. Rows are named by their `id`.
package enum PanelIntent: Hashable, Sendable {
    case press(String)
    /// A button at a row's end, by its number.
    case pressButton(String, Int)
    case slide(String, to: Double)
    case edit(String, String)
    case back
    case dismiss
}

/// A place in a panel, by the row's number.
package enum PanelTarget: Hashable, Sendable {
    case back
    case row(Int)
    case button(row: Int, Int)
    /// Shows rows before, or after, those that are shown.
    case earlier, later
}
