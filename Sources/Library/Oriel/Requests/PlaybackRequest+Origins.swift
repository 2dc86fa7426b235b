package import OrielControls
import OrielSceneHandoff
package import OrielWindows

extension PlayerAction {
    /// The request of a key with this action.
    package var request: PlaybackRequest {
        switch self {
        case .playPause: .command(.playPause)
        case .seekBackward: .command(.seek(.by(.seconds(-5))))
        case .seekForward: .command(.seek(.by(.seconds(5))))
        case .seekFarBackward: .command(.seek(.by(.seconds(-60))))
        case .seekFarForward: .command(.seek(.by(.seconds(60))))
        case .seekLive: .command(.seek(.live))
        case .frameStep: .step(forward: true)
        case .frameStepBack: .step(forward: false)
        case .slower: .multiplySpeed(by: 1 / 1.1)
        case .faster: .multiplySpeed(by: 1.1)
        case .normalSpeed: .speed(1)
        case .showPosition: .showPosition
        case .volumeDown: .command(.volume(.by(-5)))
        case .volumeUp: .command(.volume(.by(5)))
        case .mute: .command(.mute)
        case .audioLater: .delaySound(by: .milliseconds(100))
        case .audioEarlier: .delaySound(by: .milliseconds(-100))
        case .nextVideo: .command(.track(.video, .next))
        case .nextAudio: .command(.track(.audio, .next))
        case .nextChapter: .command(.chapter(.next))
        case .previousChapter: .command(.chapter(.previous))
        case .nextItem: .command(.next)
        case .previousItem: .command(.previous)
        case .repeatPart: .repeatPart
        case .zoom: .nextGravity
        case .zoomIn: .zoom(.by(steps: 1, around: .center), on: nil)
        case .zoomOut: .zoom(.by(steps: -1, around: .center), on: nil)
        case .zoomOff: .zoom(.to(1), on: nil)
        case .panLeft: .zoom(.pan(dx: 0.1, dy: 0), on: nil)
        case .panRight: .zoom(.pan(dx: -0.1, dy: 0), on: nil)
        case .panUp: .zoom(.pan(dx: 0, dy: 0.1), on: nil)
        case .panDown: .zoom(.pan(dx: 0, dy: -0.1), on: nil)
        case .crop: .chooseCrop
        case .cropBars: .toggleBlackBars
        case .aspect: .nextAspectRatio
        case .rotate: .rotate
        case .deinterlace: .toggleDeinterlacing
        case .statistics: .toggleStatistics
        case .screenshot: .command(.screenshot(nil))
        case .nextSubtitles: .command(.track(.subtitle, .next))
        case .subtitlesLater: .delaySubtitles(by: .milliseconds(100))
        case .subtitlesEarlier: .delaySubtitles(by: .milliseconds(-100))
        case .subtitlesLarger: .scaleSubtitles(by: 1.1)
        case .subtitlesSmaller: .scaleSubtitles(by: 1 / 1.1)
        case .subtitlesHigher: .moveSubtitles(by: -2)
        case .subtitlesLower: .moveSubtitles(by: 2)
        case .toggleFullscreen: .toggleFullScreen
        case .leaveFullscreen: .leaveFullScreen
        case .togglePictureInPicture: .command(.toggle)
        case .toggleLock: .toggleLock
        case .toggleStash: .toggleStash
        case .menu: .menu(.main)
        case .keys: .menu(.keys)
        case .swap: .swap
        case .open: .open
        case .paste: .paste
        case .quit: .command(.quit)
        }
    }
}

extension ControlsIntent {
    /// The request of a control, and whether its effect is shown as a message, since the control doesn't show it.
    ///
    /// nil for a scrub, for the volume's slider, and for the overlay's close and return buttons.
    package var request: (PlaybackRequest, isAnnounced: Bool)? {
        switch self {
        case .press(let control): control.request
        case .seek(let distance): (.command(.seek(.by(distance))), false)
        case .beginScrubbing, .scrub, .endScrubbing, .setVolume: nil
        }
    }
}

extension Control {
    fileprivate var request: (PlaybackRequest, isAnnounced: Bool)? {
        switch self {
        case .playPause: (.command(.playPause), false)
        case .skipBackward: (.command(.seek(.by(.zero - ControlsState.skip))), false)
        case .skipForward: (.command(.seek(.by(ControlsState.skip))), false)
        case .mute: (.command(.mute), false)
        case .previousItem: (.command(.previous), true)
        case .nextItem: (.command(.next), true)
        case .startPictureInPicture: (.command(.toggle), true)
        case .fullScreen: (.toggleFullScreen, true)
        case .swap: (.swap, true)
        case .lock: (.command(.lock), false)
        case .crop: (.chooseCrop, false)
        // Where no menu can be opened, the next track is selected.
        case .audioTracks: (.command(.track(.audio, .next)), true)
        case .subtitles: (.command(.track(.subtitle, .next)), true)
        case .menu, .speed, .minimizeWindow, .maximizeWindow, .closeWindow, .scrubber, .volume,
            .stopPictureInPicture, .close:
            nil
        }
    }
}
