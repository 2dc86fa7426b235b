import Oriel
import OrielControls
import OrielSceneHandoff
import OrielWindows
import Testing

/// Keys, controls and commands become requests of one vocabulary.
@Suite struct PlaybackRequestTests {
    @Test func eachKeyHasARequestOfItsOwn() {
        let requests = PlayerAction.allCases.map(\.request)
        #expect(Set(requests).count == PlayerAction.allCases.count)
    }

    @Test func aWishIsTheSameRequestWhereverItComesFrom() {
        #expect(PlayerAction.playPause.request == .command(.playPause))
        #expect(ControlsIntent.press(.playPause).request?.0 == .command(.playPause))
        #expect(PlayerAction.mute.request == .command(.mute))
        #expect(ControlsIntent.press(.mute).request?.0 == .command(.mute))
        #expect(PlayerAction.seekForward.request == .command(.seek(.by(.seconds(5)))))
        #expect(ControlsIntent.seek(by: .seconds(5)).request?.0 == PlayerAction.seekForward.request)
        #expect(ControlsIntent.press(.skipForward).request?.0 == .command(.seek(.by(.seconds(10)))))
        #expect(ControlsIntent.press(.skipBackward).request?.0 == .command(.seek(.by(.seconds(-10)))))
        #expect(PlayerAction.seekLive.request == .command(.seek(.live)))
        #expect(PlayerAction.nextItem.request == .command(.next))
        #expect(PlayerAction.previousChapter.request == .command(.chapter(.previous)))
        #expect(PlayerAction.volumeUp.request == .command(.volume(.by(5))))
        #expect(PlayerAction.nextAudio.request == .command(.track(.audio, .next)))
        #expect(ControlsIntent.press(.audioTracks).request?.0 == PlayerAction.nextAudio.request)
        #expect(ControlsIntent.press(.subtitles).request?.0 == .command(.track(.subtitle, .next)))
        #expect(PlayerAction.togglePictureInPicture.request == .command(.toggle))
        #expect(ControlsIntent.press(.startPictureInPicture).request?.0 == .command(.toggle))
        #expect(PlayerAction.swap.request == ControlsIntent.press(.swap).request?.0)
        #expect(PlayerAction.screenshot.request == .command(.screenshot(nil)))
        #expect(PlayerAction.quit.request == .command(.quit))
    }

    /// The controls show these effects themselves; a track has no place on them, so its name is a message.
    @Test func aControlThatShowsItsEffectIsNotAnnounced() {
        for intent in [ControlsIntent.press(.playPause), .press(.skipForward), .seek(by: .seconds(10)), .press(.mute)] {
            #expect(intent.request?.isAnnounced == false)
        }
        #expect(ControlsIntent.press(.audioTracks).request?.isAnnounced == true)
        #expect(ControlsIntent.press(.subtitles).request?.isAnnounced == true)
    }

    @Test func gesturesOfAHandAreNoRequests() {
        let gestures: [ControlsIntent] = [
            .beginScrubbing(.zero), .scrub(to: .zero), .endScrubbing(.zero), .setVolume(50),
            .press(.stopPictureInPicture), .press(.close),
        ]
        #expect(gestures.allSatisfy { $0.request == nil })
    }
}
