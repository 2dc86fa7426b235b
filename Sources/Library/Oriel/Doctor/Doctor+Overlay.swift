import OrielTexts
import OrielWayland
import OrielWindows

/// Offered means for overlays, by a compositor.
struct OverlayOffer: Hashable {
    /// Version of `zwlr_layer_shell_v1`; nil if it isn't offered.
    var layerShell: UInt32?
    /// Version of the Picture-in-Picture windows' global; nil if it isn't offered.
    var pictureInPicture: UInt32?
}

extension Doctor {
    /// Returns the check of the overlay: its kind, what is lost by it, and how to get a better one.
    static func overlay(_ wanted: SurfaceKind, _ offer: OverlayOffer) -> DoctorReport.Check {
        let name = localized("Picture in Picture")
        let kind = PictureInPictureSurfaceKind(
            for: wanted, hasLayerShell: offer.layerShell != nil, hasPictureInPicture: offer.pictureInPicture != nil)
        switch kind {
        case .layerShell:
            return .init(
                name, .ok, localized("layer surface (zwlr_layer_shell_v1 version \(offer.layerShell ?? 0))"),
                advice: localized("The picture floats above full-screen windows, on every workspace."))
        case .pictureInPicture:
            let lost = localized(
                """
                It floats above full-screen windows, on every workspace. Lost by it: keys on the overlay (oriel \
                focus); corners, places and outputs (oriel move); throws and the stash; dodging; the remembered \
                place; sizes beyond the compositor's bounds.
                """)
            let remedy =
                offer.layerShell == nil
                ? localized("This compositor offers no wlr-layer-shell, which has all of these.")
                : localized("Layer-shell, which is offered too, has all of these: set [pip] surface = \"auto\".")
            let version = offer.pictureInPicture ?? 0
            return .init(
                name, .limited,
                localized("the compositor's window (\(PictureInPictureProtocol.interface) version \(version))"),
                advice: "\(lost) \(remedy)")
        case .toplevel:
            let reason =
                offer.layerShell == nil
                ? localized("this compositor offers no wlr-layer-shell") : localized("[pip] surface says so")
            return .init(
                name, .limited, localized("window titled \"Picture-in-Picture\": \(reason)"),
                advice: localized(
                    """
                    It stays on top only by a window rule for that title; on GNOME and KDE `oriel doctor --fix` \
                    installs what does it.
                    """))
        }
    }
}
