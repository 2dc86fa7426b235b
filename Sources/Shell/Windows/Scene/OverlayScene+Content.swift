package import OrielGeometry
import OrielPictureInPicture
import OrielPlayer
package import OrielSurfaces

/// The overlay's content: the picture, or what a call shows in its place.
extension OverlayScene {
    /// Width by height as seen in Picture in Picture; 16:9 until the medium is known.
    package var aspectRatio: Double {
        guard let size = callContent?.preferredContentSize, !size.isEmpty else {
            return scene.shape?.aspectRatio ?? 16 / 9
        }
        return Double(size.width) / Double(size.height)
    }

    /// The player whose frames the overlay shows: the call's background player, or the scene's.
    var overlayPlayer: Player { callContent?.sublayers.background?.player ?? player }

    func showSublayers() {
        guard let floating else { return }
        floating.picture.stack.show(callContent?.sublayers.entries ?? [])
    }

    /// Shows the app's drawings over the floating picture, and the panel above them.
    func showContentOverlays() {
        let overlays = scene.windowScene.contentOverlays.filter { $0.placement == .pictureInPicture }
        floating?.picture.stack.show(overlays + [panel?.shown].compactMap(\.self))
    }

    /// Whether hands can use a panel: the overlay isn't put away, locked, held or faded, and shows no call.
    package var canShowPanel: Bool { isResizable && !isPeeking && callContent == nil }

    /// Shows a panel over the overlay's picture, at a size that has room for it, and hides the controls.
    /// - Parameter least: logical pixels that it needs.
    package func show(_ panel: ContentOverlay, least: Size) {
        guard floating != nil, let place = overlayPlace?.home else { return }
        self.panel = (panel, place)
        let factor = max(
            Double(least.width) / Double(max(1, place.size.width)),
            Double(least.height) / Double(max(1, place.size.height)))
        if factor > 1 {
            setPlacement(place.resized(width: Int((Double(place.size.width) * factor).rounded(.up)), in: area))
        }
        input?.hideControls()
        showContentOverlays()
    }

    /// Hides the panel; the overlay gets the size back that it had.
    package func hidePanel() {
        guard let panel else { return }
        self.panel = nil
        guard let floating else { return }
        showContentOverlays()
        let place = panel.place.refitted(aspectRatio: aspectRatio, in: area)
        if place != floating.placement { setPlacement(place) }
    }

    /// Ends the panel before the overlay goes; its last place is the one without the panel.
    func endPanel() {
        guard let panel else { return }
        self.panel = nil
        overlayPlace?.put(panel.place)
        scene.delegate?.refreshPanels()
    }

    /// The call's content has another shape, or another player fills it.
    func callContentChanged() {
        guard let floating else { return }
        floating.picture.player = overlayPlayer
        fitToPicture()
    }

    /// Gives the overlay its picture's shape; its anchored corner stays.
    package func fitToPicture() {
        let shape = aspectRatio
        guard shape != pictureShape else { return }
        let isFirst = pictureShape == nil
        pictureShape = shape
        defer { blindPlace = nil }
        guard !isFirst, let floating else { return }
        // Start over from the first place, now that the shape is known.
        if let blindPlace, overlayPlace?.home == blindPlace { return setPlacement(place(firstPlace)) }
        let fitted = floating.placement.refitted(aspectRatio: shape, in: area)
        if fitted != floating.placement { setPlacement(fitted) }
    }

    /// Follows the visibility of the present overlay, if `isWatched`. A new overlay counts as visible.
    func followVisibility() {
        self.watch?.finish()
        self.watch = nil
        guard isWatched, let floating else { return }
        let watch = WindowWatch(floating.picture, session: desktop.session, speaksForSession: false)
        watch.onChange = { [weak self] in self?.delegate?.overlayVisibilityChanged($0) }
        watch.hearsSilence = true
        watch.suspended(floating.isSuspended)
        floating.onSuspensionChange = { [weak watch] in watch?.suspended($0) }
        self.watch = watch
        delegate?.overlayVisibilityChanged(.visible)
    }
}
