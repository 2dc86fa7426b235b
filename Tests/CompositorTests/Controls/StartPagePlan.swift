import OrielControls
import OrielGeometry

/// Places of the start page's elements in a window, in logical pixels at scale 1.
struct StartPagePlan {
    private let layout: PanelLayout
    private let panel: Panel
    private let origin: Point

    /// - Parameters:
    ///   - recent: number of media in the list.
    ///   - hasUndo: whether forgotten media can be brought back.
    init(_ window: Size = Size(width: 1280, height: 720), recent: Int = 0, hasUndo: Bool = false) {
        var panel = Panel(rows: [
            PanelRow("mark", .image(aspectRatio: 1)), PanelRow("title", .title, "Title"),
            PanelRow("text", .text, "While it plays, press I to lift it above all windows, and to bring it back."),
            PanelRow("open", .action, "Open files…", icon: .file), PanelRow("folder", .action, "Open a folder…"),
            PanelRow(
                "address", .field(text: "", placeholder: ""), buttons: [PanelRow.Button(.paste, "Open from clipboard")]),
        ])
        if recent > 0 { panel.rows.append(PanelRow("heading", .heading, "Recent")) }
        panel.rows += (0..<recent).map { PanelRow("film \($0)", .action, "Film", card: PanelRow.Card(fraction: 0.5)) }
        if recent > 1 { panel.rows.append(PanelRow("forget", .action, "Forget all of them")) }
        if hasUndo { panel.rows.append(PanelRow("undo", .action, "Bring back")) }
        self.init(panel, in: window)
    }

    /// The question of a link.
    static func question(in window: Size = Size(width: 1280, height: 720)) -> StartPagePlan {
        var panel = Panel(rows: [
            PanelRow("title", .title, "Open a link to 127.0.0.1:40000?"),
            PanelRow("text", .text, "It may be on this computer or your network. Any web page can make a link."),
            PanelRow("open", .action, "Open"), PanelRow("refuse", .action, "Don't open"),
        ])
        panel.isPage = true
        return StartPagePlan(panel, in: window)
    }

    private init(_ panel: Panel, in window: Size) {
        var page = panel
        page.isPage = true
        self.panel = page
        layout = PanelLayout(page, in: PanelLayout.Surroundings(room: window))
        origin = Point(x: (window.width - layout.size.width) / 2, y: (window.height - layout.size.height) / 2)
    }

    /// The area of an element that can be pressed.
    subscript(_ id: String) -> Rect? {
        let row = panel.rows.firstIndex { $0.id == id }
        return row.flatMap { row in layout.targets.first { $0.target == .row(row) }?.area }.map(placed)
    }

    /// The area of the button at the address's end.
    var paste: Rect? {
        layout.targets.first { if case .button = $0.target { true } else { false } }.map { placed($0.area) }
    }

    /// The picture of a film.
    func picture(_ id: String) -> Rect? {
        let row = panel.rows.firstIndex { $0.id == id }
        return layout.images.first { $0.row == row }.map { placed($0.area) }
    }

    /// The areas of all texts.
    var texts: [Rect] {
        layout.items.compactMap { if case .text(let text) = $0 { placed(text.area) } else { nil } }
    }

    private func placed(_ area: Rect) -> Rect {
        Rect(x: area.x + origin.x, y: area.y + origin.y, width: area.width, height: area.height)
    }
}
