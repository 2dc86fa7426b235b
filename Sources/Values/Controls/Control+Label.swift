extension Control {
    /// The control's name for a person, in the player's present state.
    package func label(in state: ControlsState) -> String {
        switch self {
        case .playPause: state.hasEnded ? "Play again" : state.isPaused ? "Play" : "Pause"
        case .skipBackward: "10 seconds back"
        case .skipForward: "10 seconds forward"
        case .previousItem: "Previous"
        case .nextItem: "Next"
        case .scrubber: "Position"
        case .mute: state.isMuted ? "Sound on" : "Mute"
        case .volume: "Volume"
        case .audioTracks: "Sound"
        case .subtitles: "Subtitles"
        case .startPictureInPicture: "Picture in Picture"
        case .stopPictureInPicture: "Return to window"
        case .fullScreen: state.form == .fullScreen ? "Leave full screen" : "Full screen"
        case .swap: "Swap"
        case .close: "Close"
        case .speed: "Speed"
        case .lock: "Let clicks pass through"
        case .crop: "Choose a part"
        case .menu: "Menu"
        case .minimizeWindow: "Minimize"
        case .maximizeWindow: state.frame?.isMaximized == true ? "Restore" : "Maximize"
        case .closeWindow: "Close"
        }
    }
}
