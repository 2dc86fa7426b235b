import OrielControls
import OrielPictureInPicture
import OrielSurfaces

/// Whether the window's picture can be seen, and the window that stays while it is elsewhere.
extension PlayerScene {
    /// The window is there, and its picture left it by itself.
    var isWindowCovered: Bool { window != nil && isCovered }

    /// Follows a window that became this player's.
    func watch(_ window: PlayerWindow) {
        let watch = WindowWatch(window.picture, stage: desktop.stage, session: desktop.session)
        watch.onChange = { [weak self] in self?.visibilityChanged($0) }
        watch.hearsSilence = hearsSilence
        watch.suspended(window.isSuspended)
        windowWatch = watch
        delegate?.windowVisibilityChanged(.visible)
    }

    func endWatch() {
        windowWatch?.finish()
        windowWatch = nil
    }

    /// Follows the overlay that is there now, where that is wanted. What became of another one tells nothing of this.
    func watchOverlay() {
        overlayWatch?.finish()
        overlayWatch = nil
        guard watchesOverlay, let floating else { return }
        let watch = WindowWatch(
            floating.picture, stage: desktop.stage, session: desktop.session, speaksForSession: false)
        watch.onChange = { [weak self] in self?.delegate?.overlayVisibilityChanged($0) }
        watch.hearsSilence = true
        if let toplevel = floating as? ToplevelFloatingSurface {
            watch.suspended(toplevel.isSuspended)
            toplevel.onSuspensionChange = { [weak watch] in watch?.suspended($0) }
        }
        overlayWatch = watch
        delegate?.overlayVisibilityChanged(.visible)
    }

    private func visibilityChanged(_ state: SurfaceVisibility.State) {
        updateInhibitor()
        delegate?.windowVisibilityChanged(state)
    }

    /// The window stays where it is, with a placeholder.
    func coverWindow() {
        guard let window else { return }
        isCovered = true
        window.picture.isResting = true
        window.picture.stack.hideMessage()
        window.picture.stack.show(cover)
        windowInput?.isWithoutControls = true
        updateInhibitor()
    }

    /// What the window shows in the picture's place.
    private var cover: SurfaceStack.Cover {
        SurfaceStack.Cover(placeholder: WindowPlaceholder(placeholderText), isGround: keepsWindow)
    }

    /// What the placeholder says is another.
    func changeCover() { if isWindowCovered { window?.picture.stack.show(cover) } }

    /// Its window shows the picture again, from its next commit on.
    func uncoverWindow() {
        guard isCovered else { return }
        isCovered = false
        guard let window else { return }
        window.picture.isResting = false
        window.picture.stack.uncover()
        window.picture.setNeedsRedraw()
        windowInput?.isWithoutControls = false
        updateInhibitor()
    }

    /// A window that stayed where nobody sees it goes, where the picture is to come back to the one who asked for it.
    func dropUnseenWindow() {
        guard isWindowCovered, windowWatch?.state != .visible else { return }
        removeWindow()
    }
}
