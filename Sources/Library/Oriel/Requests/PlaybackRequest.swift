package import OrielControls
package import OrielGeometry
package import OrielPlayer
package import OrielSceneHandoff

/// One request of a user to a view. Keys, controls and commands of other programs all become requests, which
/// `ViewRequests.perform` carries out.
package enum PlaybackRequest: Hashable, Sendable {
    /// A change of the list's order or length. Items are named by their indexes; one that is gone changes nothing.
    package enum ListChange: Hashable, Sendable {
        case remove(Int)
        case move(Int, to: Int)
        /// Removes all items but the present one.
        case clear
    }

    // MARK: Playback

    case play
    case pause
    case playPause
    case seek(PlayerCommand.Seek)
    /// One frame forward or backward.
    case step(forward: Bool)
    /// Media seconds per second.
    case speed(Double)
    case multiplySpeed(by: Double)
    case showPosition
    /// Marks the beginning of a part to repeat, then its end, then plays on.
    case repeatPart

    // MARK: List

    case chapter(PlayerCommand.ChapterChoice)
    case item(QueueSource.Direction)
    /// Appends a medium, a playlist or a folder to the list.
    case add(String)
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

    // MARK: Sound

    case volume(PlayerCommand.Volume)
    case toggleMute
    /// Delays sound against video.
    case delaySound(by: Duration)

    // MARK: Tracks and subtitles

    case select(PlayerCommand.TrackKind, PlayerCommand.TrackChoice)
    case delaySubtitles(by: Duration)
    case scaleSubtitles(by: Double)
    /// Moves subtitles by per cent of the picture's height; downwards is positive.
    case moveSubtitles(by: Double)

    // MARK: Picture

    case nextGravity
    case nextAspectRatio
    case rotate
    case pictureForm(PictureForm)
    case crop(PlayerCommand.Crop)
    /// Shows a frame with which the user chooses a part of the video.
    case chooseCrop
    /// Cuts black bars off, or shows the whole video again.
    case toggleBlackBars
    /// Changes the zoom on a surface of this size; nil for the one that shows the picture.
    case zoom(ZoomChange, on: Size?)
    case toggleDeinterlacing
    case hardwareDecoding(PlayerCommand.HardwareDecoding)
    case toggleStatistics
    /// Saves the present frame; nil for a new file in the user's folder for pictures.
    case screenshot(String?)

    // MARK: Surfaces

    case toggleFullScreen
    /// Gives the overlay's keyboard back, else takes a swap back, else leaves full screen.
    case leaveFullScreen
    case togglePictureInPicture
    case restore
    case closePictureInPicture
    case swap
    /// Opens a page of the menu on the surface with the keyboard.
    case menu(MenuPage)
    case overlay(Overlay)
    case toggleLock
    case toggleStash
    case quit

    /// A request about the overlay's place, size, pointer input and keyboard.
    package enum Overlay: Hashable, Sendable {
        case move(Corner)
        case moveTo(Point)
        case moveToOutput(String)
        case resize(Size)
        case stash(Bool)
        case lock(Bool)
        case focus
        /// Fades for what lies below, or no more; nil for the other of both.
        case peek(Bool?)
        /// 0.2 to 1.
        case opacity(Double)
    }
}
