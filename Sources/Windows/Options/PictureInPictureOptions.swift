public import OrielGeometry

/// Which kind of surface carries Picture in Picture.
public enum SurfaceKind: String, Sendable, Hashable, CaseIterable {
    /// The best that the compositor offers: layer-shell, else a titled toplevel.
    case auto
    /// `zwlr_layer_surface_v1` on the overlay layer.
    case layer
    /// An `xdg_toplevel` titled "Picture-in-Picture", the title that users' window rules match.
    case toplevel
}

/// Where and as what Picture in Picture begins.
public struct PictureInPictureOptions: Sendable, Hashable {
    /// What carries it; a kind that the compositor lacks gives way to the best that it has.
    public var surface: SurfaceKind = .auto
    /// Whether a titled window may carry it, which nothing but its user's window rule, or luck, keeps above others. Without, there
    /// is no Picture in Picture where the compositor has no layer-shell: `PictureInPictureController.init` answers nil, and one that
    /// floats when the compositor withdraws it ends (`StopReason.sourceLost`).
    public var allowsToplevel = true
    /// The output's connector name; nil lets the compositor choose.
    public var output: String?
    /// Logical pixels; nil takes the contract's default for the picture's aspect ratio.
    public var size: Size?
    /// The corner of the output where it begins; nil takes bottom right.
    public var corner: Corner?
    /// Whether controls come over the floating picture when a pointer moves on it or a finger taps it: those that bring it back, close,
    /// pause and skip. `PlayerView.showsPlaybackControls` is about the window alone, as with AVKit.
    public var showsControls = true
    /// Whether a picture that takes another's place in a swap glides there, which takes a fifth of a second that nothing
    /// waits for. It never does while the desktop's settings ask for reduced motion (`org.freedesktop.portal.Settings`).
    public var isAnimated = true
    /// How much of what lies below it hides, 0.2 to 1, where the compositor can do that (`wp_alpha_modifier_v1`).
    public var opacity = 1.0 {
        didSet { opacity = opacity.isFinite ? min(max(opacity, 0.2), 1) : 1 }
    }
    /// Whether a drag always ends in a corner, as one does while Ctrl is held; then Ctrl leaves it where it is let go. Not every
    /// compositor tells a surface without the keyboard which keys are held.
    public var snapsToCorners = false
    /// Whether it gets out of a pointer's way into the next corner. Whoever follows it there and once more has it; so has who
    /// holds Ctrl or Shift, where the compositor tells of it.
    public var dodges = false

    /// The best surface, the contract's size, bottom right.
    public init() {}
}
