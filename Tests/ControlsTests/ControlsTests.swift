import OrielControls
import OrielGeometry
import Testing

/// Pointer and touch input to the controls, and its intents.
@Suite struct ControlsTests {
    private static let size = Size(width: 480, height: 270)

    private func makeControls(_ form: ControlsForm = .pictureInPicture, scale: Double = 1) -> Controls {
        var state = ControlsState(form)
        state.duration = .seconds(100)
        state.volume = 50
        return Controls(state, in: ControlsLayout.Surroundings(surface: Self.size, scale: scale))
    }

    /// Returns the middle of a control in logical pixels.
    private func place(_ control: Control, _ controls: Controls) throws -> (x: Double, y: Double) {
        let middle = try #require(controls.layout).middle(of: control)
        let scale = controls.surroundings.scale
        return (Double(middle.x) / scale, Double(middle.y) / scale)
    }

    @Test func theyComeWithThePointerAndGoWhenItRestsOrLeaves() {
        var controls = makeControls()
        #expect(!controls.isVisible && controls.hidingTime == nil)
        #expect(controls.moved(to: 30, 100, at: .seconds(10)) == [])
        #expect(controls.isVisible && controls.hidingTime == .milliseconds(12_500))
        _ = controls.moved(to: 31, 100, at: .seconds(12))
        let (early, due) = (controls.pass(.seconds(14)), controls.pass(.milliseconds(14_500)))
        #expect(!early && due)
        #expect(!controls.isVisible && controls.hidingTime == nil)
        _ = controls.moved(to: 30, 100, at: .seconds(20))
        controls.left(at: .seconds(21))
        #expect(controls.hidingTime == .milliseconds(21_300))
        // Leaving doesn't postpone an earlier end.
        controls.left(at: .seconds(30))
        #expect(controls.hidingTime == .milliseconds(21_300))
    }

    @Test(arguments: [1, 1.5]) func aButtonActsWhenItIsLetGoInside(scale: Double) throws {
        var controls = makeControls(scale: scale)
        _ = controls.moved(to: 30, 100, at: .zero)
        for control in [Control.playPause, .skipBackward, .skipForward, .mute, .close, .stopPictureInPicture] {
            let (x, y) = try place(control, controls)
            #expect(controls.pressed(x, y, isTouch: false, at: .seconds(1)) == [])
            // While a control is pressed, the controls stay visible.
            #expect(controls.hidingTime == nil)
            let isOver = controls.pass(.seconds(100))
            #expect(!isOver)
            #expect(controls.released(isTouch: false, at: .seconds(1)) == [.press(control)])
            // A release outside has no effect; one after a return does.
            _ = controls.pressed(x, y, isTouch: false, at: .seconds(1))
            _ = controls.moved(to: 100, 60, at: .seconds(1))
            #expect(controls.released(isTouch: false, at: .seconds(1)) == [])
            _ = controls.pressed(x, y, isTouch: false, at: .seconds(1))
            _ = controls.moved(to: 100, 60, at: .seconds(1))
            _ = controls.moved(to: x, y, at: .seconds(1))
            #expect(controls.released(isTouch: false, at: .seconds(1)) == [.press(control)])
        }
    }

    /// Marks have a minimum width and stay within the bar.
    @Test func interstitialsAreMarkedOnTheBar() throws {
        var controls = makeControls()
        controls.state.interstitials = [
            .seconds(20)..<(.seconds(30)), .seconds(50)..<(.milliseconds(50_001)), .seconds(99)..<(.seconds(200)),
            .seconds(300)..<(.seconds(400)),
        ]
        _ = controls.moved(to: 30, 100, at: .zero)
        let layout = try #require(controls.layout)
        let track = try #require(layout.track)
        let color = ControlsStyle(for: .pictureInPicture, on: Self.size).interstitialColor
        let marks = layout.items(of: .bottom).compactMap { item -> Rect? in
            guard case .plate(let place, _, color) = item else { return nil }
            return place
        }
        #expect(marks.count == 3)
        #expect(marks.allSatisfy { $0.x >= track.x && $0.maxX <= track.maxX && $0.height == track.height })
        #expect(abs(marks[0].x - track.x - track.width / 5) <= 1 && abs(marks[0].width - track.width / 10) <= 1)
        #expect(marks[1].width == 3)
        #expect(marks.last?.maxX == track.maxX)
    }

