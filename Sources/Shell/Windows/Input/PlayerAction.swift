import OrielTexts

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
    /// Zooms into the picture.
    case zoomIn = "zoom-in"
    /// Zooms out of the picture.
    case zoomOut = "zoom-out"
    /// Shows the whole picture again.
    case zoomOff = "zoom-off"
    /// Shows what lies left of the part that is seen.
    case panLeft = "pan-left"
    /// Shows what lies right of the part that is seen.
    case panRight = "pan-right"
    /// Shows what lies above the part that is seen.
    case panUp = "pan-up"
    /// Shows what lies below the part that is seen.
    case panDown = "pan-down"
    /// Lets the user choose a part of the video with a frame.
    case crop
    /// Cuts black bars off, or shows the whole video again.
    case cropBars = "crop-bars"
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
    /// Opens the menu.
    case menu
    /// Opens the menu's page of keys.
    case keys
    /// Swaps the window's picture with the one in Picture in Picture.
    case swap
    /// Shows a dialog for the files to play.
    case open
    /// Plays the addresses or files that the clipboard names.
    case paste
    /// Closes the player.
    case quit
}

extension PlayerAction {
    package var key: ActionKey {
        switch self {
        case .playPause: ActionKey(KeyChord("space"), effect: "play, pause", .once)
        case .seekBackward: ActionKey(KeyChord("Left"), effect: "5 seconds back", .seeks)
        case .seekForward: ActionKey(KeyChord("Right"), effect: "5 seconds forward", .seeks)
        case .seekFarBackward: ActionKey(KeyChord("Down"), effect: "one minute back", .seeks)
        case .seekFarForward: ActionKey(KeyChord("Up"), effect: "one minute forward", .seeks)
        case .seekLive: ActionKey(KeyChord("End"), effect: "the live edge of a live stream", .once)
        case .frameStep: ActionKey(KeyChord("period"), effect: "a frame forward", .repeats)
        case .frameStepBack: ActionKey(KeyChord("comma"), effect: "a frame back", .repeats)
        case .slower: ActionKey(KeyChord("bracketleft"), effect: "slower", .repeats)
        case .faster: ActionKey(KeyChord("bracketright"), effect: "faster", .repeats)
        case .normalSpeed: ActionKey(KeyChord("BackSpace"), effect: "normal speed", .once)
        case .showPosition: ActionKey(KeyChord("o"), effect: "shows the position", .once)
        case .volumeDown: ActionKey(KeyChord("9"), effect: "softer", .repeats)
        case .volumeUp: ActionKey(KeyChord("0"), effect: "louder", .repeats)
        case .mute: ActionKey(KeyChord("m"), effect: "mute", .once)
        case .audioLater: ActionKey(KeyChord("plus"), effect: "sound 0.1 s later", .repeats)
        case .audioEarlier: ActionKey(KeyChord("minus"), effect: "sound 0.1 s earlier", .repeats)
        case .nextVideo:
            ActionKey(KeyChord("underscore"), effect: "next video, if the medium has several", .once)
        case .nextAudio: ActionKey(KeyChord("numbersign"), effect: "next sound", .once)
        case .nextChapter: ActionKey(KeyChord("Prior"), effect: "next chapter", .once)
        case .previousChapter:
            ActionKey(KeyChord("Next"), effect: "this chapter's beginning, or the previous chapter", .once)
        case .nextItem: ActionKey(KeyChord("greater"), effect: "next item of the list", .once)
        case .previousItem: ActionKey(KeyChord("less"), effect: "previous item of the list", .once)
        case .repeatPart:
            ActionKey(
                KeyChord("l"), effect: "beginning, then end, of a part that repeats; a third press ends it",
                .once)
        case .zoom: ActionKey(KeyChord("z"), effect: "fit, fill the surface, stretch", .once)
        case .zoomIn:
            ActionKey(
                KeyChord("plus", .control), KeyChord("equal", .control), KeyChord("plus", .alt),
                effect: "zoom in",
                .repeats)
        case .zoomOut:
            ActionKey(KeyChord("minus", .control), KeyChord("minus", .alt), effect: "zoom out", .repeats)
        case .zoomOff:
            ActionKey(
                KeyChord("0", .control), KeyChord("BackSpace", .alt), effect: "the whole picture again",
                .once)
        case .panLeft: ActionKey(KeyChord("Left", .alt), effect: "moves over the enlarged picture", .repeats)
        case .panRight:
            ActionKey(KeyChord("Right", .alt), effect: "moves over the enlarged picture", .repeats)
        case .panUp: ActionKey(KeyChord("Up", .alt), effect: "moves over the enlarged picture", .repeats)
        case .panDown: ActionKey(KeyChord("Down", .alt), effect: "moves over the enlarged picture", .repeats)
        case .crop: ActionKey(KeyChord("c"), effect: "a frame to choose a part of the video", .once)
        case .cropBars:
            ActionKey(KeyChord("c", .shift), effect: "without black bars, and with them again", .once)
        case .aspect:
            ActionKey(KeyChord("a", .shift), effect: "other shapes of the picture, then its own", .once)
        case .rotate: ActionKey(KeyChord("z", .shift), effect: "a quarter turn clockwise", .once)
        case .deinterlace:
            ActionKey(KeyChord("d"), effect: "interlaced video field by field, or unchanged", .once)
        case .statistics: ActionKey(KeyChord("i", .shift), effect: "statistics on the picture", .once)
        case .screenshot: ActionKey(KeyChord("s", .shift), effect: "saves the picture to a file", .once)
        case .nextSubtitles: ActionKey(KeyChord("j"), effect: "next subtitles, none after the last", .once)
        case .subtitlesLater: ActionKey(KeyChord("x"), effect: "subtitles 0.1 s later", .repeats)
        case .subtitlesEarlier: ActionKey(KeyChord("x", .shift), effect: "subtitles 0.1 s earlier", .repeats)
        case .subtitlesLarger: ActionKey(KeyChord("g", .shift), effect: "larger subtitles", .repeats)
        case .subtitlesSmaller: ActionKey(KeyChord("f", .shift), effect: "smaller subtitles", .repeats)
        case .subtitlesHigher: ActionKey(KeyChord("r"), effect: "higher subtitles", .repeats)
        case .subtitlesLower: ActionKey(KeyChord("r", .shift), effect: "lower subtitles", .repeats)
        case .toggleFullscreen: ActionKey(KeyChord("f"), effect: "full screen and back", .once)
        case .leaveFullscreen: ActionKey(KeyChord("Escape"), effect: "leaves full screen", .once)
        case .togglePictureInPicture:
            ActionKey(
                KeyChord("i"), KeyChord("bracketright", [.control, .shift]),
                effect: "into Picture in Picture and back",
                .once)
        case .toggleLock: ActionKey(KeyChord("l", .shift), effect: "locks and unlocks the overlay", .once)
        case .toggleStash:
            ActionKey(KeyChord("h", .shift), effect: "puts the overlay away and brings it back", .once)
        case .menu:
            ActionKey(
                KeyChord("Menu"), KeyChord("F10", .shift), effect: "the menu; a right click opens it too",
                .once)
        case .keys: ActionKey(KeyChord("question"), effect: "the keys", .once)
        case .swap: ActionKey(KeyChord("s"), effect: "swap", .once)
        case .open:
            ActionKey(
                KeyChord("Return"), KeyChord("KP_Enter"), KeyChord("o", .control),
                effect: "opens the desktop's file dialogue and plays the choice", .once)
        case .paste:
            ActionKey(
                KeyChord("v", .control), effect: "plays the address or the files in the clipboard", .once)
        case .quit: ActionKey(KeyChord("q"), effect: "quit", .once)
        }
    }
}
