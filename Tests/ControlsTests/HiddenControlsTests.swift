import OrielControls
import OrielGeometry
import Testing

/// Controls that an app leaves out of the overlay.
@Suite struct HiddenControlsTests {
    private func controls(_ form: ControlsForm, hiding hidden: Set<ControlsElement>) -> Set<Control> {
        var state = ControlsLayoutTests.states(form)[0]
        state.hidden = hidden
        let place = ControlsLayoutTests.Place(
            form: form, size: Size(width: 960, height: 540), scale: 1, isRightToLeft: false, isTouch: false)
        return Set(ControlsLayout(state, in: place.surroundings).targets.map(\.control))
    }

    @Test func whatIsLeftOutIsNotThereAndTheRestIs() {
        let all = controls(.pictureInPicture, hiding: [])
        let expected: [ControlsElement: Set<Control>] = [
            .close: [.close], .stopPictureInPicture: [.stopPictureInPicture, .swap], .swap: [.swap], .mute: [.mute],
            .skips: [.skipBackward, .skipForward], .track: [.scrubber],
        ]
        for (element, gone) in expected {
            #expect(gone.isSubset(of: all), "\(element)")
            #expect(controls(.pictureInPicture, hiding: [element]) == all.subtracting(gone), "\(element)")
        }
        #expect(controls(.pictureInPicture, hiding: Set(ControlsElement.allCases)) == [.playPause])
    }
}
