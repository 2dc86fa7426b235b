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
    var receiver: (any InputReceiver)? { delegate }

    var acceptsDrops: Bool { options.opensFiles }

    /// Panels lie in the window's picture, as the app's content overlays do; a crop's frame lies in the overlay's too.
    func panelKey(_ event: KeyEvent, _ seat: Seat?) -> Bool {
        (form == .window || scene.overlay.panel != nil) && delegate?.panelKey(event, seat) ?? false
    }

    func openMenuInPicture(_ page: MenuPage, at anchor: Rect, byKey: Bool) -> Bool {
        form == .window && delegate?.openMenuInPicture(page, at: anchor, byKey: byKey) ?? false
    }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) { delegate?.perform(intent, origin) }

    var panelSurroundings: PanelLayout.Surroundings { scene.panelSurroundings }

    /// A surface that shows no controls has no menu either.
    func menu(_ page: MenuPage) -> Panel? {
        scene.wantsControls(form) || scene.showsPage && form == .window ? delegate?.menu(page) : nil
    }
}
