import Glibc
import Logging
import OrielMedia
import OrielPictureInPicture
import OrielPlatform
import OrielPlayback
import OrielSceneHandoff
import OrielWayland

/// What `oriel play` runs: one player per medium, the first in a window, any further ones in Picture in Picture.
@MainActor
public final class PlayerApplication {
    private let options: PlayOptions
    private let loop: EventLoop
    private let desktop: Desktop
    private let broker: BrokerClient
    private let wakeup: Wakeup
    private let log = Logger(label: "oriel")
    private var entries: [Entry] = []
    private var exitStatus: Int32 = 0

    private final class Entry {
        let host: PlayerHost
        let mode: PlayOptions.Mode
        var isOpen = false

        init(host: PlayerHost, mode: PlayOptions.Mode) {
            self.host = host
            self.mode = mode
        }
    }

    /// Connects to the session and starts to open the media.
    /// - Throws: `StartError`.
    public init(_ options: PlayOptions) throws {
        self.options = options
        do {
            loop = try EventLoop(drainsMainQueue: true)
            wakeup = try Wakeup()
        } catch { throw StartError("the system refuses a descriptor: \(error)") }
        desktop = try Desktop(loop: loop, log: log)
        broker = desktop.makeBrokerClient()
        try loop.handle(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in MainActor.assumeIsolated { self?.quit() }
        }
        try loop.watch(wakeup) { [weak self] in MainActor.assumeIsolated { self?.newsOfMedia() } }
        desktop.onLost = { [weak self] error in self?.compositorLost(error) }
        desktop.onKeyboardFocus = { [weak self] surface in self?.keyboardFocusMoved(to: surface) }
        broker.start()
        for (index, item) in options.items.enumerated() { try open(item, isFirst: index == 0) }
    }

    /// Runs until the last player ends or is quit.
    /// - Returns: the exit status: 1 if a medium could not be played.
    public func run() -> Int32 {
        if !entries.isEmpty { loop.run() }
        quit()
        broker.stop()
        desktop.finish()
        return exitStatus
    }

    private func open(_ item: PlayOptions.Item, isFirst: Bool) throws {
        let pipeline = try MediaPipeline(
            location: item.location,
            options: MediaPipeline.Options(loops: options.loops, startTime: options.startTime), wakeup: wakeup)
        let source = MediaFrameSource(pipeline)
        let player = Player(source: source, paused: options.isPaused, speed: options.speed, start: options.startTime)
        let scene = PlayerScene(
            player: player, source: source, item: item, options: options, desktop: desktop, log: log)
        let host = PlayerHost(scene: scene, broker: broker)
        let entry = Entry(host: host, mode: isFirst ? options.mode : .pictureInPicture)
        host.onEnd = { [weak self, weak entry] in if let entry { self?.end(entry) } }
        scene.onAction = { [weak self, weak host] action, origin in
            if let host { self?.perform(action, on: host, origin) }
        }
        entries.append(entry)
    }

    private func newsOfMedia() {
        for entry in entries where !entry.isOpen {
            switch entry.host.scene.source.pipeline.snapshot.phase {
            case .opening: break
            case .ready, .ended:
                entry.isOpen = true
                entry.host.mediaOpened(entry.mode)
            case .failed(let error):
                log.error("play: \(error)")
                exitStatus = 1
                end(entry)
            }
        }
    }

    private func keyboardFocusMoved(to surface: Surface) {
        for entry in entries {
            entry.host.isFocused = entry.host.scene.window?.picture.surface === surface
            entry.host.registration?.reportChanged()
        }
    }

    private func perform(_ action: PlayerAction, on host: PlayerHost, _ origin: SurfaceInput.Origin) {
        let scene = host.scene
        let player = scene.player
        switch action {
        case .playPause: host.playPause()
        case .seekBackward: player.seek(to: player.position - .seconds(5))
        case .seekForward: player.seek(to: player.position + .seconds(5))
        case .seekFarBackward: player.seek(to: player.position - .seconds(60))
        case .seekFarForward: player.seek(to: player.position + .seconds(60))
        case .frameStep: player.stepForward()
        case .frameStepBack: player.stepBackward()
        case .slower: player.setSpeed(player.speed / 1.1)
        case .faster: player.setSpeed(player.speed * 1.1)
        case .normalSpeed: player.setSpeed(1)
        case .toggleFullscreen: scene.window.map { $0.setFullscreen(!$0.isFullscreen) }
        case .leaveFullscreen: scene.window?.setFullscreen(false)
        case .togglePictureInPicture: host.toggle()
        case .swap: swap(host, origin)
        case .quit: host.onEnd()
        }
    }

    /// Asks for a swap with a token made from the key, with which the other window may raise itself.
    private func swap(_ host: PlayerHost, _ origin: SurfaceInput.Origin) {
        host.requestTime = MonotonicClock.now
        let request: (String?) -> Void = { [weak self, weak host] token in
            host?.registration?.requestSwap(activationToken: token) { failure in
                if let failure { self?.log.warning("swap: \(failure)") }
            }
        }
        let surface = host.scene.window?.picture.surface
        let isAsked = desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: surface, appID: PlayerWindow.applicationID, request)
        if !isAsked { request(nil) }
    }

    private func end(_ entry: Entry) {
        guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        close(entry)
        if entries.isEmpty { loop.stop() }
    }

    private func close(_ entry: Entry) {
        entry.host.finish()
        entry.host.scene.source.pipeline.close()
    }

    private func quit() {
        for entry in entries { close(entry) }
        entries = []
        loop.stop()
    }

    private func compositorLost(_ error: WaylandError) {
        log.error("play: \(error)")
        exitStatus = 1
        quit()
    }
}
