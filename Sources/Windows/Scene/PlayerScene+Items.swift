import OrielGeometry
import OrielSurfaces
import OrielWayland

/// Another item of the player's list is seen.
extension PlayerScene {
    /// The window is called what is played.
    package func retitle() {
        window?.toplevel.setTitle(title)
        refreshControls()
    }

    /// Draws the picture in its new form.
    package func reform() {
        for picture in [window?.picture, floating?.picture].compactMap(\.self) { picture.setNeedsRedraw() }
        fitOverlayToPicture()
    }

    /// Gives the overlay the shape of what is seen on it, in its place.
    package func fitOverlayToPicture() {
        let shape = aspectRatio
        guard shape != overlayShape else { return }
        let isFirst = overlayShape == nil
        overlayShape = shape
        defer { blindPlace = nil }
        guard !isFirst, let floating else { return }
        // It begins where it would have, had the shape been known.
        if let blindPlace, overlayPlace?.home == blindPlace { return setPlacement(place(firstPlace)) }
        let fitted = floating.placement.refitted(aspectRatio: shape, in: area)
        if fitted != floating.placement { setPlacement(fitted) }
    }
}
