import OrielControls
import OrielGeometry
import Testing

/// Widths of texts before they are drawn.
struct TextColumnsTests {
    @Test(arguments: [
        ("", 0), ("Play", 4), ("Größe", 5), ("e\u{301}", 1), ("再生", 4), ("ＡＢ", 4), ("한국", 4), ("تشغيل", 5), ("🎬", 2),
        ("1× 速度", 7),
    ])
    func eastAsianLettersAreTwoWide(text: String, columns: Int) { #expect(text.columns == columns) }

    /// A menu is wide enough for its longest row, whatever its script.
    @Test func aMenuHasRoomForWideLetters() {
        func width(_ label: String) -> Int {
            let panel = Panel("", rows: [PanelRow("a", .action, label, detail: "元の比率")])
            return PanelLayout(panel, in: .init(room: Size(width: 1280, height: 720))).size.width
        }
        #expect(width(String(repeating: "画", count: 18)) == width(String(repeating: "a", count: 36)))
    }
}
