public import OrielGeometry
public import OrielSurfaces
public import OrielWindows

/// Properties that the view has in common with a `PlayerView`.
extension SampleBufferView {
    /// Whether the view has a frame to show.
    public var isReadyForDisplay: Bool { view.isReadyForDisplay }

    /// Rectangle of the view's own frame in the window, full screen or overlay that shows it, in logical pixels; see
    /// `PlayerView.videoBounds`.
    public var videoBounds: Rect { view.videoBounds }

    /// Key bindings of the view's window and its overlay; a change applies from the next key.
    public var keys: KeyBindings {
        get { view.keys }
        set { view.keys = newValue }
    }

    /// Whether Oriel's controls appear in the view's window when a pointer moves on it or a finger taps it; see
    /// `PlayerView.showsPlaybackControls`.
    public var showsPlaybackControls: Bool {
        get { view.showsPlaybackControls }
        set { view.showsPlaybackControls = newValue }
    }

    /// Layers that the app draws over the video in the view's window; see `PlayerView.contentOverlays`.
    public var contentOverlays: [ContentOverlay] {
        get { view.contentOverlays }
        set { view.contentOverlays = newValue }
    }

    /// Facts for the desktop's media controls; see `PlayerView.nowPlayingInfo`.
    public var nowPlayingInfo: NowPlayingInfo? {
        get { view.nowPlayingInfo }
        set { view.nowPlayingInfo = newValue }
    }

    /// Storage of the overlay's last place; see `PlayerView.overlayMemory`.
    public var overlayMemory: (any OverlayMemory)? {
        get { view.overlayMemory }
        set { view.overlayMemory = newValue }
    }

    /// Whether the view closes when its user closes Picture in Picture; see `PlayerView.pictureInPictureClosePolicy`.
    public var pictureInPictureClosePolicy: PlayerView.ClosePolicy {
        get { view.pictureInPictureClosePolicy }
        set { view.pictureInPictureClosePolicy = newValue }
    }

    /// Whether the view, or its call, may enter Picture in Picture; see `PlayerView.allowsPictureInPicturePlayback`.
    public var allowsPictureInPicturePlayback: Bool {
        get { view.allowsPictureInPicturePlayback }
        set { view.allowsPictureInPicturePlayback = newValue }
    }

    /// Whether the playback delegate is told to pause while the view isn't visible; see
    /// `PlayerView.audiovisualBackgroundPlaybackPolicy`.
    public var audiovisualBackgroundPlaybackPolicy: PlayerView.AudiovisualBackgroundPlaybackPolicy {
        get { view.audiovisualBackgroundPlaybackPolicy }
        set { view.audiovisualBackgroundPlaybackPolicy = newValue }
    }

    /// Behaviour of the view's window from the next start of Picture in Picture; see `PlayerView.windowBehavior`.
    public var windowBehavior: PlayerView.WindowBehavior {
        get { view.windowBehavior }
        set { view.windowBehavior = newValue }
    }

    /// Text of the placeholder in a window that stays; see `PlayerView.placeholderText`.
    public var placeholderText: String? {
        get { view.placeholderText }
        set { view.placeholderText = newValue }
    }
}
