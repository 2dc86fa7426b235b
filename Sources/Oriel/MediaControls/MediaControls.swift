import Logging
import OrielPlatform
import OrielPlayer
import OrielSessionBus

/// The application's place among the desktop's media players (MPRIS 2.2): media keys, panels, headsets and `playerctl`
/// show and control the view that is heard. Main actor only.
@MainActor
final class MediaControls {
    private unowned let application: Application
    let identity: String
    private var service: MediaPlayerService?
    private var choice = MediaControlsChoice()
    private var numbers = ItemNumbers()
    private var art = ArtFile()
    /// Whether the chosen view was heard at the last update.
    private var isHeard = false
    private var refresh: EventLoop.Token?
    private var renewal: EventLoop.Token?
    private var backoff = MediaControls.shortestPause

    /// Pauses before a bus that has ended is tried again.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    /// Connects to the user's bus. Without one at the start, there are no media controls, which is only logged.
    /// - Parameters:
    ///   - application: owns this object.
    ///   - identity: name of the program for people.
    init(_ application: Application, identity: String) {
        self.application = application
        self.identity = identity
        connect()
    }

    /// Leaves the bus.
    func finish() {
        if let refresh { application.loop.remove(refresh) }
        if let renewal { application.loop.remove(renewal) }
        (refresh, renewal, service) = (nil, nil, nil)
        art.remove()
    }

    // MARK: State

    /// Notes that something shown may have changed; it is sent in the loop's next step, once for all changes of a turn.
    func noteChange() {
        guard refresh == nil, service != nil else { return }
        refresh = application.loop.after(.zero) { [weak self] in
            self?.refresh = nil
            self?.update()
        }
    }

    /// Signals that a seek of a view has landed.
    func noteSeek(of view: PlayerView) {
        guard view === self.view else { return }
        // Desktops take the position together with the item that it is in.
        update()
        service?.seeked(to: view.shownPosition)
    }

    private var view: PlayerView? { application.views.first { ObjectIdentifier($0) == choice.view } }

    private func update() {
        choice.choose(
            among: application.views.map {
                .init(view: ObjectIdentifier($0), isHeard: $0.player.isAudible, isPlaying: !$0.isPaused)
            })
        let wasHeard = isHeard
        isHeard = view?.player.isAudible == true
        service?.update(state)
        // After a swap between processes, media keys follow the video that is heard.
        if isHeard, !wasHeard { service?.announce() }
    }

    private var state: MediaPlayerState {
        var state = MediaPlayerState(identity: identity, desktopEntry: application.id)
        guard let view else { return state }
        view.describe(&state)
        state.metadata = metadata(of: view)
        return state
    }

    private func metadata(of view: PlayerView) -> MediaMetadata {
        var metadata = view.metadata
        guard !view.player.isEmpty else { return metadata }
        let number = numbers.number(of: view.player.currentItem ?? view)
        metadata.item = number
        // Drawn only where a desktop can ask for it.
        if metadata.artURL.isEmpty, service?.name != nil, view.player.status == .ready {
            metadata.artURL = art.url(of: number, view.player.currentFrame) { [weak self] in self?.noteChange() }
        }
        return metadata
    }

    // MARK: The bus

    /// - Parameter isRenewal: whether a bus was there before.
    private func connect(isRenewal: Bool = false) {
        do throws(PlatformError) {
            let service = try MediaPlayerService(
                loop: application.loop.eventLoop, program: application.shortName, state: state,
                position: { [weak self] in MainActor.assumeIsolated { self?.view?.shownPosition ?? .zero } },
                perform: { [weak self] request in MainActor.assumeIsolated { self?.perform(request) } })
            service.onName = { [weak self] in MainActor.assumeIsolated { self?.connected() } }
            service.onEnd = { [weak self] in MainActor.assumeIsolated { self?.connectLater() } }
            self.service = service
            noteChange()
        } catch {
            application.log.debug("no media controls: \(error)")
            // A bus that was there may take a while to return.
            if isRenewal { connectLater() }
        }
    }

    private func connected() {
        backoff = Self.shortestPause
        application.log.debug("media controls: \(service?.name ?? "")")
        noteChange()
    }

    /// Tries again later; a user's bus returns where its service is restarted.
    private func connectLater() {
        let pause = backoff
        backoff = min(backoff * 2, Self.longestPause)
        // The service is released outside of its own call.
        renewal = application.loop.after(pause) { [weak self] in
            self?.renewal = nil
            self?.service = nil
            self?.connect(isRenewal: true)
        }
    }

    private func perform(_ request: MediaPlayerRequest) {
        guard request == .quit else { return _ = view?.perform(request) }
        for view in application.views { view.perform(.quit, RequestContext()) }
    }
}
