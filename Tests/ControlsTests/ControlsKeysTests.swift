import OrielControls
import OrielGeometry
import Testing

/// Keyboard navigation of the controls.
@Suite struct ControlsKeysTests {
    private static let overlay = Size(width: 480, height: 270)
    private static let window = Size(width: 960, height: 540)

    private func makeControls(_ form: ControlsForm = .pictureInPicture, isRightToLeft: Bool = false) -> Controls {
        var state = ControlsState(form)
        state.duration = .seconds(100)
        state.volume = 50
        state.canSwap = true
        state.hasAudioTracks = true
        state.hasSubtitles = true
        let size = form == .pictureInPicture ? Self.overlay : Self.window
        return Controls(
            state, in: ControlsLayout.Surroundings(surface: size, scale: 1, isRightToLeft: isRightToLeft))
    }

    /// Returns the control with the ring, as drawn.
    private func ringed(_ controls: Controls) -> Control? {
        guard let layout = controls.layout else { return nil }
        let rings = ControlsPart.allCases.flatMap { layout.items(of: $0) }.compactMap { item -> Rect? in
            if case .ring(let area, _, _, _) = item { area } else { nil }
        }
        guard rings.count == 1, let ring = rings.first else { return nil }
        return layout.control(at: Point(x: ring.x + ring.width / 2, y: ring.y + ring.height / 2))
    }

    @Test(arguments: [false, true]) func tabWalksThroughThemAsTheyAreReadAndAround(isRightToLeft: Bool) {
        let rows: [[Control]] = [
            [.stopPictureInPicture, .swap, .close],
            // Playback controls keep their order in all scripts.
            isRightToLeft
                ? [.skipForward, .playPause, .skipBackward] : [.skipBackward, .playPause, .skipForward],
            [.scrubber, .mute, .subtitles],
        ]
        let order = rows.flatMap { $0 }
        var controls = makeControls(isRightToLeft: isRightToLeft)
        for (index, control) in (order + order).enumerated() {
            #expect(controls.key(.next, at: .seconds(index)) == [])
            #expect(controls.focused == control && ringed(controls) == control)
            #expect(controls.hidingTime == .seconds(index + 5))
        }
        for control in order.dropLast().reversed() + [order[order.count - 1]] {
            #expect(controls.key(.previous, at: .zero) == [])
            #expect(ringed(controls) == control)
        }
        var other = makeControls(isRightToLeft: isRightToLeft)
        _ = other.key(.previous, at: .zero)
        #expect(other.focused == .subtitles)
    }

    @Test func everyControlOfEveryFormIsReachedOnce() {
        for form in ControlsForm.allCases {
            var controls = makeControls(form)
            _ = controls.key(.next, at: .zero)
            let count = controls.layout?.targets.count ?? 0
            var seen = [controls.focused]
            for _ in 1..<max(count, 1) {
                _ = controls.key(.next, at: .zero)
                seen.append(controls.focused)
            }
            #expect(Set(seen) == Set(controls.layout?.targets.map { $0.control } ?? []) && seen.count == count)
            #expect(count > 7)
        }
    }

