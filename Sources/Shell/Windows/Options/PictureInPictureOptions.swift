public import OrielGeometry

/// The kind of surface that carries Picture in Picture.
public enum SurfaceKind: String, Sendable, Hashable, CaseIterable {
    /// The best that the compositor offers: layer-shell, else a Picture-in-Picture window, else a titled toplevel.
    case auto
    /// `zwlr_layer_surface_v1` on the overlay layer.
    case layer
    /// A Picture-in-Picture window (`xx_pip_v1`, experimental, KWin 6.5 and newer): the compositor keeps it on top and
    /// places it, limits its size, and gives it no keyboard.
    case pictureInPicture = "xx-pip"
    /// An `xdg_toplevel` titled "Picture-in-Picture", the title that users' window rules match.
    case toplevel
}

/// The answer of an overlay to a pointer that comes onto it.
public enum PictureInPictureHover: String, Sendable, Hashable, CaseIterable {
    /// It shows its controls.
    case controls
    /// It fades, and what lies below takes the clicks, until the pointer has left.
    case peek
}

/// The overlay's surface, first place and behaviour.
public struct PictureInPictureOptions: Sendable, Hashable {
    /// The overlay's surface; a kind that the compositor lacks gives way to the best that it has.
    public var surface: SurfaceKind = .auto
    /// Whether a titled window may carry the overlay. Compositors keep such a window above others only by a window
    /// rule of the user. If false, a compositor with neither layer-shell nor Picture-in-Picture windows has no Picture
    /// in Picture: `PictureInPictureController.init` returns nil, and an overlay ends when the compositor withdraws
    /// layer-shell (`StopReason.sourceLost`).
    public var allowsToplevel = true
    /// The output's connector name; nil lets the compositor choose.
    public var output: String?
    /// The first size, in logical pixels; nil takes the picture's shape, whose shorter side is at most a quarter of the
    /// output's height, with at most a third of its width.
    public var size: Size?
    /// The corner of the output where the overlay begins; nil takes bottom right, and bottom left where text runs
    /// from right to left.
    public var corner: Corner?
    /// Whether the overlay shows controls to return, close, pause and skip when a pointer moves on it or a finger
    /// taps it. `PlayerView.showsPlaybackControls` concerns only the window, as in AVKit.
    public var showsControls = true
    /// The controls that the overlay shows then; `PlayerView.pictureInPictureControls` changes them later.
    public var controls = PictureInPictureControls.all
    /// The overlay's buttons, as far as `controls` has them, in their order: along each row, and from the one that
    /// stays longest on a small overlay to the one that goes first. A second mention counts for nothing.
    public var buttons = PictureInPictureButton.standard
    /// Whether an overlay that takes another's place in a swap glides there, for a fifth of a second; nothing waits
    /// for it. The desktop's setting for reduced motion (`org.freedesktop.portal.Settings`) turns the glide off.
    public var isAnimated = true
    /// The overlay's opacity, 0.2 to 1, by `wp_alpha_modifier_v1`, or else drawn.
    public var opacity = 1.0 {
        didSet { opacity = opacity.isFinite ? min(max(opacity, 0.2), 1) : 1 }
    }
    /// Radius of the overlay's corners in logical pixels, 0 to 64, with a thin light line along its edge; 0 for square
    /// ones without the line.
    public var cornerRadius = 10 {
        didSet { cornerRadius = min(max(cornerRadius, 0), 64) }
    }
    /// The answer to a pointer that comes onto the overlay.
    public var hover = PictureInPictureHover.controls
    /// The overlay's opacity while it peeks, 0.05 to 1.
    public var peekOpacity = 0.15 {
        didSet { peekOpacity = peekOpacity.isFinite ? min(max(peekOpacity, 0.05), 1) : 0.15 }
    }
    /// Whether a drag always ends in a corner. Ctrl reverses this for one drag; not every compositor reports held
    /// keys to a surface without the keyboard.
    public var snapsToCorners = false
    /// Whether the overlay moves out of the pointer's way into the next corner. A pointer that follows it twice
    /// reaches it, and so does one with Ctrl or Shift held, if the compositor reports that.
    public var dodges = false

    /// Creates options with the defaults of each member.
    public init() {}
}
