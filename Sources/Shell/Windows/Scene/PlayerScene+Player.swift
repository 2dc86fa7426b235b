import OrielPlatform
package import OrielPlayer
import OrielSurfaces

/// The player whose frames a scene shows.
extension PlayerScene {
    /// Passes the player's changes and losses on, while it is the scene's player.
    func follow(_ player: Player) {
        player.onChange.append { [weak self, weak player] change in
            guard let self, self.player === player else { return }
            if [.paused, .ended, .form].contains(change) { self.updateInhibitor() }
            if change != .frames { self.refreshControls() }
            self.delegate?.playerChanged(change)
        }
        player.onFactsChange.append { [weak self, weak player] in
            guard let self, self.player === player else { return }
            self.delegate?.factsChanged()
        }
        player.onLoss.append { [weak self, weak player] loss in
            guard let self, self.player === player else { return }
            self.delegate?.mediaLost(loss)
        }
        player.onSubtitleLines.append { [weak self, weak player] lines in
            guard let self, self.player === player else { return }
            self.delegate?.subtitlesShown(lines)
        }
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
            for picture in [self.windowScene.picture, self.floating?.picture] where picture?.player === self.outgoing {
                picture?.player = next
            }
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
