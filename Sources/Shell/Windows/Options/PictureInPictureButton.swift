package import OrielControls

/// A button of the overlay, by the name that `[pip] buttons` has for it. `PictureInPictureOptions.buttons` chooses and
/// orders them.
public enum PictureInPictureButton: String, Sendable, Hashable, CaseIterable {
    /// Play and pause, in the middle.
    case play
    /// Ends Picture in Picture, in the upper corner.
    case close
    /// Returns to the window, in the other upper corner.
    case `return`
    /// Mutes, at the bar's end.
    case sound
    /// Ten seconds back and forward, on both sides of play.
    case skip
    /// Opens the list of subtitles, at the bar's end, if there are some.
    case subtitles
    /// Swaps with another picture, beside return, if there is one.
    case swap
    /// Goes to the list's previous item, left of play.
    case previous
    /// Goes to the list's next item, right of play.
    case next
    /// Shows the speed and opens its list, at the bar's end.
    case speed
    /// Lets clicks pass through the overlay, beside return.
    case lock
    /// Chooses a part of the picture, beside return.
    case crop

    /// The buttons that an overlay has where nothing else is wanted.
    public static let standard: [PictureInPictureButton] = [.play, .close, .return, .sound, .skip, .subtitles, .swap]

    package var element: ControlsElement {
        switch self {
        case .play: .playPause
        case .close: .close
        case .return: .stopPictureInPicture
        case .sound: .mute
        case .skip: .skips
        case .subtitles: .subtitles
        case .swap: .swap
        case .previous: .previousItem
        case .next: .nextItem
        case .speed: .speed
        case .lock: .lock
        case .crop: .crop
        }
    }
}
