public import OrielWindows

/// The overlay's controls, and keys of the app's own.
extension PlayerView {
    /// The controls that the overlay shows, independent of the window's `showsPlaybackControls`. None of them is the
    /// only way: keys, commands, a double click and the app do the same. Without `returnButton` the button to swap,
    /// which stands beside it, is left out too.
    public var pictureInPictureControls: PictureInPictureControls {
        get {
            observed(
                \.pictureInPictureControls,
                scene.options.pictureInPicture.showsControls ? scene.options.pictureInPicture.controls : [])
        }
        set {
            change(\.pictureInPictureControls) {
                scene.options.pictureInPicture.controls = newValue
                scene.options.pictureInPicture.showsControls = !newValue.isEmpty
            }
            scene.refreshControls()
        }
    }

    /// Binds a key in the view's window and its overlay to a handler of the app's, before Oriel's own binding of that
    /// key. The handler is called from the loop at each press, not again while the key is held; a key of a focused
    /// control keeps its effect there.
    /// - Parameters:
    ///   - chord: the key with its modifiers.
    ///   - handler: nil gives the key back.
    public func bind(_ chord: KeyChord, to handler: (@MainActor () -> Void)?) { policies.keyHandlers[chord] = handler }

    package func appKeyPressed(_ chords: [KeyChord], isRepeated: Bool) -> Bool {
        guard let handler = chords.lazy.compactMap({ self.policies.keyHandlers[$0] }).first else { return false }
        if !isRepeated {
            noteUserAction()
            callLater(handler)
        }
        return true
    }
}
