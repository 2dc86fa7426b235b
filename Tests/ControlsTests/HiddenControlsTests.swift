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
            .close: [.close], .stopPictureInPicture: [.stopPictureInPicture], .swap: [.swap], .mute: [.mute],
            .skips: [.skipBackward, .skipForward], .track: [.scrubber],
        ]
        for (element, gone) in expected {
            #expect(gone.isSubset(of: all), "\(element)")
            #expect(controls(.pictureInPicture, hiding: [element]) == all.subtracting(gone), "\(element)")
        }
        #expect(
            controls(.pictureInPicture, hiding: Set(ControlsElement.allCases).subtracting([.playPause]))
                == [.playPause])
    }

    /// A list chooses the buttons and orders them along each row, and what is named last goes first.
    @Test func case133_aListChoosesAndOrdersButtons() {
        func controls(_ buttons: [ControlsElement], _ width: Int = 960) -> [Control] {
            var state = ControlsLayoutTests.states(.pictureInPicture)[0]
            state.list = .init(2, of: 3)
            state.speed = 1.25
            state.buttons = buttons
            let size = Size(width: width, height: width * 9 / 16)
            let layout = ControlsLayout(state, in: ControlsLayout.Surroundings(surface: size, scale: 1))
            return layout.order(isRightToLeft: false)
        }
        #expect(
            controls([.playPause, .skips, .previousItem, .nextItem, .speed, .mute]) == [
                .previousItem, .skipBackward, .playPause, .skipForward, .nextItem, .scrubber, .speed, .mute,
            ])
        #expect(
            controls([.nextItem, .playPause, .skips, .mute, .subtitles, .speed, .close]) == [
                .close, .skipBackward, .playPause, .nextItem, .skipForward, .scrubber, .mute, .subtitles, .speed,
            ])
        #expect(
            controls([.lock, .stopPictureInPicture, .crop, .swap]) == [
                .lock, .stopPictureInPicture, .crop, .swap, .scrubber,
            ])
        #expect(controls([.skips]) == [.skipBackward, .skipForward, .scrubber])
        #expect(controls([]) == [.scrubber])
        // An element that is no button counts for nothing, and so does a second mention.
        #expect(controls([.close, .title, .status, .close]) == [.close, .scrubber])
        // A smaller overlay.
        #expect(Set(controls([.playPause, .mute, .speed, .subtitles], 260)).isSuperset(of: [.playPause, .mute]))
        let all = controls([.playPause, .close, .mute, .skips, .crop, .speed, .subtitles, .nextItem], 200)
        #expect(all == [.close, .playPause, .scrubber])
    }
}
