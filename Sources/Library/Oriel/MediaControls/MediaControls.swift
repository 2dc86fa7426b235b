import Logging
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielSessionBus
import OrielTransport

/// The application's place among the desktop's media players (MPRIS 2.2): media keys, panels, headsets and `playerctl`
/// show and control the view that is heard. Main actor only.
@MainActor
final class MediaControls: ApplicationMediaControls {
    private unowned let application: Application
    let identity: String
    private var service: MediaPlayerService?
    private var choice = MediaControlsChoice()
    private var numbers = ItemNumbers()
    private var art = ArtFile()
    /// Whether the chosen view was heard at the last update.
    private var isHeard = false
    private let refresh = LoopTimer()
    /// Timer of the next look for the item's picture.
    private let look = LoopTimer()
    private lazy var renewal = BusRenewal(application.loop) { [weak self] in self?.connect() }

    /// Connects to the user's bus, a moment later. Without one then, there are no media controls, which is only logged.
    /// - Parameters:
    ///   - application: owns this object.
    ///   - identity: name of the program for people.
    init(_ application: Application, identity: String) {
        self.application = application
        self.identity = identity
        renewal.begin()
    }

    func finish() {
        for timer in [refresh, look] { timer.cancel() }
        renewal.cancel()
        service = nil
        art.remove()
    }

    // MARK: State

    func noteChange() {
        guard !refresh.isSet, service != nil else { return }
        refresh.set(on: application.loop, after: .zero) { [weak self] in self?.update() }
    }

    func noteSeek(of seeking: any ApplicationView) {
        guard let view, seeking === view else { return }
        // Desktops take the position together with the item that it is in.
        update()
        service?.seeked(to: view.playback.position)
    }

    private var view: PlayerView? { application.playerViews.first { ObjectIdentifier($0) == choice.view } }

    private func update() {
        choice.choose(
            among: application.playerViews.lazy.filter(\.updatesNowPlayingInfoCenter).map {
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
        if metadata.artURL.isEmpty, service?.name != nil, view.player.status == .readyToPlay {
            let state = view.player.source.state
            let length = metadata.length
            metadata.artURL = art.url(of: number, view.player.currentFrame) { frame in
                state.isSoundOnly || state.isStill ? nil : PictureSearch(from: frame.time, of: length)
            } done: { [weak self] in
                self?.noteChange()
            }
            lookAgain(in: view)
        }
        return metadata
    }

    /// Looks for the item's picture again once a later frame is shown.
    private func lookAgain(in view: PlayerView) {
        look.cancel()
        guard let wait = art.wait, !view.isPaused else { return }
        look.set(on: application.loop, after: wait / max(view.player.speed, 0.1)) { [weak self] in self?.noteChange() }
    }

    // MARK: The bus

    private func connect() {
        service = nil
        do throws(PlatformError) {
            let service = try MediaPlayerService(
                application.desktop.buses, program: application.shortName, state: state,
                position: { [weak self] in MainActor.assumeIsolated { self?.view?.playback.position ?? .zero } },
                perform: { [weak self] request in MainActor.assumeIsolated { self?.perform(request) } })
            service.onName = { [weak self] in MainActor.assumeIsolated { self?.connected() } }
            service.onEnd = { [weak self] in MainActor.assumeIsolated { self?.renewal.ended() } }
            self.service = service
            noteChange()
        } catch {
            application.log.debug("no media controls: \(error)")
            renewal.failed()
        }
    }

    private func connected() {
        renewal.succeeded()
        application.log.debug("media controls: \(service?.name ?? "")")
        noteChange()
    }

    private func perform(_ request: MediaPlayerRequest) {
        if case .seek(_, let item) = request, let view, let item,
            numbers.number(of: view.player.currentItem ?? view) != item
        {
            // The next item has begun since.
            return
        }
        guard request == .quit else { return _ = view?.requests.perform(request) }
        for view in application.playerViews { view.requests.perform(.command(.quit), RequestContext()) }
    }
}
