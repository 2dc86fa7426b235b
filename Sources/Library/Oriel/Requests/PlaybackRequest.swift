package import OrielControls
package import OrielGeometry
package import OrielPlayer
package import OrielSceneHandoff

/// One request of a user to a view: a command, as other programs send it, or a request that only the view's own keys,
/// controls and menus make. `ViewRequests.perform` carries out both.
package enum PlaybackRequest: Hashable, Sendable {
    /// A change of the list's order or length. Items are named by their indexes; one that is gone changes nothing.
    package enum ListChange: Hashable, Sendable {
        case remove(Int)
        case move(Int, to: Int)
        /// Removes all items but the present one.
        case clear
    }

    case command(PlayerCommand)

    // MARK: Playback

    /// One frame forward or backward.
    case step(forward: Bool)
    /// Media seconds per second.
    case speed(Double)
    case multiplySpeed(by: Double)
    case showPosition
    /// Marks the beginning of a part to repeat, then its end, then plays on.
    case repeatPart

    // MARK: List

    /// Goes to an item by its index.
    case item(Int)
    case list(ListChange)
    /// Repeats the item, or the list, or neither.
    case loop(item: Bool, list: Bool)
    case shuffle(Bool)
    /// Asks the user for files.
    case open
    /// Asks the user for a folder, whose media are played.
    case openFolder
    /// Plays the addresses or files that the clipboard names.
    case paste

    // MARK: Sound and subtitles

    /// Delays sound against video.
    case delaySound(by: Duration)
    case delaySubtitles(by: Duration)
    case scaleSubtitles(by: Double)
    /// Moves subtitles by per cent of the picture's height; downwards is positive.
    case moveSubtitles(by: Double)

    // MARK: Picture

    case nextGravity
    case nextAspectRatio
    case rotate
    case pictureForm(PictureForm)
    /// Shows a frame with which the user chooses a part of the video.
    case chooseCrop
    /// Cuts black bars off, or shows the whole video again.
    case toggleBlackBars
    /// Changes the zoom on a surface of this size; nil for the one that shows the picture.
    case zoom(ZoomChange, on: Size?)
    case toggleDeinterlacing
    case toggleStatistics

    // MARK: Surfaces

    case toggleFullScreen
    /// Gives the overlay's keyboard back, else takes a swap back, else leaves full screen.
    case leaveFullScreen
    case swap
    /// Opens a page of the menu on the surface with the keyboard.
    case menu(MenuPage)
    case toggleLock
    case toggleStash
    /// Opacity of the overlay, 0.2 to 1.
    case opacity(Double)
}
