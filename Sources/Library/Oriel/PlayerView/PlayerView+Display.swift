public import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPlatform
public import OrielPlayer
import OrielSurfaces
public import OrielWindows

/// The view's visible part and its keys.
extension PlayerView {
    /// Whether the view has a frame to show.
    public var isReadyForDisplay: Bool { observed(\.isReadyForDisplay, scene.player.currentFrame != nil) }

    /// Rectangle of the video in the window, full screen or overlay that shows it, in logical pixels, without bars.
    /// Empty if nothing is shown.
    public var videoBounds: Rect {
        guard let frame = player.currentFrame, let size = scene.shownPicture?.size else {
            return Rect(origin: .zero, size: .zero)
        }
        return player.pictureForm.view(of: ContentFit(frame), in: size).destination
    }

    /// The frame that the view shows, in the memory that it was decoded to; its time is the media time.
    /// `Player.Change.frames` tells of each, once it is chosen for a refresh of the display.
    ///
    /// nil if there is none, if its layout is no `SampleBuffer.Format`, or if only the graphics driver can read it;
    /// `screenshot()` draws frames of every layout.
    public var displayedFrame: SampleBuffer? {
        isClosed ? nil : player.currentFrame.flatMap { SampleBuffer(shown: $0) }
    }

    /// Chooses the frame for a refresh of the app's own window (`AppWindow`), which the app draws. Where Oriel shows
    /// the picture, as in Picture in Picture, the frame is the one that is shown there.
    /// - Parameters:
    ///   - time: host time (`Timebase.hostTime`) at which the refresh will be seen, within a second.
    ///   - interval: time between two refreshes.
    /// - Returns: the frame as in `displayedFrame`, the same one again until another is due.
    public func frame(forRefreshAt time: Duration, interval: Duration) -> SampleBuffer? {
        if !isClosed, scene.shownPicture == nil {
            let (now, reach) = (MonotonicClock.now, Duration.seconds(1))
            let time = min(max(time, now - reach), now + reach)
            if player.currentFrame != nil { scene.begin(at: time) }
            player.refresh(for: time, interval: min(max(interval, .milliseconds(1)), reach))
        }
        return displayedFrame
    }

    /// Draws the frame that the view shows in its full size, on another thread (`Player.screenshot()`): the video
    /// alone, without subtitles, controls and drawings over it.
    /// - Throws: `MediaError` if no frame is shown, or it can't be read; `CancellationError` if the task was cancelled.
    public func screenshot() async throws -> FrameImage {
        guard !isClosed else { throw MediaError(.failed("the view is closed"), .path("")) }
        return try await player.screenshot()
    }

    /// Key bindings of the view's window and its overlay; a change applies from the next key.
    public var keys: KeyBindings {
        get { observed(\.keys, scene.options.keys) }
        set { change(\.keys) { scene.setKeys(newValue) } }
    }

    /// Factor for the text size of controls and messages, from 0.75 to 2; nil follows the desktop's setting
    /// (`PlayerView.Options.textScale`).
    public var textScale: Double? {
        get { observed(\.textScale, scene.options.textScale) }
        set { change(\.textScale) { scene.setTextScale(newValue) } }
    }

    /// Whether a screen reader says subtitles as they appear, if they are text; lines that stay aren't said again.
    public var speaksSubtitles: Bool {
        get { observed(\.speaksSubtitles, scene.options.speaksSubtitles) }
        set { change(\.speaksSubtitles) { scene.options.speaksSubtitles = newValue } }
    }

    /// The overlay's surface, first place and behaviour. Opacity, animation, snapping and dodging change at once;
    /// surface, output, size and corner are those of the next overlay, which doesn't begin at the last one's place if
    /// one of the last three has changed.
    public var pictureInPictureOptions: PictureInPictureOptions {
        get { observed(\.pictureInPictureOptions, scene.options.pictureInPicture) }
        set {
            change(\.pictureInPictureControls) {
                change(\.pictureInPictureOptions) { scene.setPictureInPicture(newValue) }
            }
            controllerHost.tellSupport()
        }
    }
}
