import OrielControls
import OrielPlayer
import OrielSurfaces

/// Pictures over the picture, and what a call shows in its place in Picture in Picture.
extension PlayerScene {
    /// Whose picture the overlay shows.
    var overlayPlayer: Player { callContent?.sublayers.background?.player ?? player }

    func showWindowSublayers() {
        window?.picture.stack.show(sublayers.entries)
        window?.picture.stack.show(contentOverlays)
    }

    func showOverlaySublayers() {
        guard let floating else { return }
        floating.picture.stack.show(callContent?.sublayers.entries ?? [])
    }

    /// Whether controls come over the window's picture from now on.
    package func showControls(_ shows: Bool) {
        options.showsPlaybackControls = shows
        if !shows { windowInput?.hideControls() }
    }

    /// Whether controls come over a surface of this form.
    func wantsControls(_ form: ControlsForm) -> Bool {
        form == .pictureInPicture ? options.pictureInPicture.showsControls : options.showsPlaybackControls
    }

    /// It has another shape, or something else fills it.
    func callContentChanged() {
        guard let floating else { return }
        floating.picture.player = overlayPlayer
        fitOverlayToPicture()
    }
}
