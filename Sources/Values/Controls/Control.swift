/// A control on a player's surface that a person can press or drag.
package enum Control: Hashable, Sendable, CaseIterable {
    case playPause
    case skipBackward
    case skipForward
    /// Goes to another item of the list.
    case previousItem, nextItem
    /// The bar that shows the position and can be dragged to seek.
    case scrubber
    case mute
    case volume
    /// Opens the list of audio tracks.
    case audioTracks
    /// Opens the list of subtitle tracks.
    case subtitles
    /// Moves the video from its window into Picture in Picture.
    case startPictureInPicture
    /// Restores the video from Picture in Picture to its window.
    case stopPictureInPicture
    case fullScreen
    /// Swaps with the other player.
    case swap
    case close
    /// Opens the list of speeds.
    case speed
    /// Lets clicks pass through the overlay.
    case lock
    /// Chooses a part of the picture.
    case crop
    /// Opens the menu.
    case menu
    /// Buttons of a window that the compositor draws no frame around.
    case minimizeWindow, maximizeWindow, closeWindow

    /// Whether the control acts when pressed and follows a drag; buttons act when released.
    package var isDragged: Bool { self == .scrubber || self == .volume }

    /// The page of the menu that the control opens; nil for others.
    package var menuPage: MenuPage? {
        switch self {
        case .menu: .main
        case .audioTracks: .audio
        case .subtitles: .subtitles
        case .speed: .speed
        default: nil
        }
    }
}
