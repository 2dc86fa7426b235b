/// A person's intent in using the controls.
package enum ControlsIntent: Hashable, Sendable {
    case playPause
    case seek(by: Duration)
    /// A drag of the scrub bar began at this time.
    case beginScrubbing(Duration)
    case scrub(to: Duration)
    case endScrubbing(Duration)
    /// Volume in per cent.
    case setVolume(Int)
    case toggleMute
    case previousItem, nextItem
    case openMenu(MenuPage)
    case startPictureInPicture
    case stopPictureInPicture
    case toggleFullScreen
    case swap
    case close
    case lock, crop
    case minimizeWindow, maximizeWindow, closeWindow
}
