import OrielPlayer
import OrielSurfaces
import OrielWindows

/// Full screen and the delegate's callbacks about it.
extension PlayerView {
    /// Tells the delegate whether the window is full screen. A request that the compositor has not answered yet is
    /// ignored.
    func followFullScreen() {
        tellGlance()
        guard let window = scene.window, !window.awaitsFullscreen else { return }
        let words = state.fullScreenNews.window(isFullScreen: window.isFullscreen, isMoving: controllerHost.isMoving)
        guard !words.isEmpty else { return }
        followPicture(of: window)
        window.picture.setNeedsRedraw()
        tell(words)
    }

    /// Handles the beginning or the end of a transition. At its beginning, a missing *did* is sent first, since the
    /// window may be hidden before its next frame.
    func fullScreenFollowsTransition() {
        if controllerHost.isMoving { tell(state.fullScreenNews.seen()) } else { followFullScreen() }
    }

    /// Waits for the window's next frame; a window is black until its medium has a frame.
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
