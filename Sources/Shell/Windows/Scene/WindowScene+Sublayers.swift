import OrielSurfaces

/// Layers and controls over the window's picture.
extension WindowScene {
    /// Shows the app's layers: at once, or over a picture in an app's window with its next presentation, which proves
    /// that the window is still there (see `SurfaceStack.prepare`).
    func showSublayers() {
        guard let picture, window == nil, picture.hasContent else { return showSublayersNow() }
        picture.onNextPresentation { [weak self, weak picture] _ in
            if let picture, self?.picture === picture { self?.showSublayersNow() }
        }
        picture.setNeedsRedraw()
    }

    private func showSublayersNow() {
        picture?.stack.show(sublayers.entries)
        picture?.stack.show(contentOverlays.filter { $0.placement == .window } + panels)
    }

    /// Hides the controls, since a page takes their place or no longer does.
    package func hideControls() { input?.hideControls() }

    /// Shows controls over the window's picture from now on, or hides them.
    package func showControls(_ shows: Bool) {
        scene.options.showsPlaybackControls = shows
        if !shows { input?.hideControls() }
    }
}
