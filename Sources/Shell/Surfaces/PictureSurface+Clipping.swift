package import OrielGeometry
import OrielWayland

/// Clipping: the part of the surface that a window or a page around it leaves visible.
extension PictureSurface {
    /// The visible part, in logical pixels of the surface before it is clipped; nil if all of it, empty if nothing.
    package var visiblePart: Rect? { content.visiblePart }

    /// Nothing of the surface is visible: it is unmapped, and nothing is drawn for it.
    var isCutAway: Bool { visiblePart?.isEmpty == true }

    /// Shows a part of the surface only, with everything over it, at once and also while the player is paused. Nothing
    /// is drawn again: the compositor cuts the buffers. The surface's position is that of the part, and its parent's
    /// to set.
    /// - Parameter part: see `visiblePart`. Without `wp_viewporter` an empty part alone has an effect.
    package func clip(to part: Rect?) {
        let part = stage.globals.hasViewporter || part?.isEmpty == true ? part : nil
        guard part != visiblePart, !isFinished else { return }
        let wasCutAway = isCutAway
        _ = content.resize(to: size, visiblePart: part)
        guard !isCutAway else {
            content.unmap()
            return beginAnew()
        }
        applyOpaqueRegion()
        stack.clip()
        if wasCutAway { setNeedsRedraw() } else if hasContent { surface.commit() }
    }
}
