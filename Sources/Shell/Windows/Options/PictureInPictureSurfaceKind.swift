/// The surface kinds as `status --json` names them.
package enum PictureInPictureSurfaceKind: String, Sendable, Hashable {
    case layerShell = "layer-shell"
    case pictureInPicture = "xx-pip"
    case toplevel = "xdg-toplevel"

    /// Chooses the kind of an overlay: the wanted one, or the best that the compositor has.
    ///
    /// Layer-shell is best, because with it the client decides on corner, stash, throws and keyboard. A toplevel is
    /// always possible.
    /// - Parameter hasPictureInPicture: the compositor makes Picture-in-Picture windows, and has refused none.
    package init(for wanted: SurfaceKind, hasLayerShell: Bool, hasPictureInPicture: Bool) {
        self =
            switch wanted {
            case .toplevel: .toplevel
            case .pictureInPicture where hasPictureInPicture: .pictureInPicture
            case .auto, .layer, .pictureInPicture:
                hasLayerShell ? .layerShell : hasPictureInPicture ? .pictureInPicture : .toplevel
            }
    }
}
