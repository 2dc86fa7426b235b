package import OrielControls
package import OrielLibav
package import OrielPictureInPicture
package import OrielPlayer

/// Receives what happens to a scene, and describes what its controls show.
///
/// No requirement has a default implementation: the compiler reports each one that a delegate lacks.
@MainActor
package protocol PlayerSceneDelegate: InputReceiver {
    /// A step of a transition that the scene carries out is done, or its surface is gone.
    func surfaceEvent(_ event: PictureInPictureSession.SurfaceEvent)

    // MARK: Window

    func windowClosedByUser()
    /// The window's mode or its `xdg_toplevel` states changed.
    func windowStateChanged()
    /// The window got or lost `xdg_toplevel`'s *activated* state.
    func windowActivationChanged(isActivated: Bool)
    /// The first frame of a window was presented.
    func windowSeen()
    /// Whether the window can be seen changed. A new window counts as visible.
    func windowVisibilityChanged(_ state: SurfaceVisibility.State)

    // MARK: Overlay

    /// The user pressed the overlay's close button, or that of its frame.
    func closeButtonPressed()
    /// The user pressed the overlay's return button, or double-clicked the overlay.
    func returnButtonPressed(_ origin: SurfaceInput.Origin)
    /// The overlay was moved or resized.
    func overlayPlacementChanged()
    /// The overlay was put away at an edge of its output, or brought back.
    func overlayStashChanged(isStashed: Bool)
    /// Whether the overlay can be seen changed. A new overlay counts as visible.
    func overlayVisibilityChanged(_ state: SurfaceVisibility.State)

    // MARK: Input

    /// The user operated a control on the picture.
    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin)

    // MARK: Player

    /// A property of the scene's player changed.
    func playerChanged(_ change: Player.Change)
    /// The list of the scene's player, its order, its repetition or the duration changed.
    func factsChanged()
    /// A track of the scene's player can't be decoded further.
    func mediaLost(_ loss: MediaError)
    /// Other words of subtitles are shown; none with an empty list.
    func subtitlesShown(_ lines: [String])

    // MARK: Controls

    /// Returns what the controls show.
    func controlsState(_ form: ControlsForm) -> ControlsState
    /// The player's state has changed, which panels in the picture show.
    func refreshPanels()
    /// Whether this process shows other pictures that this one may change places with.
    var hasSiblings: Bool { get }
}
