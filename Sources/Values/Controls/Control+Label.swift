import OrielTexts

extension Control {
    /// The control's name for a person, in the player's present state.
    package func label(in state: ControlsState) -> String {
        switch self {
        case .playPause:
            state.hasEnded ? localized("Play again") : state.isPaused ? localized("Play") : localized("Pause")
        case .skipBackward: localized("10 seconds back")
        case .skipForward: localized("10 seconds forward")
        case .previousItem: localized("Previous")
        case .nextItem: localized("Next")
        case .scrubber: localized("Position")
        case .mute: state.isMuted ? localized("Sound on") : localized("Mute")
        case .volume: localized("Volume")
        case .audioTracks: localized("Sound")
        case .subtitles: localized("Subtitles")
        case .startPictureInPicture: localized("Picture in Picture")
        case .stopPictureInPicture: localized("Return to window")
        case .fullScreen: state.form == .fullScreen ? localized("Leave full screen") : localized("Full screen")
        case .swap: localized("Swap")
        case .close: localized("Close")
        case .speed: localized("Speed")
        case .lock: localized("Let clicks pass through")
        case .crop: localized("Choose a part")
        case .menu: localized("Menu")
        case .minimizeWindow: localized("Minimize")
        case .maximizeWindow: state.frame?.isMaximized == true ? localized("Restore") : localized("Maximize")
        case .closeWindow: localized("Close")
        }
    }
}
