import OrielControls
import OrielGeometry
import Testing

/// Panels under pointer, keyboard and touch.
@Suite struct PanelControlsTests {
    private func panel(_ rows: [PanelRow], hasParent: Bool = false, height: Int = 800) -> PanelControls {
        PanelControls(
            Panel("Title", hasParent: hasParent, rows: rows),
            in: PanelLayout.Surroundings(room: Size(width: 400, height: height)))
    }

    private let mixed = [
        .heading("Sound"), PanelRow("mute", .toggle(false), "Mute"), .separator,
        PanelRow("volume", .slider(PanelRow.Slider(50, in: 0...130, step: 5)), "Volume", detail: "50 %"),
        PanelRow("off", .action, "Off", isEnabled: false), PanelRow("tracks", .menu, "Tracks"),
        PanelRow("film", .action, "Film", buttons: [PanelRow.Button(.close, "Remove")]),
        PanelRow("address", .field(text: "ab", placeholder: "Address")),
    ]

    private func point(of target: PanelTarget, in controls: PanelControls) throws -> (Double, Double) {
        let area = try #require(controls.layout.targets.first { $0.target == target }?.area)
        return (Double(area.x) + 2, Double(area.y + area.height / 2))
    }

    private func click(_ target: PanelTarget, in controls: inout PanelControls, isTouch: Bool = false) throws
        -> [PanelIntent]
    {
        let (x, y) = try point(of: target, in: controls)
        return controls.pressed(x, y, isTouch: isTouch) + controls.released(x, y)
    }

    @Test(arguments: [false, true]) func aPressOnARowIsItsIntent(isTouch: Bool) throws {
        var controls = panel(mixed, hasParent: true)
        #expect(try click(.row(1), in: &controls, isTouch: isTouch) == [.press("mute")])
        #expect(try click(.row(5), in: &controls, isTouch: isTouch) == [.press("tracks")])
        // The buttons of a row are there once a pointer is on it.
        #expect(controls.layout.targets.contains { $0.target == .button(row: 6, 0) } == isTouch)
        let (x, y) = try point(of: .row(6), in: controls)
        _ = controls.moved(to: x, y)
        #expect(try click(.button(row: 6, 0), in: &controls, isTouch: isTouch) == [.pressButton("film", 0)])
        #expect(try click(.back, in: &controls, isTouch: isTouch) == [.back])
        #expect(!controls.layout.targets.contains { $0.target == .row(0) || $0.target == .row(4) })
    }

    @Test func aReleaseElsewhereDoesNothing() throws {
        var controls = panel(mixed)
        let (x, y) = try point(of: .row(1), in: controls)
        #expect(controls.pressed(x, y, isTouch: false) == [])
        _ = controls.moved(to: x, y + 300)
        #expect(controls.released(x, y + 300) == [])
        #expect(controls.pressed(x, y, isTouch: false) == [])
        controls.cancelled()
        #expect(controls.released(x, y) == [])
    }

    @Test func arrowsPassOverWhatCannotBeUsedAndTurnAtTheEnds() {
        var controls = panel(mixed)
        for row in [1, 3, 5, 6, 7, 1] {
            #expect(controls.key(.down) == [])
            #expect(controls.current == row)
        }
        #expect(controls.key(.up) == [] && controls.current == 7)
        // Home and End belong to the field.
        #expect(controls.key(.home) == [] && controls.current == 7)
        _ = controls.key(.down)
        #expect(controls.key(.end) == [] && controls.current == 7)
        _ = controls.key(.up)
        #expect(controls.key(.home) == [] && controls.current == 1)
    }

    @Test func keysActOnTheMarkedRow() {
        var controls = panel(mixed, hasParent: true)
        controls.focus()
        #expect(controls.key(.activate) == [.press("mute")])
        _ = controls.key(.down)
        #expect(controls.key(.right) == [.slide("volume", to: 55)])
        #expect(controls.key(.left) == [.slide("volume", to: 45)])
        _ = controls.key(.down)
        #expect(controls.key(.right) == [.press("tracks")])
        #expect(controls.key(.left) == [.back])
        _ = controls.key(.end)
        #expect(controls.key(.text("c")) == [.edit("address", "abc")])
        #expect(controls.key(.delete) == [.edit("address", "ab")])
        #expect(controls.key(.escape) == [.back])
        controls.panel.hasParent = false
        #expect(controls.key(.escape) == [.dismiss])
    }

