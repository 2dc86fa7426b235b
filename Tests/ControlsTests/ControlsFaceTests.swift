import OrielControls
import OrielGeometry
import Testing

/// Names, states, and the window's own buttons, as the controls show them.
@Suite struct ControlsFaceTests {
    private func makeControls(
        _ form: ControlsForm = .window, width: Int = 1280, change: (inout ControlsState) -> Void = { _ in }
    ) -> Controls {
        var state = ControlsState(form)
        state.duration = .seconds(100)
        state.volume = 50
        state.hasSubtitles = true
        state.title = "A film"
        change(&state)
        let size = Size(width: width, height: width * 9 / 16)
        return Controls(state, in: ControlsLayout.Surroundings(surface: size, scale: 1))
    }

    private func shown(_ controls: Controls) -> Controls {
        var controls = controls
        _ = controls.moved(to: 300, 150, at: .zero)
        return controls
    }

    private func texts(_ controls: Controls, _ part: ControlsPart) -> [ControlsText] {
        controls.layout?.items(of: part).compactMap { if case .text(let text) = $0 { text } else { nil } } ?? []
    }

    private func icons(_ controls: Controls) -> Set<ControlsIcon> {
        Set(
            ControlsPart.allCases.flatMap { controls.layout?.items(of: $0) ?? [] }.compactMap {
                if case .icon(let icon, _, _) = $0 { icon } else { nil }
            })
    }

    /// Moves the pointer to a control's middle.
    private func hover(_ control: Control, _ controls: inout Controls, at time: Duration) throws {
        let place = try #require(controls.layout).middle(of: control)
        _ = controls.moved(to: Double(place.x), Double(place.y), at: time)
    }

    // MARK: Tooltips

    @Test(arguments: [Control.mute, .fullScreen, .subtitles, .startPictureInPicture, .closeWindow])
    func aRestingPointerIsToldTheNameAndTheKey(control: Control) throws {
        var controls = shown(
            makeControls {
                $0.frame = ControlsState.Frame()
                $0.keys = [control: "K"]
            })
        try hover(control, &controls, at: .seconds(1))
        #expect(controls.wakeTime == .milliseconds(1600))
        let (early, due) = (controls.pass(.milliseconds(1500)), controls.pass(.milliseconds(1600)))
        #expect(!early && !due)
        let tooltip = try #require(texts(controls, .status).first)
        #expect(tooltip.text == control.label(in: controls.state) + "  K")
        let button = try #require(controls.layout?.targets.first { $0.control == control }).area
        #expect(tooltip.area.intersection(button) == nil)
        #expect(abs(tooltip.area.y - button.y) < 100)
        // Its time over, the controls hide with it.
        #expect(controls.wakeTime == .milliseconds(3500))
        let isHidden = controls.pass(.milliseconds(3500))
        #expect(isHidden && controls.wakeTime == nil)
    }

    @Test func aMovingOrPressingPointerIsNot() throws {
        var controls = shown(makeControls())
        try hover(.mute, &controls, at: .seconds(1))
        try hover(.fullScreen, &controls, at: .milliseconds(1500))
        _ = controls.pass(.milliseconds(1700))
        #expect(texts(controls, .status).isEmpty)
        _ = controls.pass(.milliseconds(2100))
        #expect(texts(controls, .status).first?.text == "Full screen")
        let place = try #require(controls.layout).middle(of: .fullScreen)
        _ = controls.pressed(Double(place.x), Double(place.y), isTouch: false, at: .milliseconds(2200))
        #expect(texts(controls, .status).isEmpty)
        _ = controls.released(isTouch: false, at: .milliseconds(2300))
        _ = controls.moved(to: 300, 150, at: .milliseconds(2400))
        #expect(texts(controls, .status).isEmpty)
    }

    // MARK: States