    @Test(arguments: [1, 1.5]) func whatIsAtThePlaceOnTheBarIsTold(scale: Double) throws {
        var controls = makeControls(scale: scale)
        controls.state.chapters = [.init(start: .seconds(20), title: "The sea"), .init(start: .seconds(60))]
        _ = controls.moved(to: 30, 100, at: .zero)
        func hint() -> ControlsText? {
            for case .text(let text) in controls.layout?.items(of: .status) ?? [] { return text }
            return nil
        }
        func move(to share: Double, y: Double) throws {
            let track = try #require(controls.layout?.track)
            _ = controls.moved(to: (Double(track.x) + share * Double(track.width)) / scale, y, at: .zero)
        }
        #expect(hint() == nil)
        let (_, y) = try place(.scrubber, controls)
        try move(to: 0.1, y: y)
        #expect(hint()?.text == "0:10")
        let left = try #require(hint()).area
        try move(to: 0.4, y: y)
        #expect(hint()?.text == "0:40  The sea")
        // A position outside a titled chapter has no title, and the box follows the pointer.
        try move(to: 0.9, y: y)
        #expect(hint()?.text == "1:30")
        #expect(try #require(hint()).area.x > left.maxX)
        // A drag shows its position.
        let track = try #require(controls.layout?.track)
        _ = controls.pressed(Double(track.x) / scale + 1, y, isTouch: true, at: .zero)
        try move(to: 0.5, y: y)
        #expect(hint()?.text == "0:50  The sea")
        _ = controls.released(isTouch: true, at: .zero)
        #expect(hint() == nil)
        // Beside the bar there is no hint.
        try move(to: 0.5, y: y)
        try move(to: 0.5, y: 100)
        #expect(hint() == nil)
    }

    @Test func subtitlesAreOfferedWhereThereAreAny() throws {
        try expectOffer(of: .subtitles, opening: .subtitles) { $0.hasSubtitles = true }
    }

    @Test func soundsAreOfferedWhereThereAreSeveral() throws {
        try expectOffer(of: .audioTracks, opening: .audio) { $0.hasAudioTracks = true }
    }

    private func expectOffer(
        of control: Control, opening page: MenuPage, since change: (inout ControlsState) -> Void
    ) throws {
        var controls = makeControls(.window)
        controls.move(to: Size(width: 960, height: 540), scale: 1)
        _ = controls.moved(to: 30, 100, at: .zero)
        #expect(controls.layout?.targets.contains { $0.control == control } == false)
        change(&controls.state)
        let (x, y) = try place(control, controls)
        _ = controls.pressed(x, y, isTouch: false, at: .zero)
        #expect(controls.released(isTouch: false, at: .zero) == [.press(control)] && control.menuPage == page)
    }

    @Test func besideThemOrHiddenAPressIsNotTheirs() {
        var controls = makeControls()
        #expect(controls.pressed(240, 135, isTouch: false, at: .zero) == nil)
        _ = controls.moved(to: 30, 100, at: .zero)
        #expect(controls.pressed(30, 100, isTouch: false, at: .zero) == nil)
        #expect(controls.released(isTouch: false, at: .zero) == nil)
    }

    @Test func theBarFollowsTheHandBeyondItsEnds() throws {
        var controls = makeControls()
        _ = controls.moved(to: 30, 100, at: .zero)
        let track = try #require(controls.layout?.track)
        func x(_ share: Double) -> Double { Double(track.x) + Double(track.width) * share }
        let y = Double(track.y)
        #expect(controls.pressed(x(0.5), y, isTouch: false, at: .zero) == [.beginScrubbing(.seconds(50))])
        #expect(controls.moved(to: x(0.25), y - 100, at: .zero) == [.scrub(to: .seconds(25))])
        #expect(controls.moved(to: x(0.25), y - 90, at: .zero) == [])
        #expect(controls.layout?.texts.first == "0:25")
        #expect(controls.moved(to: -1e9, y, at: .zero) == [.scrub(to: .zero)])
        #expect(controls.moved(to: .infinity, y, at: .zero) == [.scrub(to: .seconds(100))])
        #expect(controls.released(isTouch: false, at: .seconds(3)) == [.endScrubbing(.seconds(100))])
        #expect(controls.hidingTime == .milliseconds(5500))
        // If the compositor cancels the press, it counts as released.
        _ = controls.pressed(x(0.5), y, isTouch: false, at: .seconds(4))
        #expect(controls.cancelled(at: .seconds(4)) == [.endScrubbing(.seconds(50))])
        #expect(controls.released(isTouch: false, at: .seconds(4)) == nil)
    }

