import OrielPlatform
package import OrielPlayer
import OrielSurfaces

/// The player whose frames a scene shows.
extension PlayerScene {
    /// Passes the player's changes and losses on, while it is the scene's player.
    func follow(_ player: Player) {
        func whileShown<News>(_ body: @escaping (PlayerScene, News) -> Void) -> (News) -> Void {
            { [weak self, weak player] in if let self, self.player === player { body(self, $0) } }
        }
        player.onChange.append(
            whileShown { scene, change in
                if [.paused, .ended, .form].contains(change) { scene.updateInhibitor() }
                if change != .frames { scene.refreshControls() }
                scene.delegate?.playerChanged(change)
            })
        player.onFactsChange.append(whileShown { scene, _ in scene.delegate?.factsChanged() })
        player.onLoss.append(whileShown { $0.delegate?.mediaLost($1) })
        player.onSubtitleLines.append(whileShown { $0.delegate?.subtitlesShown($1) })
    }

    /// Shows another player's picture as soon as it has one. Until then the former player's picture stays.
    package func change(to next: Player) {
        let last = player
        player = next
        follow(next)
        windowScene.dropDraft()
        last.pause()
        // A player between the two was never shown: it can end at once.
        if outgoing == nil { outgoing = last } else { end(last) }
        onFrame { [weak self, weak next] in
            guard let self, self.player === next else { return }
            for picture in self.pictures where picture.player === self.outgoing { picture.player = next }
            self.endOutgoing()
            self.overlay.fitToPicture()
            // The surfaces had their turn before this frame: ask for another.
            self.desktop.stage.loop.wake(at: MonotonicClock.now)
        }
        updateInhibitor()
        refreshControls()
    }

    func endOutgoing() {
        if let outgoing { end(outgoing) }
        outgoing = nil
    }

    private func end(_ player: Player) {
        desktop.forget(player)
        player.close()
    }
}
