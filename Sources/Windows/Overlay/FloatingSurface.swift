package import OrielGeometry
package import OrielSurfaces

/// The surface of an overlay: a layer surface, or a toplevel with the title that users' window rules match.
@MainActor
package protocol FloatingSurface: AnyObject {
    var picture: PictureSurface { get }
    /// The surface kind, as `status` names it.
    var kind: PictureInPictureSurfaceKind { get }
    /// The placement that was requested last.
    var placement: Placement { get }
    /// The present placement: during a glide a step of it, otherwise `placement`.
    var shownPlacement: Placement { get }
    /// Moves and resizes the overlay at once. A toplevel is only resized.
    func place(_ placement: Placement)
    /// Moves and resizes the overlay in steps from its present placement. Another call, or `place`, takes over from
    /// there.
    func glide(to placement: Placement, in area: Size)
    /// Called at the first configure: the overlay may be drawn.
    var onConfigured: () -> Void { get set }
    /// Called when the compositor has closed the surface.
    var onClosed: () -> Void { get set }
    /// Called when the user closes a toplevel overlay; it stays until `finish`.
    var onCloseRequest: () -> Void { get set }
    /// Called when the compositor or the user has resized a toplevel overlay.
    var onResized: () -> Void { get set }
    /// Measures the usable area of the output again, where the kind needs it.
    func renewUsableArea()
    /// Lets the overlay draw; nothing is shown before.
    func reveal()
    /// Destroys the surface.
    func finish()
}

/// The surface kinds as `status --json` names them.
package enum PictureInPictureSurfaceKind: String, Sendable, Hashable {
    case layerShell = "layer-shell"
    case toplevel = "xdg-toplevel"
}