    @Test func whatHasTheRingActs() {
        var controls = makeControls()
        let order: [Control] = [.stopPictureInPicture, .swap, .close, .skipBackward, .playPause, .skipForward]
        // Without a ring, keys aren't for the controls.
        for key in [ControlsKey.activate, .left, .right, .up, .down] { #expect(controls.key(key, at: .zero) == nil) }
        for control in order {
            _ = controls.key(.next, at: .zero)
            #expect(controls.focused == control)
            #expect(controls.key(.activate, at: .seconds(7)) == [.press(control)])
            #expect(controls.hidingTime == .seconds(12))
            #expect(controls.key(.left, at: .zero) == nil)
        }
        _ = controls.key(.next, at: .zero)
        #expect(controls.focused == .scrubber)
        #expect(controls.key(.left, at: .zero) == [.seek(by: .seconds(-5))])
        #expect(controls.key(.right, at: .zero) == [.seek(by: .seconds(5))])
        for key in [ControlsKey.activate, .up, .down] { #expect(controls.key(key, at: .zero) == nil) }
        _ = controls.key(.next, at: .zero)
        #expect(controls.key(.activate, at: .zero) == [.press(.mute)])
    }

    @Test func arrowsChangeTheVolume() {
        var controls = makeControls(.window)
        repeat { _ = controls.key(.next, at: .zero) } while controls.focused != .volume && controls.focused != nil
        #expect(ringed(controls) == .volume)
        #expect(controls.key(.right, at: .zero) == [.setVolume(55)])
        #expect(controls.key(.down, at: .zero) == [.setVolume(45)])
        for (volume, louder, softer) in [(98, 100, 93), (3, 8, 0), (130, 130, 125)] {
            controls.state.volume = volume
            #expect(controls.key(.up, at: .zero) == [.setVolume(louder)])
            #expect(controls.key(.left, at: .zero) == [.setVolume(softer)])
        }
    }

    @Test func aHandTakesTheRingAwayAndTheNextTabBringsItBack() {
        var controls = makeControls()
        for _ in 0..<5 { _ = controls.key(.next, at: .zero) }
        #expect(controls.focused == .playPause)
        _ = controls.moved(to: 30, 100, at: .zero)
        #expect(ringed(controls) == nil && controls.isVisible)
        #expect(controls.key(.activate, at: .zero) == nil)
        _ = controls.key(.previous, at: .zero)
        #expect(ringed(controls) == .playPause)
        // A tap shows the controls for touch, and a second one hides them.
        controls.tapped(at: .zero)
        #expect(ringed(controls) == nil)
        controls.tapped(at: .zero)
        #expect(!controls.isVisible)
        // A timeout and the loss of keyboard focus hide the ring too.
        _ = controls.key(.next, at: .zero)
        #expect(ringed(controls) == .playPause)
        let isOver = controls.pass(.seconds(5))
        #expect(isOver && controls.key(.activate, at: .zero) == nil)
        _ = controls.key(.next, at: .zero)
        controls.keyboardLeft()
        #expect(ringed(controls) == nil && controls.isVisible)
    }

    /// Where something follows the controls, the focus leaves them at both ends, and enters there again.
    @Test func theFocusLeavesTheControlsAtTheirEnds() {
        for (key, back) in [(ControlsKey.next, ControlsKey.previous), (.previous, .next)] {
            var controls = makeControls()
            var seen: [Control?] = []
            while controls.key(key, wraps: false, at: .zero) != nil, seen.count < 30 { seen.append(controls.focused) }
            #expect(seen.count > 3 && Set(seen).count == seen.count && ringed(controls) == nil)
            #expect(controls.isVisible)
            _ = controls.key(back, wraps: false, at: .zero)
            #expect(controls.focused == seen.last)
        }
    }

    @Test func theRingStaysForAScreenReader() {
        var controls = makeControls()
        controls.state.keepsFocus = true
        _ = controls.key(.next, at: .zero)
        let focused = controls.focused
        var isOver = controls.pass(.seconds(5))
        #expect(!isOver && focused != nil && controls.focused == focused)
        #expect(controls.wakeTime == .seconds(10))
        // Until the keyboard or the reader leaves.
        var left = controls
        left.keyboardLeft()
        isOver = left.pass(.seconds(10))
        #expect(isOver)
        controls.state.keepsFocus = false
        isOver = controls.pass(.seconds(10))
        #expect(isOver)
    }

    /// A pressed control ignores keys, and a removed one takes the ring with it.
    @Test func whatIsHeldOrGoneIsNotTheKeyboards() {
        var controls = makeControls()
        _ = controls.moved(to: 30, 100, at: .zero)
        _ = controls.pressed(240, 135, isTouch: false, at: .zero)
        #expect(controls.key(.next, at: .zero) == nil)
        _ = controls.released(isTouch: false, at: .zero)
        repeat { _ = controls.key(.next, at: .zero) } while controls.focused != .scrubber && controls.focused != nil
        controls.state.isLinear = true
        #expect(controls.focused == nil && ringed(controls) == nil)
        #expect(controls.key(.right, at: .zero) == nil)
        _ = controls.key(.next, at: .zero)
        #expect(controls.focused == .stopPictureInPicture)
        // Without room for controls, Tab has no meaning.
        controls.move(to: Size(width: 8, height: 8), scale: 1)
        #expect(controls.key(.next, at: .zero) == nil && !controls.isVisible)
    }
}
