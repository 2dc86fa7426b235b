import OrielControls
import OrielPlayer

/// One of the two sides of a scene: its window, or its overlay. Input of both goes to the scene's delegate.
@MainActor
protocol SceneSide: SurfaceInputDelegate {
    var scene: PlayerScene { get }
}

extension SceneSide {
    var player: Player { scene.player }
    var options: PlayerViewOptions { scene.options }
    var desktop: Desktop { scene.desktop }
    var delegate: (any PlayerSceneDelegate)? { scene.delegate }
    var receiver: (any InputReceiver)? { delegate }

    var acceptsDrops: Bool { options.opensFiles }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) { delegate?.perform(intent, origin) }

    var panelSurroundings: PanelLayout.Surroundings { scene.panelSurroundings }
}
