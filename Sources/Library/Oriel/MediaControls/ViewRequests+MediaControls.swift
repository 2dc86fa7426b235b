import OrielPlayer
import OrielSceneHandoff
import OrielSessionBus
import OrielTransport
import OrielWayland
import OrielWindows

/// Requests of the desktop's media controls (MPRIS).
extension ViewRequests {
    /// Carries out a request of the desktop.
    func perform(_ request: MediaPlayerRequest) {
        let context = RequestContext()
        switch request {
        case .quit: perform(.command(.quit), context)
        case .raise: raise()
        case .next: perform(.command(.next), context)
        case .previous: perform(.command(.previous), context)
        case .pause: perform(.command(.pause), context)
        case .play: perform(.command(.resume), context)
        case .playPause: perform(.command(.playPause), context)
        case .stop:
            perform(.command(.pause), context)
            if player.source.state.isSeekable, !playback.isLinear { perform(.command(.seek(.to(.zero))), context) }
        case .skip(let distance): perform(.command(.seek(.by(distance))), context)
        case .seek(let time, _): perform(.command(.seek(.to(time))), context)
        case .open(let address):
            guard opensFiles, !host.isClosed else { return }
            open([address])
        case .setFullScreen(let isFullScreen):
            if scene.window?.isFullscreen == !isFullScreen { perform(.toggleFullScreen, context) }
        case .setLoopStatus(let status):
            perform(.loop(item: status == .track, list: status == .playlist), context)
        case .setShuffle(let isShuffled): perform(.shuffle(isShuffled), context)
        case .setRate(let rate): perform(.speed(rate), context)
        case .setVolume(let volume):
            if player.isMuted, volume > 0 { player.isMuted = false }
            perform(.command(.volume(.to(Int((min(volume, 10) * 100).rounded())))), context)
        }
    }

    /// Brings the view to its user: from Picture in Picture back to its window, and the window to the front, as far as
    /// the compositor lets a program that the user has not touched.
    private func raise() {
        guard scene.floating == nil else { return perform(.command(.restore), RequestContext()) }
        guard let surface = scene.window?.picture.surface else { return }
        let globals = application.desktop.globals
        globals.requestActivationToken(appID: application.id) { [weak surface] token in
            if let surface, surface.isAlive { globals.activate(surface, token: token) }
        }
    }
}
