import OrielPlatform

/// Keeping the frame that is shown.
extension PictureSurface {
    /// Until it is thawed, or for 200 ms: a transition whose other side hangs takes seconds, and a picture that stands for so
    /// long is worse than one that goes back by a frame.
    package func freeze() {
        if let thaw { stage.loop.remove(thaw) }
        isFrozen = true
        thaw = stage.loop.after(.milliseconds(200)) { [weak self] in self?.unfreeze() }
    }

    package func unfreeze() {
        if let thaw { stage.loop.remove(thaw) }
        thaw = nil
        guard isFrozen else { return }
        isFrozen = false
        setNeedsRedraw()
    }
}
