import OrielSurfaces

/// Layers and controls over the window's picture.
extension WindowScene {
    func showSublayers() {
        window?.picture.stack.show(sublayers.entries)
        window?.picture.stack.show(contentOverlays)
    }

    /// Shows controls over the window's picture from now on, or hides them.
    package func showControls(_ shows: Bool) {
        scene.options.showsPlaybackControls = shows
        if !shows { input?.hideControls() }
    }
}
