import OrielSurfaces

/// Layers and controls over the window's picture.
extension WindowScene {
    func showSublayers() {
        picture?.stack.show(sublayers.entries)
        picture?.stack.show(contentOverlays)
    }

    /// Shows controls over the window's picture from now on, or hides them.
    package func showControls(_ shows: Bool) {
        scene.options.showsPlaybackControls = shows
        if !shows { input?.hideControls() }
    }
}
