import OrielPictureInPicture
import OrielSurfaces

/// Exchanges of two pictures in one process: both surfaces stay, and the players change places. An exchange begins when
/// both sides have asked.
@MainActor
package final class SceneExchanges {
    struct Wish {
        let scene: PlayerScene
        let generation: UInt32
        let side: PictureInPictureSession.ExchangeSide
    }

    private var waiting: [Wish] = []

    package init() {}

    func ask(_ wish: Wish, with peer: PlayerIdentifier?) {
        guard
            let index = waiting.firstIndex(where: {
                $0.side != wish.side && $0.scene.identifier == peer?.rawValue ?? ""
            })
        else {
            waiting.removeAll { $0.scene === wish.scene }
            waiting.append(wish)
            return
        }
        let other = waiting.remove(at: index)
        let (intoOverlay, intoWindow) = wish.side == .intoOverlay ? (wish, other) : (other, wish)
        exchange(intoOverlay, intoWindow)
    }

    /// Forgets the sides that wait: the connection is lost.
    package func forget() { waiting = [] }

    private func exchange(_ a: Wish, _ b: Wish) {
        guard let window = a.scene.window, let floating = b.scene.floating else {
            // One of the surfaces is gone: each side creates its own new one.
            a.scene.perform(.showOverlay(generation: a.generation, besides: nil))
            b.scene.windowScene.show(b.generation, a.scene.windowScene.windowMode, activationToken: nil)
            return
        }
        a.scene.windowScene.release()
        b.scene.overlay.release()
        a.scene.overlay.adopt(floating) { [weak scene = a.scene] in
            scene?.delegate?.surfaceEvent(.overlayClosed(generation: a.generation))
        }
        b.scene.windowScene.adopt(window, generation: b.generation)
        a.scene.desktop.stage.exchange(
            window.picture, floating.picture,
            committed: {
                a.scene.delegate?.surfaceEvent(.exchanged(generation: a.generation))
                b.scene.delegate?.surfaceEvent(.exchanged(generation: b.generation))
            })
        floating.picture.onNextPresentation { [weak scene = a.scene] _ in
            scene?.delegate?.surfaceEvent(.overlayPresented(generation: a.generation))
        }
        window.picture.onNextPresentation { [weak scene = b.scene] _ in
            scene?.delegate?.surfaceEvent(.windowPresented(generation: b.generation))
        }
    }
}