    @Test func theIconUnderThePointerIsBrighterAndLarger() throws {
        var controls = shown(makeControls())
        func icon() throws -> (area: Rect, color: Color) {
            let items = try #require(controls.layout).items(of: .bottom)
            return try #require(
                items.lazy.compactMap {
                    if case .icon(.speaker, let area, let color) = $0 { (area, color) } else { nil }
                }
                .first)
        }
        let rest = try icon()
        try hover(.mute, &controls, at: .seconds(1))
        let hovered = try icon()
        #expect(hovered.area.width > rest.area.width)
        #expect(hovered.color.red > rest.color.red)
    }

    @Test func iconsShowStates() {
        #expect(icons(shown(makeControls())).contains(.subtitlesOff))
        #expect(icons(shown(makeControls { $0.showsSubtitles = true })).contains(.subtitles))
        let ended = shown(
            makeControls {
                $0.hasEnded = true
                $0.isPaused = true
            })
        #expect(icons(ended).contains(.replay) && !icons(ended).contains(.play))
    }

    @Test func aListHasItsButtonsAndItsPlace() throws {
        var controls = shown(makeControls { $0.list = .init(2, of: 9) })
        #expect(texts(controls, .top).first?.text == "2 of 9  ·  A film")
        for control in [Control.previousItem, .nextItem] {
            try hover(control, &controls, at: .zero)
            let place = try #require(controls.layout).middle(of: control)
            _ = controls.pressed(Double(place.x), Double(place.y), isTouch: false, at: .zero)
            #expect(controls.released(isTouch: false, at: .zero) == [.press(control)])
        }
        let single = shown(makeControls { $0.list = nil })
        #expect(!single.layout!.targets.contains { $0.control == .nextItem })
        #expect(texts(single, .top).first?.text == "A film")
    }

    // MARK: Windows without a frame

    @Test(arguments: [(true, true), (false, true), (true, false)])
    func aWindowWithoutAFrameHasItsButtons(canMaximize: Bool, canMinimize: Bool) throws {
        var controls = shown(
            makeControls {
                $0.frame = ControlsState.Frame(canMaximize: canMaximize, canMinimize: canMinimize)
            })
        let present = controls.layout!.targets.map(\.control)
        #expect(present.contains(.maximizeWindow) == canMaximize && present.contains(.minimizeWindow) == canMinimize)
        let place = try #require(controls.layout).middle(of: .closeWindow)
        _ = controls.pressed(Double(place.x), Double(place.y), isTouch: false, at: .zero)
        #expect(controls.released(isTouch: false, at: .zero) == [.press(.closeWindow)])
        #expect(texts(controls, .top).map(\.text) == ["A film"])
        #expect(!shown(makeControls()).layout!.targets.contains { $0.control == .closeWindow })
    }

    @Test func theButtonsOfAWindowStayWhereOtherControlsHaveNoRoom() {
        for width in stride(from: 160, through: 1280, by: 40) {
            let layout = shown(makeControls(width: width) { $0.frame = ControlsState.Frame() }).layout!
            #expect(layout.targets.isEmpty || layout.targets.contains { $0.control == .closeWindow }, "\(width)")
        }
    }

    // MARK: Text scale

    @Test func largerTextHasLargerIconsAndTargets() throws {
        func layout(_ scale: Double) throws -> ControlsLayout {
            var controls = makeControls()
            controls.scaleText(by: scale)
            return try #require(shown(controls).layout)
        }
        func side(_ layout: ControlsLayout) throws -> Int {
            try #require(layout.targets.first { $0.control == .playPause }).area.width
        }
        #expect(try side(layout(2)) == 2 * side(layout(1)))
        #expect(try side(layout(0.75)) == side(layout(1)))
    }

    @Test(arguments: ControlsForm.allCases) func theBarHasMostOfItsRow(form: ControlsForm) throws {
        for width in stride(from: 640, through: 3840, by: 320) {
            let controls = shown(makeControls(form, width: width))
            let layout = try #require(controls.layout)
            let track = try #require(layout.track)
            let rest = layout.targets.filter {
                $0.area.intersection(
                    Rect(x: 0, y: track.y, width: layout.size.width, height: 1)) != nil && !$0.control.isDragged
            }
            #expect(track.width > 2 * rest.map(\.area.width).reduce(0, +) / 3, "\(form) \(width)")
        }
    }
}
