public import OrielGeometry
import OrielMedia
import OrielPlayer
import OrielSurfaces
public import OrielWindows

/// What of a view is seen, and how its user steers it.
extension PlayerView {
    /// Whether there is a picture to show.
    public var isReadyForDisplay: Bool { player.currentFrame != nil }

    /// Where the picture is in the window, full screen or overlay that shows it, in logical pixels, bars left out; empty where
    /// nothing is shown.
    public var videoBounds: Rect {
        guard let frame = player.currentFrame, let size = shown?.size else { return Rect(origin: .zero, size: .zero) }
        guard player.pictureForm.gravity == .fit else { return Rect(origin: .zero, size: size) }
        return ContentFit(frame).destination(in: size)
    }

    /// What keys do in its window and on its overlay, from the next key on.
    public var keys: KeyBindings {
        get { scene.options.keys }
        set { scene.setKeys(newValue) }
    }
}
