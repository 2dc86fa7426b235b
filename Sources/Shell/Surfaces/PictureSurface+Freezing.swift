import OrielPlatform

/// Freezing: keeping the frame that is shown.
extension PictureSurface {
    /// Keeps the frame that is shown until `unfreeze`, or for 200 ms at most: a transition whose other side hangs takes
    /// seconds, and a picture that stands still for so long is worse than one that goes back by a frame.
    package func freeze() {
        thaw.set(on: stage.loop, after: .milliseconds(200)) { [weak self] in self?.setNeedsRedraw() }
    }

    /// Lets the surface show new frames again.
    package func unfreeze() {
        guard isFrozen else { return }
        thaw.cancel()
        setNeedsRedraw()
    }
}
