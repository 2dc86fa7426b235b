public import OrielGeometry
import OrielPlayer
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
