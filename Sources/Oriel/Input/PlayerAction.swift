/// What a key on a focused window can do; the raw value is its name in the configuration's `[keys]` table.
public enum PlayerAction: String, Sendable, Hashable, CaseIterable {
    case playPause = "play-pause"
    case seekBackward = "seek-backward"
    case seekForward = "seek-forward"
    case seekFarBackward = "seek-far-backward"
    case seekFarForward = "seek-far-forward"
    case frameStep = "frame-step"
    case frameStepBack = "frame-step-back"
    case slower
    case faster
    case normalSpeed = "normal-speed"
    case toggleFullscreen = "toggle-fullscreen"
    case leaveFullscreen = "leave-fullscreen"
    case togglePictureInPicture = "toggle-pip"
    case swap
    case quit
}
