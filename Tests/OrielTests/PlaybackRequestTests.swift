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
        #expect(PlayerAction.playPause.request == .playPause && PlayerCommand.playPause.request == .playPause)
        #expect(ControlsIntent.playPause.request?.0 == .playPause)
        #expect(PlayerAction.mute.request == PlayerCommand.mute.request)
        #expect(ControlsIntent.toggleMute.request?.0 == PlayerCommand.mute.request)
        #expect(PlayerAction.seekForward.request == PlayerCommand.seek(.by(.seconds(5))).request)
        #expect(ControlsIntent.seek(by: .seconds(5)).request?.0 == PlayerAction.seekForward.request)
        #expect(PlayerAction.seekLive.request == PlayerCommand.seek(.live).request)
        #expect(PlayerAction.nextItem.request == PlayerCommand.next.request)
        #expect(PlayerAction.previousChapter.request == PlayerCommand.chapter(.previous).request)
        #expect(PlayerAction.volumeUp.request == PlayerCommand.volume(.by(5)).request)
        #expect(PlayerAction.nextAudio.request == PlayerCommand.track(.audio, .next).request)
        #expect(ControlsIntent.openMenu(.audio).request?.0 == PlayerAction.nextAudio.request)
        #expect(ControlsIntent.openMenu(.subtitles).request?.0 == PlayerCommand.track(.subtitle, .next).request)
        #expect(PlayerAction.togglePictureInPicture.request == PlayerCommand.toggle.request)
        #expect(ControlsIntent.startPictureInPicture.request?.0 == PlayerCommand.toggle.request)
        #expect(PlayerAction.swap.request == ControlsIntent.swap.request?.0)
        #expect(PlayerAction.screenshot.request == PlayerCommand.screenshot(nil).request)
        #expect(PlayerAction.quit.request == PlayerCommand.quit.request)
    }

    /// The controls show these effects themselves; a track has no place on them, so its name is a message.
    @Test func aControlThatShowsItsEffectIsNotAnnounced() {
        for intent in [ControlsIntent.playPause, .seek(by: .seconds(10)), .toggleMute] {
            #expect(intent.request?.isAnnounced == false)
        }
        #expect(ControlsIntent.openMenu(.audio).request?.isAnnounced == true)
        #expect(ControlsIntent.openMenu(.subtitles).request?.isAnnounced == true)
    }

    @Test func gesturesOfAHandAreNoRequests() {
        let gestures: [ControlsIntent] = [
            .beginScrubbing(.zero), .scrub(to: .zero), .endScrubbing(.zero), .setVolume(50), .stopPictureInPicture,
            .close,
        ]
        #expect(gestures.allSatisfy { $0.request == nil })
    }
}
