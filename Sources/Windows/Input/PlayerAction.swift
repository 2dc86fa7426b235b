/// What a key on a focused window can do; the raw value is its name in the configuration's `[keys]` table.
public enum PlayerAction: String, Sendable, Hashable, CaseIterable {
    /// Pauses, or resumes.
    case playPause = "play-pause"
    /// 5 seconds back.
    case seekBackward = "seek-backward"
    /// 5 seconds on.
    case seekForward = "seek-forward"
    /// A minute back.
    case seekFarBackward = "seek-far-backward"
    /// A minute on.
    case seekFarForward = "seek-far-forward"
    /// To where a live stream is by now.
    case seekLive = "seek-live"
    /// Pauses and shows the next frame.
    case frameStep = "frame-step"
    /// Pauses and shows the frame before.
    case frameStepBack = "frame-step-back"
    /// A slower speed.
    case slower
    /// A faster speed.
    case faster
    /// The normal speed.
    case normalSpeed = "normal-speed"
    /// Tells the position on the picture.
    case showPosition = "show-position"
    /// Softer by 5 %.
    case volumeDown = "volume-down"
    /// Louder by 5 %.
    case volumeUp = "volume-up"
    /// Mutes, or unmutes.
    case mute
    /// Sound comes 0.1 s later.
    case audioLater = "audio-later"
    /// Sound comes 0.1 s earlier.
    case audioEarlier = "audio-earlier"
    /// The next pictures.
    case nextVideo = "next-video"
    /// The next sound.
    case nextAudio = "next-audio"
    /// The next chapter.
    case nextChapter = "next-chapter"
    /// This chapter's beginning, or the chapter before.
    case previousChapter = "previous-chapter"
    /// The next item of the list.
    case nextItem = "next"
    /// The item before.
    case previousItem = "previous"
    /// The beginning, then the end, of what is played again and again; then no more of it.
    case repeatPart = "repeat"
    /// All of the picture, all of the surface, stretched.
    case zoom
    /// Other shapes of the picture, then its own.
    case aspect
    /// A quarter turn clockwise.
    case rotate
    /// Shows interlaced video field by field, or as it is.
    case deinterlace
    /// Shows how it plays, or no longer.
    case statistics
    /// Saves the picture, without what lies over it, to a file.
    case screenshot
    /// The next subtitles; none after the last.
    case nextSubtitles = "next-subtitles"
    /// Subtitles come 0.1 s later.
    case subtitlesLater = "subtitles-later"
    /// Subtitles come 0.1 s earlier.
    case subtitlesEarlier = "subtitles-earlier"
    /// Larger subtitles.
    case subtitlesLarger = "subtitles-larger"
    /// Smaller subtitles.
    case subtitlesSmaller = "subtitles-smaller"
    /// Subtitles stand higher.
    case subtitlesHigher = "subtitles-higher"
    /// Subtitles stand lower.
    case subtitlesLower = "subtitles-lower"
    /// Full screen and back.
    case toggleFullscreen = "toggle-fullscreen"
    /// Out of full screen.
    case leaveFullscreen = "leave-fullscreen"
    /// Into Picture in Picture and back.
    case togglePictureInPicture = "toggle-pip"
    /// Lets clicks go through the picture in Picture in Picture, or takes them again.
    case toggleLock = "toggle-lock"
    /// Puts the picture in Picture in Picture away at an edge, or brings it back.
    case toggleStash = "toggle-stash"
    /// Changes places with the picture in Picture in Picture.
    case swap
    /// Asks which files to play.
    case open
    /// Closes the player.
    case quit
}