    @Test func aRowsButtonsAreReachedByKeys() {
        var controls = panel([
            PanelRow("film", .choice(false), "Film", buttons: [.init(.up, "Up"), .init(.close, "Remove")]),
            PanelRow("other", .choice(false), "Other"),
        ])
        controls.focus()
        #expect(controls.key(.right) == [] && controls.key(.activate) == [.pressButton("film", 0)])
        #expect(controls.key(.right) == [] && controls.key(.space) == [.pressButton("film", 1)])
        #expect(controls.key(.right) == nil)
        #expect(controls.key(.left) == [] && controls.key(.left) == [] && controls.key(.activate) == [.press("film")])
        #expect(controls.key(.deleteAfter) == [.pressButton("film", 1)])
        #expect(controls.key(.down) == [] && controls.key(.delete) == nil)
    }

    @Test func aFieldTakesLettersAtItsCaret() {
        var controls = panel([PanelRow("address", .field(text: "http", placeholder: "Address"))])
        #expect(!controls.isEditing)
        #expect(controls.key(.down) == [] && controls.isEditing)
        #expect(controls.key(.text("s")) == [.edit("address", "https")])
        #expect(controls.key(.home) == [] && controls.key(.delete) == [])
        #expect(controls.key(.space) == [.edit("address", " https")])
        #expect(controls.key(.left) == [] && controls.key(.deleteAfter) == [.edit("address", "https")])
        #expect(controls.key(.right) == [] && controls.key(.text("x")) == [.edit("address", "hxttps")])
        #expect(controls.key(.activate) == [.press("address")])
        // The owner changes the text, for example when it was used.
        controls.panel.rows[0].kind = .field(text: "", placeholder: "Address")
        #expect(controls.key(.text("y")) == [.edit("address", "y")])
    }

    @Test func anInputMethodComposesAndEnters() {
        var controls = panel([PanelRow("address", .field(text: "ab", placeholder: ""))])
        #expect(controls.enter("x", composing: "", deletingBefore: 0, after: 0) == [])
        _ = controls.key(.end)
        #expect(controls.enter("", composing: "ni", deletingBefore: 0, after: 0) == [])
        let texts = controls.layout.items.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
        #expect(texts.contains("abni|"))
        #expect(controls.enter("你", composing: "", deletingBefore: 1, after: 5) == [.edit("address", "a你")])
        // Lengths are bytes; the letter has three.
        #expect(controls.enter("", composing: "", deletingBefore: 3, after: 0) == [.edit("address", "a")])
        #expect(controls.enter("é", composing: "", deletingBefore: 0, after: 0) == [.edit("address", "aé")])
        #expect(controls.enter("", composing: "", deletingBefore: .max, after: .max) == [.edit("address", "")])
    }

    @Test func aPointerThatMovesOnLeavesTheField() throws {
        var controls = panel(mixed)
        _ = try click(.row(7), in: &controls)
        let (x, y) = try point(of: .row(1), in: controls)
        _ = controls.moved(to: x, y)
        #expect(controls.key(.text("c")) == [.edit("address", "abc")])
        _ = try click(.row(1), in: &controls)
        #expect(!controls.isEditing)
    }

    @Test func aFieldIsBounded() {
        var controls = panel([PanelRow("address", .field(text: "", placeholder: ""))])
        controls.focus()
        let long = String(repeating: "a\u{301}\n", count: 100_000)
        guard case .edit(_, let text) = controls.key(.text(long))?.first else {
            Issue.record("no edit")
            return
        }
        #expect(text.count == PanelField.longest && !text.contains("\n"))
        #expect(controls.key(.text("b")) == [])
        // Marks join with the letter before them.
        var field = panel([PanelRow("address", .field(text: "a", placeholder: ""))])
        field.focus()
        #expect(field.key(.text("\u{301}")) == [.edit("address", "a\u{301}")])
        #expect(field.key(.delete) == [.edit("address", "")])
    }

    @Test func keysOfAPageLeaveThePlayersKeysAlone() {
        var page = Panel("", rows: mixed)
        page.isPage = true
        var controls = PanelControls(page, in: PanelLayout.Surroundings(room: Size(width: 640, height: 900)))
        for key: PanelControls.Key in [.text("q"), .escape, .close, .activate, .space] {
            #expect(controls.key(key) == nil)
        }
        controls.focus()
        #expect(controls.key(.text("f")) == nil && controls.key(.escape) == nil)
        _ = controls.key(.end)
        #expect(controls.key(.text("f")) == [.edit("address", "abf")])
        #expect(controls.key(.escape) == [] && controls.key(.text("f")) == nil)
    }

