import Glibc
import OrielControls
import OrielGeometry
import Testing

/// Panels in all rooms, checked by their areas and drawn items.
@Suite struct PanelLayoutTests {
    struct Place: Sendable, CustomStringConvertible {
        var room: Size
        var scale: Double
        var textScale: Double
        var isRightToLeft: Bool
        var isTouch: Bool

        var description: String {
            "\(room) at \(scale) text \(textScale)\(isRightToLeft ? " RTL" : "")\(isTouch ? " touch" : "")"
        }
        var surroundings: PanelLayout.Surroundings {
            var result = PanelLayout.Surroundings(room: room, scale: scale)
            (result.textScale, result.isRightToLeft, result.isTouch) = (textScale, isRightToLeft, isTouch)
            return result
        }
    }

    static let places: [Place] = [(200, 112), (320, 180), (640, 360), (1280, 720), (3840, 2160)].flatMap { room in
        [0.75, 1.5, 3].flatMap { scale in
            [1, 2].flatMap { textScale in
                [false, true].flatMap { isRightToLeft in
                    [false, true].map {
                        Place(
                            room: Size(width: room.0, height: room.1), scale: scale, textScale: textScale,
                            isRightToLeft: isRightToLeft, isTouch: $0)
                    }
                }
            }
        }
    }

    static let title = String(repeating: "A title that is longer than any window ", count: 26_000)

    static var page: Panel {
        var page = Panel(rows: [
            PanelRow("mark", .image(aspectRatio: 1)), PanelRow("", .title, "Drop a video here"), .text(title),
            PanelRow("open", .action, "Open files…", detail: "Enter", icon: .play),
            PanelRow("address", .field(text: title, placeholder: "Address")), .heading("Recent"),
            PanelRow(
                "film", .action, "شريط", detail: "12:34 of 1:30:00", card: PanelRow.Card(fraction: 0.4),
                buttons: [PanelRow.Button(.close, "Remove")]),
            PanelRow("gone", .action, title, detail: title, isEnabled: false, card: PanelRow.Card(fraction: .nan)),
            PanelRow("forget", .action, "Forget all"),
        ])
        page.isPage = true
        return page
    }

    static let panels = [
        Panel(
            "Settings", hasParent: true,
            rows: [
                .heading("Picture in Picture"),
                PanelRow("place", .menu, "Place", detail: "bottom right"),
                PanelRow("opacity", .slider(PanelRow.Slider(0.8, in: 0.2...1, step: 0.05)), "Opacity", detail: "80 %"),
                .separator,
                PanelRow("lock", .toggle(true), "Let clicks through", detail: "k"),
                PanelRow("one", .choice(true), "English"),
                PanelRow("two", .choice(false), "العربية"),
                PanelRow("address", .field(text: "", placeholder: "Address"), ""),
                PanelRow("film", .action, "film.mkv", buttons: [PanelRow.Button(.close, "Remove")]),
                PanelRow("none", .action, "Not now", isEnabled: false),
                .text("A sentence"),
            ]),
        Panel(rows: (0..<500).map { PanelRow("\($0)", .choice($0 == 3), "Track \($0)") }),
        Panel(title, rows: [PanelRow("a", .action, title, detail: title)]),
        Panel(),
        page,
    ]

    /// Each row lies in the panel, the panel in its room, no two targets overlap, and each can be hit.
    @Test(arguments: panels.indices, places) func allIsInItsPlace(index: Int, place: Place) {
        let panel = Self.panels[index]
        for first in [0, panel.rows.count / 2, panel.rows.count] {
            let layout = PanelLayout(panel, in: place.surroundings, from: first)
            #expect(layout.size.width <= place.room.width && layout.size.height <= place.room.height)
            let pixels = PixelGrid(scale: place.scale).pixels(of: layout.size)
            let whole = Rect(x: 0, y: 0, width: pixels.width, height: pixels.height)
            var before: [Rect] = []
            let least = Int((place.isTouch ? 44.0 : 24) * place.scale) - 1
            for target in layout.targets {
                var isRight = whole.contains(target.area)
                switch target.target {
                case .button: break
                case .row(let row):
                    isRight = isRight && target.area.height >= least
                    // A button lies on its row, and is found before it.
                    if panel.rows[row].buttons.isEmpty {
                        isRight = isRight && layout.target(at: middle(of: target)) == target.target
                    }
                    isRight = isRight && before.allSatisfy { $0.intersection(target.area) == nil }
                    before.append(target.area)
                case .back, .earlier, .later:
                    isRight = isRight && before.allSatisfy { $0.intersection(target.area) == nil }
                    before.append(target.area)
                }
                #expect(isRight, "\(target)")
            }
            for case .text(let text) in layout.items {
                #expect(
                    whole.contains(text.area) && text.text.count <= (text.lineLimit == 1 ? 200 : 1000), "\(text.area)")
            }
            for image in layout.images { #expect(whole.contains(image.area), "\(image)") }
        }
    }