    @Test func theVolumeFollowsTheHand() throws {
        var controls = makeControls(.window)
        controls.move(to: Size(width: 640, height: 360), scale: 1)
        _ = controls.moved(to: 30, 100, at: .zero)
        // The bar has most of the row until the pointer is on the speaker; its way to the slider has no gap.
        #expect(controls.layout?.volumeTrack == nil)
        let (x, y) = try place(.mute, controls)
        _ = controls.moved(to: x, y, at: .zero)
        let track = try #require(controls.layout?.volumeTrack)
        for x in stride(from: x, through: Double(track.x), by: -1) {
            _ = controls.moved(to: x, y, at: .zero)
            #expect(controls.layout?.volumeTrack == track)
        }
        #expect(
            controls.pressed(Double(track.x + track.width / 4), Double(track.y), isTouch: false, at: .zero)
                == [.setVolume(25)])
        #expect(controls.moved(to: Double(track.maxX + 50), 0, at: .zero) == [.setVolume(100)])
        #expect(controls.released(isTouch: false, at: .zero) == [])
    }

    @Test func aTapShowsThemAndAnotherTakesThemAway() throws {
        var controls = makeControls()
        controls.tapped(at: .seconds(1))
        #expect(controls.hidingTime == .seconds(5))
        let (x, y) = try place(.playPause, controls)
        #expect(controls.pressed(x, y, isTouch: true, at: .seconds(2)) == [])
        #expect(controls.released(isTouch: true, at: .seconds(2)) == [.press(.playPause)])
        #expect(controls.hidingTime == .seconds(6))
        // Targets for touch are larger than the drawn controls.
        let close = try #require(controls.layout?.targets.first { $0.control == .close })
        #expect(close.area.width >= 44)
        controls.tapped(at: .seconds(3))
        #expect(!controls.isVisible)
    }

    /// Input beside the controls doesn't change what is drawn.
    @Test func aPointerThatMovesBesideThemDrawsNothing() {
        var controls = makeControls()
        _ = controls.moved(to: 30, 100, at: .zero)
        let layout = controls.layout
        for x in 31..<60 {
            _ = controls.moved(to: Double(x), 100, at: .seconds(1))
            #expect(controls.layout == layout)
        }
        // Hovering over a button changes only its own part.
        _ = controls.moved(to: 240, 135, at: .seconds(1))
        #expect(controls.layout?.items(of: .middle) != layout?.items(of: .middle))
        for part in [ControlsPart.top, .status, .bottom] {
            #expect(controls.layout?.items(of: part) == layout?.items(of: part))
        }
        // The next second changes the bar.
        let hovered = controls.layout
        controls.state.position = .seconds(1)
        #expect(controls.layout?.items(of: .bottom) != hovered?.items(of: .bottom))
        #expect(controls.layout?.items(of: .middle) == hovered?.items(of: .middle))
    }

    /// A control that disappears while it is pressed has no effect.
    @Test func aControlThatIsTakenAwayWhileItIsHeldMeansNothing() throws {
        var controls = makeControls()
        _ = controls.moved(to: 30, 100, at: .zero)
        let (x, y) = try place(.scrubber, controls)
        _ = controls.pressed(x, y, isTouch: false, at: .zero)
        controls.state.isLinear = true
        #expect(controls.moved(to: x + 50, y, at: .zero) == [])
        #expect(controls.released(isTouch: false, at: .zero) == [])
    }
}

extension ControlsLayout {
    fileprivate var texts: [String] {
        items(of: .bottom).compactMap { if case .text(let text) = $0 { text.text } else { nil } }
    }
}
