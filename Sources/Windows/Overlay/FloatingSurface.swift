package import OrielGeometry
package import OrielSurfaces

/// A surface that carries Picture in Picture: a layer surface, or a toplevel with the title that users' rules match.
@MainActor
package protocol FloatingSurface: AnyObject {
    var picture: PictureSurface { get }
    /// The name in `status`.
    var kind: PictureInPictureSurfaceKind { get }
    /// Where it was asked to be.
    var placement: Placement { get }
    /// Where it is while it glides there, otherwise the same.
    var shownPlacement: Placement { get }
    /// Moves and resizes it; at once where the kind allows, else not at all.
    func place(_ placement: Placement)
    /// Moves and resizes it step by step, from wherever it is; another call or `place` takes over from there.
    func glide(to placement: Placement, in area: Size)
    /// The first configure came: it may be drawn.
    var onConfigured: () -> Void { get set }
    /// The compositor closed it.
    var onClosed: () -> Void { get set }
    /// The user closed it, where it is a window; it is there until it is finished.
    var onCloseRequest: () -> Void { get set }
    /// The compositor or the user gave it another size, where it is a window.
    var onResized: () -> Void { get set }
    /// Where panels stand is to be found out anew, where that matters.
    func renewUsableArea()
    /// Nothing is shown until it is revealed.
    func reveal()
    func finish()
}

/// The surface kinds as `status --json` names them.
package enum PictureInPictureSurfaceKind: String, Sendable, Hashable {
    case layerShell = "layer-shell"
    case toplevel = "xdg-toplevel"
}
