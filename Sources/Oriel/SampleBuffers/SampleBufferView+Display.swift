public import OrielGeometry
public import OrielSurfaces
public import OrielWindows

/// What it has in common with a player's view.
extension SampleBufferView {
    /// Whether there is a picture to show.
    public var isReadyForDisplay: Bool { view.isReadyForDisplay }

    /// Where the view's own picture is in the window, full screen or overlay that shows it; see `PlayerView.videoBounds`.
    public var videoBounds: Rect { view.videoBounds }

    /// What keys do in its window and on its overlay, from the next key on.
    public var keys: KeyBindings {
        get { view.keys }
        set { view.keys = newValue }
    }

    /// Whether Oriel's controls come over the picture when a pointer moves on it or a finger taps it.
    public var showsPlaybackControls: Bool {
        get { view.showsPlaybackControls }
        set { view.showsPlaybackControls = newValue }
    }

    /// What the app draws over the picture in its window; see `PlayerView.contentOverlays`.
    public var contentOverlays: [ContentOverlay] {
        get { view.contentOverlays }
        set { view.contentOverlays = newValue }
    }

    /// Whether the view closes when its user closes Picture in Picture; see `PlayerView.pictureInPictureClosePolicy`.
    public var pictureInPictureClosePolicy: PlayerView.ClosePolicy {
        get { view.pictureInPictureClosePolicy }
        set { view.pictureInPictureClosePolicy = newValue }
    }

    /// Whether its picture, or a call's, may go into Picture in Picture; see `PlayerView.allowsPictureInPicturePlayback`.
    public var allowsPictureInPicturePlayback: Bool {
        get { view.allowsPictureInPicturePlayback }
        set { view.allowsPictureInPicturePlayback = newValue }
    }

    /// Whether its playback delegate is to pause while nobody sees the picture; see `PlayerView.audiovisualBackgroundPlaybackPolicy`.
    public var audiovisualBackgroundPlaybackPolicy: PlayerView.AudiovisualBackgroundPlaybackPolicy {
        get { view.audiovisualBackgroundPlaybackPolicy }
        set { view.audiovisualBackgroundPlaybackPolicy = newValue }
    }

    /// What its window does when its picture goes into Picture in Picture, from the next start on.
    public var windowBehavior: PlayerView.WindowBehavior {
        get { view.windowBehavior }
        set { view.windowBehavior = newValue }
    }

    /// What the placeholder says in a window that stays; see `PlayerView.placeholderText`.
    public var placeholderText: String? {
        get { view.placeholderText }
        set { view.placeholderText = newValue }
    }
}