    private func middle(of place: PanelLayout.Place) -> Point {
        Point(x: place.area.x + place.area.width / 2, y: place.area.y + place.area.height / 2)
    }

    /// A low room shows some rows, and arrows lead to the others.
    @Test(arguments: places) func allRowsAreReachedByArrows(place: Place) {
        var controls = PanelControls(Self.panels[1], in: place.surroundings)
        guard !controls.layout.shown.isEmpty else { return }
        var seen = Set(controls.layout.shown)
        for _ in 0..<510 {
            guard let arrow = controls.layout.targets.first(where: { $0.target == .later }) else { break }
            let (x, y) = (Double(arrow.area.x + 1) / place.scale, Double(arrow.area.y + 1) / place.scale)
            _ = controls.pressed(x, y, isTouch: place.isTouch)
            #expect(controls.released(x, y) == [])
            seen.formUnion(controls.layout.shown)
        }
        #expect(seen.count == 500)
    }

    /// In a room for all rows, nothing is left out.
    /// The page of the keys: an action, and its keys at the end.
    @Test func aTextSaysItsDetail() throws {
        let panel = Panel("Keys", hasParent: true, rows: [PanelRow("play", .text, "Play, pause", detail: "Space, K")])
        let layout = PanelLayout(panel, in: .init(room: Size(width: 1280, height: 720)))
        let texts = layout.items.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let label = try #require(texts.first { $0.text == "Play, pause" })
        let keys = try #require(texts.first { $0.text == "Space, K" })
        #expect(label.area.maxX <= keys.area.x)
    }

    @Test func aLargeRoomShowsEachRow() {
        let layout = PanelLayout(Self.panels[0], in: PanelLayout.Surroundings(room: Size(width: 800, height: 800)))
        #expect(layout.shown == 0..<11)
        #expect(!layout.targets.contains { $0.target == .earlier || $0.target == .later })
        let rows = layout.targets.compactMap { if case .row(let row) = $0.target { row } else { nil } }
        #expect(rows == [1, 2, 4, 5, 6, 7, 8])
    }

    /// Rooms and numbers from outside have no effect but an empty panel.
    @Test func absurdRoomsAreEmptyOrWhole() {
        for (width, height) in [(0, 0), (-5, 100), (100, -5), (1, 1), (40, 1000), (Int.max / 1000, 50)] {
            for scale in [0, -1, .nan, .infinity, 1000] as [Double] {
                var surroundings = PanelLayout.Surroundings(room: Size(width: width, height: height), scale: scale)
                surroundings.textScale = scale
                let layout = PanelLayout(Self.panels[0], in: surroundings, from: -7)
                #expect(layout.size.width >= 0 && layout.size.height >= 0)
                #expect(!layout.shown.isEmpty || layout.targets.isEmpty)
            }
        }
    }

    // MARK: Colours

    /// Relative luminance by WCAG 2.
    private func luminance(_ color: Color) -> Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private func over(_ front: Color, _ back: Color) -> Color {
        func mix(_ a: Double, _ b: Double) -> Double { a * front.alpha + b * (1 - front.alpha) }
        return Color(
            red: mix(front.red, back.red), green: mix(front.green, back.green), blue: mix(front.blue, back.blue))
    }

    private func contrast(_ a: Color, _ b: Color) -> Double {
        let (a, b) = (luminance(a), luminance(b))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    @Test(arguments: [false, true], [false, true])
    func textAndFocusStandOutOverAnyFrame(isLight: Bool, isHighContrast: Bool) {
        let style = PanelStyle(PanelStyle.Theme(isLight: isLight, isHighContrast: isHighContrast))
        for frame in [Color.black, .white, Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1)] {
            let ground = over(style.ground, frame)
            for place in [ground, over(style.highlight, ground)] {
                let least = isHighContrast ? 7 : 4.5
                #expect(contrast(style.text, place) >= least, "text")
                #expect(contrast(style.quiet, place) >= (isHighContrast ? 7 : 4.5), "quiet")
                #expect(contrast(style.focus, place) >= 3, "focus")
                #expect(contrast(style.accent, place) >= 3, "accent")
            }
        }
    }
}

extension PanelRow {
    static func heading(_ label: String) -> PanelRow { PanelRow("", .heading, label) }
    static func text(_ label: String) -> PanelRow { PanelRow("", .text, label) }
    static let separator = PanelRow("", .separator)
}
