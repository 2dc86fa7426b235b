import OrielControls
import OrielPictureInPicture
import OrielSurfaces

/// The window that stays while its picture floats: a placeholder stands in it.
extension WindowScene {
    /// Whether the window shows a placeholder, since its picture floats.
    var isStandingEmpty: Bool { window != nil && isCovered }

    func visibilityChanged(_ state: SurfaceVisibility.State) {
        scene.updateInhibitor()
        delegate?.windowVisibilityChanged(state)
    }

    /// Shows the placeholder in the picture's place.
    func cover() {
        guard let window else {
            awaited?.isCovered = true
            return
        }
        isCovered = true
        window.picture.isResting = true
        window.picture.stack.hideMessage()
        window.picture.stack.show(placeholder)
        input?.isWithoutControls = true
        scene.updateInhibitor()
    }

    /// The content of the window in the picture's place.
    private var placeholder: SurfaceStack.Cover {
        SurfaceStack.Cover(placeholder: WindowPlaceholder(placeholderText), isGround: keepsWindow)
    }

    /// Shows the placeholder's new text.
    func changeCover() {
        if isStandingEmpty { window?.picture.stack.show(placeholder) }
        inline?.changeCover()
    }

    /// Shows the picture again, from the window's next commit on.
    func uncover() {
        awaited?.isCovered = false
        guard isCovered else { return }
        isCovered = false
        guard let window else { return }
        window.picture.isResting = false
        window.picture.stack.uncover()
        window.picture.setNeedsRedraw()
        input?.isWithoutControls = false
        scene.updateInhibitor()
    }

    /// Removes a hidden window with a placeholder: the picture comes back in a new window, which the user sees.
    func dropUnseen() {
        guard isStandingEmpty, watch?.state != .visible else { return }
        remove()
    }
}