    @Test func lettersFindTheNextRowThatBeginsWithThem() {
        var controls = panel(["Apple", "Banana", "apricot"].map { PanelRow($0, .choice(false), $0) })
        for row in [0, 2, 0] {
            #expect(controls.key(.text("a")) == [])
            #expect(controls.current == row)
        }
        #expect(controls.key(.text("z")) == nil && controls.current == 0)
    }

    @Test func theChosenRowIsMarkedFirst() {
        var controls = panel((0..<100).map { PanelRow("\($0)", .choice($0 == 60), "\($0)") }, height: 300)
        controls.focus()
        #expect(controls.current == 60 && controls.layout.shown.contains(60))
        #expect(controls.key(.pageDown) == [])
        #expect(controls.current.map { $0 > 60 && controls.layout.shown.contains($0) } == true)
        _ = controls.key(.end)
        #expect(controls.current == 99 && controls.layout.shown.upperBound == 100)
    }

    @Test func aFingerScrollsAndPressesNothing() throws {
        var controls = panel((0..<100).map { PanelRow("\($0)", .action, "\($0)") }, height: 300)
        let (x, y) = try point(of: .row(2), in: controls)
        _ = controls.pressed(x, y, isTouch: true)
        for step in 1...10 { _ = controls.moved(to: x, y - Double(step * 20)) }
        #expect(controls.layout.shown.lowerBound == 4)
        #expect(controls.released(x, y - 200) == [])
        controls.scroll(by: -100)
        #expect(controls.layout.shown.lowerBound == 0)
        controls.scroll(by: .max)
        #expect(controls.layout.shown.upperBound == 100)
    }

    @Test(arguments: [false, true]) func aSliderFollowsAndStaysInItsRange(isRightToLeft: Bool) throws {
        var surroundings = PanelLayout.Surroundings(room: Size(width: 400, height: 800))
        surroundings.isRightToLeft = isRightToLeft
        var controls = PanelControls(Panel(rows: mixed), in: surroundings)
        let track = try #require(controls.layout.tracks[3])
        let y = Double(track.y)
        func x(_ fraction: Double) -> Double { Double(track.x) + Double(track.width) * fraction }
        #expect(controls.pressed(x(1), y, isTouch: false) == [.slide("volume", to: isRightToLeft ? 0 : 130)])
        #expect(controls.moved(to: x(0.5), y) == [.slide("volume", to: 65)])
        #expect(controls.moved(to: x(-9), y) == [.slide("volume", to: isRightToLeft ? 130 : 0)])
        #expect(controls.released(x(-9), y) == [])
    }

    /// Rows that come and go under the hand press nothing else, and the mark stays on its row.
    @Test func changingRowsKeepTheMark() throws {
        var controls = panel(mixed)
        controls.focus()
        _ = controls.key(.down)
        controls.panel.rows.insert(PanelRow("new", .action, "New"), at: 0)
        #expect(controls.current == 4)
        let (x, y) = try point(of: .row(2), in: controls)
        _ = controls.pressed(x, y, isTouch: false)
        controls.panel.rows.remove(at: 0)
        #expect(controls.released(x, y) == [])
        controls.panel.rows = []
        #expect(controls.current == nil && controls.key(.down) == nil && controls.key(.pageDown) == nil)
    }

    /// Random input never traps, and marks only rows that exist.
    @Test func anythingMayHappenInAnyOrder() {
        var dice = SplitMix(seed: 5)
        let keys: [PanelControls.Key] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .activate, .escape, .delete, .text("f"),
        ]
        var controls = panel(mixed, height: 200)
        for _ in 0..<4000 {
            let (x, y) = (Double.random(in: -50...450, using: &dice), Double.random(in: -50...250, using: &dice))
            switch Int.random(in: 0..<9, using: &dice) {
            case 0: _ = controls.pressed(x, y, isTouch: Bool.random(using: &dice))
            case 1: _ = controls.released(x, y)
            case 2, 3: _ = controls.moved(to: x, y)
            case 4: controls.cancelled()
            case 5: controls.scroll(by: Int.random(in: -20...20, using: &dice))
            case 6:
                let count = Int.random(in: 0...40, using: &dice)
                controls.panel.rows = (0..<count).map { mixed[$0 % mixed.count] }
            case 7:
                var surroundings = controls.surroundings
                surroundings.room.height = Int.random(in: 0...600, using: &dice)
                controls.move(to: surroundings)
            default: _ = controls.key(keys[Int.random(in: 0..<keys.count, using: &dice)])
            }
            #expect(controls.current.map { controls.panel.rows.indices.contains($0) } ?? true)
            #expect(controls.layout.shown.upperBound <= controls.panel.rows.count)
        }
    }
}

/// A generator with a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
