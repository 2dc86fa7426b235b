/// An action that a key on a focused window can trigger; the raw value is its name in the configuration's `[keys]`
/// table.
public enum PlayerAction: String, Sendable, Hashable, CaseIterable {
    /// Pauses or resumes.
    case playPause = "play-pause"
    /// Seeks 5 seconds back.
    case seekBackward = "seek-backward"
    /// Seeks 5 seconds forward.
    case seekForward = "seek-forward"
    /// Seeks one minute back.
    case seekFarBackward = "seek-far-backward"
    /// Seeks one minute forward.
    case seekFarForward = "seek-far-forward"
    /// Seeks to the newest part of a live stream.
    case seekLive = "seek-live"
    /// Pauses and shows the next frame.
    case frameStep = "frame-step"
    /// Pauses and shows the previous frame.
    case frameStepBack = "frame-step-back"
    /// Lowers the playback speed.
    case slower
    /// Raises the playback speed.
    case faster
    /// Restores the normal speed.
    case normalSpeed = "normal-speed"
    /// Shows the position over the picture.
    case showPosition = "show-position"
    /// Lowers the volume by 5 %.
    case volumeDown = "volume-down"
    /// Raises the volume by 5 %.
    case volumeUp = "volume-up"
    /// Mutes or unmutes.
    case mute
    /// Delays the sound by 0.1 s more.
    case audioLater = "audio-later"
    /// Delays the sound by 0.1 s less.
    case audioEarlier = "audio-earlier"
    /// Selects the next video track.
    case nextVideo = "next-video"
    /// Selects the next audio track.
    case nextAudio = "next-audio"
    /// Seeks to the next chapter.
    case nextChapter = "next-chapter"
    /// Seeks to the start of this chapter, or to the previous chapter.
    case previousChapter = "previous-chapter"
    /// Plays the next item of the playlist.
    case nextItem = "next"
    /// Plays the previous item of the playlist.
    case previousItem = "previous"
    /// Sets the start of a repeated part at the first press, its end at the second, and ends the repetition at the
    /// third.
    case repeatPart = "repeat"
    /// Cycles between fitting the picture into the window, filling the window, and stretching.
    case zoom
    /// Cycles through other aspect ratios, then back to the video's own.
    case aspect
    /// Rotates the picture by 90° clockwise.
    case rotate
    /// Turns deinterlacing on or off.
    case deinterlace
    /// Shows or hides the playback statistics.
    case statistics
    /// Saves the picture to a file, without subtitles, controls and other overlays.
    case screenshot
    /// Selects the next subtitle track, or none after the last.
    case nextSubtitles = "next-subtitles"
    /// Delays the subtitles by 0.1 s more.
    case subtitlesLater = "subtitles-later"
    /// Delays the subtitles by 0.1 s less.
    case subtitlesEarlier = "subtitles-earlier"
    /// Enlarges the subtitles.
    case subtitlesLarger = "subtitles-larger"
    /// Shrinks the subtitles.
    case subtitlesSmaller = "subtitles-smaller"
    /// Moves the subtitles up.
    case subtitlesHigher = "subtitles-higher"
    /// Moves the subtitles down.
    case subtitlesLower = "subtitles-lower"
    /// Enters or leaves full screen.
    case toggleFullscreen = "toggle-fullscreen"
    /// Leaves full screen.
    case leaveFullscreen = "leave-fullscreen"
    /// Starts or ends Picture in Picture.
    case togglePictureInPicture = "toggle-pip"
    /// Locks the overlay, so that clicks go through it, or unlocks it.
    case toggleLock = "toggle-lock"
    /// Stashes the overlay at an edge of the output, or brings it back.
    case toggleStash = "toggle-stash"
    /// Swaps the window's picture with the one in Picture in Picture.
    case swap
    /// Shows a dialog for the files to play.
    case open
    /// Plays the addresses or files that the clipboard names.
    case paste
    /// Closes the player.
    case quit
}
