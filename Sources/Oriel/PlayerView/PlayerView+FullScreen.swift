import OrielPlayer
import OrielSurfaces
import OrielWindows

/// Full screen, and who hears of it.
extension PlayerView {
    /// Tells the delegate of what the window is now. One that the compositor has yet to answer is nothing so far.
    func followFullScreen() {
        guard let window = scene.window, !window.awaitsFullscreen else { return }
        let words = state.fullScreenNews.window(isFullScreen: window.isFullscreen, isMoving: isMoving)
        guard !words.isEmpty else { return }
        followPicture(of: window)
        window.picture.setNeedsRedraw()
        tell(words)
    }

    /// On its way into Picture in Picture or out of it.
    private var isMoving: Bool {
        switch state.standing.report?.state ?? .idle {
        case .idle, .active: false
        case .requesting, .starting, .restoring, .stopping: true
        }
    }

    /// The picture begins to move, or has arrived. A *did* that is owed comes first: the window may go before it is seen.
    func fullScreenFollowsTransition() {
        if isMoving { tell(state.fullScreenNews.seen()) } else { followFullScreen() }
    }

    /// A window is black until its medium's first picture has come.
    private func followPicture(of window: PlayerWindow) {
        window.picture.onNextPresentation { [weak self, weak window] _ in
            guard let self, let window, self.scene.window === window else { return }
            guard self.isReadyForDisplay || self.player.isEmpty else { return self.followPicture(of: window) }
            self.tell(state.fullScreenNews.seen())
        }
    }

    private func tell(_ words: [FullScreenNews.Word]) {
        guard !words.isEmpty else { return }
        callLater { [weak self] in for word in words { self?.tell(word) } }
    }

    private func tell(_ word: FullScreenNews.Word) {
        guard !isClosed else { return }
        switch word {
        case .willEnter: delegate?.playerViewWillEnterFullScreen(self)
        case .didEnter: delegate?.playerViewDidEnterFullScreen(self)
        case .willExit: delegate?.playerViewWillExitFullScreen(self)
        case .didExit: delegate?.playerViewDidExitFullScreen(self)
        }
    }
}
