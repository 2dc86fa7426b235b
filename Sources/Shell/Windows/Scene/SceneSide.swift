import OrielControls
import OrielGeometry
import OrielPlayer
import OrielWayland

/// One of the two sides of a scene: its window, or its overlay. Input of both goes to the scene's delegate.
@MainActor
protocol SceneSide: SurfaceInputDelegate {
    var scene: PlayerScene { get }
    /// The form of its controls, apart from full screen.
    var form: ControlsForm { get }
}

extension SceneSide {
    var player: Player { scene.player }
    var options: PlayerViewOptions { scene.options }
    var desktop: Desktop { scene.desktop }
    var delegate: (any PlayerSceneDelegate)? { scene.delegate }

    var acceptsDrops: Bool { options.opensFiles }

    func appKeyPressed(_ chords: [KeyChord], isRepeated: Bool) -> Bool {
        delegate?.appKeyPressed(chords, isRepeated: isRepeated) ?? false
    }

    /// Panels lie in the window's picture, as the app's content overlays do; a crop's frame lies in the overlay's too.
    func panelKey(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        (form == .window || scene.overlay.panel != nil) && delegate?.panelKey(event, seat) ?? false
    }

    func openMenuInPicture(_ page: MenuPage, at anchor: Rect, byKey: Bool) -> Bool {
        form == .window && delegate?.openMenuInPicture(page, at: anchor, byKey: byKey) ?? false
    }

    func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin) { delegate?.perform(action, origin) }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) { delegate?.perform(intent, origin) }

    var panelSurroundings: PanelLayout.Surroundings { scene.panelSurroundings }

    /// A surface that shows no controls has no menu either.
    func menu(_ page: MenuPage) -> Panel? {
        scene.wantsControls(form) || scene.showsPage && form == .window ? delegate?.menu(page) : nil
    }

    func perform(_ intent: PanelIntent, on page: MenuPage, _ origin: SurfaceInput.Origin) -> MenuStep {
        delegate?.perform(intent, on: page, origin) ?? .closes
    }

    func zoom(_ change: ZoomChange, on surface: Size, _ origin: SurfaceInput.Origin) {
        delegate?.zoom(change, on: surface, origin)
    }

    func changeVolume(by steps: Int) { delegate?.scroll(-steps, nil) }

    func handMoved(isDown: Bool) { delegate?.handMoved(isDown: isDown) }

    func dropped(_ text: String) { delegate?.dropped(text) }
}
