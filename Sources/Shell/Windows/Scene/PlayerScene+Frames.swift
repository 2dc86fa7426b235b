import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces

/// The first frame: waiting for it, and preparing transitions with it.
extension PlayerScene {
    /// Runs `body` once there is a frame to draw.
    package func onFrame(_ body: @escaping () -> Void) {
        if player.currentFrame == nil { desktop.resources.onNextFrame(of: player, body) } else { body() }
    }

    /// Prepares the surfaces for every transition when the first picture was committed. The clock begins after that.
    private func rehearse(on picture: PictureSurface) {
        guard !hasRehearsed else { return }
        hasRehearsed = true
        let windowed = windowScene.wasFullscreen ? overlay.area : windowScene.lastWindowSize
        let window = windowScene.picture?.size ?? windowed
        var overlays = [floating?.picture.size ?? overlay.place(nil).size]
        if windowScene.wasFullscreen, isAnimated {
            overlays.append(LayerFloatingSurface.entranceSize(from: window, to: overlays[0]))
        }
        picture.rehearse(
            window: window, overlays: overlays, on: desktop.stage,
            cornerRadius: options.pictureInPicture.cornerRadius, exchanges: delegate?.hasSiblings ?? false)
        begin(on: picture)
    }

    /// Begins the clock with the first picture.
    private func begin(on picture: PictureSurface) { begin(at: picture.nextPresentation) }

    /// Begins the clock with the first picture, which is seen at a host time.
    package func begin(at presentation: Duration) {
        guard !hasBegun else { return }
        hasBegun = true
        player.restartClock(at: presentation)
    }

    func rehearseOnce(_ picture: PictureSurface) {
        guard !hasRehearsed else { return }
        picture.onFirstPicture = { [weak self, weak picture] in
            StartTrace.mark("the first picture is handed over")
            if let picture { self?.rehearse(on: picture) }
        }
    }
}
