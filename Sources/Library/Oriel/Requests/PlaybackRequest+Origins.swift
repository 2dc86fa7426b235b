package import OrielControls
package import OrielSceneHandoff
package import OrielWindows

extension PlayerAction {
    /// The request of a key with this action.
    package var request: PlaybackRequest {
        switch self {
        case .playPause: .playPause
        case .seekBackward: .seek(.by(.seconds(-5)))
        case .seekForward: .seek(.by(.seconds(5)))
        case .seekFarBackward: .seek(.by(.seconds(-60)))
        case .seekFarForward: .seek(.by(.seconds(60)))
        case .seekLive: .seek(.live)
        case .frameStep: .step(forward: true)
        case .frameStepBack: .step(forward: false)
        case .slower: .multiplySpeed(by: 1 / 1.1)
        case .faster: .multiplySpeed(by: 1.1)
        case .normalSpeed: .speed(1)
        case .showPosition: .showPosition
        case .volumeDown: .volume(.by(-5))
        case .volumeUp: .volume(.by(5))
        case .mute: .toggleMute
        case .audioLater: .delaySound(by: .milliseconds(100))
        case .audioEarlier: .delaySound(by: .milliseconds(-100))
        case .nextVideo: .select(.video, .next)
        case .nextAudio: .select(.audio, .next)
        case .nextChapter: .chapter(.next)
        case .previousChapter: .chapter(.previous)
        case .nextItem: .item(.next)
        case .previousItem: .item(.previous)
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
        case .screenshot: .screenshot(nil)
        case .nextSubtitles: .select(.subtitle, .next)
        case .subtitlesLater: .delaySubtitles(by: .milliseconds(100))
        case .subtitlesEarlier: .delaySubtitles(by: .milliseconds(-100))
        case .subtitlesLarger: .scaleSubtitles(by: 1.1)
        case .subtitlesSmaller: .scaleSubtitles(by: 1 / 1.1)
        case .subtitlesHigher: .moveSubtitles(by: -2)
        case .subtitlesLower: .moveSubtitles(by: 2)
        case .toggleFullscreen: .toggleFullScreen
        case .leaveFullscreen: .leaveFullScreen
        case .togglePictureInPicture: .togglePictureInPicture
        case .toggleLock: .toggleLock
        case .toggleStash: .toggleStash
        case .menu: .menu(.main)
        case .keys: .menu(.keys)
        case .swap: .swap
        case .open: .open
        case .paste: .paste
        case .quit: .quit
        }
    }
}

extension PlayerCommand {
    /// The request of this command.
    package var request: PlaybackRequest {
        switch self {
        case .toggle: .togglePictureInPicture
        case .pause: .pause
        case .resume: .play
        case .playPause: .playPause
        case .seek(let seek): .seek(seek)
        case .restore: .restore
        case .close: .closePictureInPicture
        case .stash: .overlay(.stash(true))
        case .unstash: .overlay(.stash(false))
        case .lock: .overlay(.lock(true))
        case .unlock: .overlay(.lock(false))
        case .focus: .overlay(.focus)
        case .peek(let isWanted): .overlay(.peek(isWanted))
        case .volume(let volume): .volume(volume)
        case .mute: .toggleMute
        case .track(let kind, let choice): .select(kind, choice)
        case .chapter(let choice): .chapter(choice)
        case .hardwareDecoding(let wish): .hardwareDecoding(wish)
        case .screenshot(let path): .screenshot(path)
        case .next: .item(.next)
        case .previous: .item(.previous)
        case .add(let media): .add(media)
        case .move(let corner): .overlay(.move(corner))
        case .moveTo(let point): .overlay(.moveTo(point))
        case .moveToOutput(let name): .overlay(.moveToOutput(name))
        case .resize(let size): .overlay(.resize(size))
        case .crop(let crop): .crop(crop)
        case .zoom(.to(let percent)): .zoom(.to(Double(percent) / 100), on: nil)
        case .zoom(.by(let steps)): .zoom(.by(steps: Double(steps), around: .center), on: nil)
        case .quit: .quit
        }
    }
}

extension ControlsIntent {
    /// The request of a control, and whether its effect is shown as a message, since the control doesn't show it.
    ///
    /// nil for a scrub, for the volume's slider, and for the overlay's close and return buttons.
    package var request: (PlaybackRequest, isAnnounced: Bool)? {
        switch self {
        case .playPause: (.playPause, false)
        case .seek(let distance): (.seek(.by(distance)), false)
        case .toggleMute: (.toggleMute, false)
        case .previousItem: (.item(.previous), true)
        case .nextItem: (.item(.next), true)
        case .startPictureInPicture: (.togglePictureInPicture, true)
        case .toggleFullScreen: (.toggleFullScreen, true)
        case .swap: (.swap, true)
        case .lock: (.overlay(.lock(true)), false)
        case .crop: (.chooseCrop, false)
        // Where no menu can be opened, the next track is selected.
        case .openMenu(.audio): (.select(.audio, .next), true)
        case .openMenu(.subtitles): (.select(.subtitle, .next), true)
        case .minimizeWindow, .maximizeWindow, .closeWindow, .openMenu, .beginScrubbing, .scrub, .endScrubbing,
            .setVolume, .stopPictureInPicture, .close:
            nil
        }
    }
}
