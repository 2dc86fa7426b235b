import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielWayland

/// What becomes of a surface's commits, by its frame callbacks (`wl_surface.frame`) and, where they come, presentation feedback
/// (`wp_presentation_feedback`): when the next one may be drawn, when it will be seen, and who waits for that.
@MainActor
package final class SurfacePacing {
    /// What is heard of its frame callbacks.
    package enum Change { case asked, answered }

    private let surface: Surface
    private let stage: Stage
    private var refreshes = RefreshSchedule()
    /// The compositor hasn't asked for another frame yet.
    private(set) var awaitsFrameCallback = false
    private var presentationHandlers: [(Duration) -> Void] = []
    /// The last commit that was asked about.
    private weak var latest: ContentUpdate?
    package var onChange: (Change) -> Void = { _ in }
    /// What someone waits for was never seen, and no later one is on its way.
    var onDiscarded: () -> Void = {}

    init(of surface: Surface, _ stage: Stage) {
        self.surface = surface
        self.stage = stage
    }

    // MARK: Refreshes

    var refreshInterval: Duration { refreshes.refreshInterval }

    /// When what is drawn at a host time will be seen.
    func nextPresentation(after now: Duration) -> Duration { refreshes.nextPresentation(after: now) }

    func wakeTime(forFrameDueAt due: Duration) -> Duration { refreshes.wakeTime(forFrameDueAt: due) }

    // MARK: Commits

    /// Runs `handler` with the host time at which the next content that is asked about was presented, or its frame callback came.
    func onNextPresentation(_ handler: @escaping (Duration) -> Void) { presentationHandlers.append(handler) }

    /// Someone waits for the next content to be presented.
    var isAwaited: Bool { !presentationHandlers.isEmpty }

    /// Asks what becomes of the content that the following commit brings.
    /// - Parameter player: whose new frame that is; nil where it repeats one.
    func ask(ofContentOf player: Player?) {
        let handlers = presentationHandlers
        presentationHandlers = []
        ask(about: ContentUpdate(player: player, presented: handlers))
    }

    /// Asks for a frame callback with a commit that brings no content.
    func askAgain() { ask(about: ContentUpdate(player: nil, presented: [])) }

    /// What was asked about is not to come, or not waited for.
    func awaitNothing() { awaitsFrameCallback = false }

    private func ask(about update: ContentUpdate) {
        awaitsFrameCallback = true
        latest = update
        onChange(.asked)
        surface.requestFrame { [weak self] _ in self?.frameCallbackCame(update) }
        surface.requestPresentation { [weak self] in self?.feedbackCame($0, update) }
    }

    private func frameCallbackCame(_ update: ContentUpdate) {
        awaitsFrameCallback = false
        onChange(.answered)
        guard !stage.receivesFeedback else { return }
        let now = MonotonicClock.now
        refreshes.presented(at: now, refreshInterval: surface.outputs.first?.state.refreshInterval)
        update.wasPresented(at: now)
    }

    private func feedbackCame(_ feedback: PresentationFeedback, _ update: ContentUpdate) {
        switch feedback {
        case .presented(let presentation):
            stage.receivesFeedback = true
            refreshes.presented(at: presentation.time, refreshInterval: presentation.refresh)
            update.wasPresented(at: presentation.time)
        case .discarded:
            // Covered, or replaced before its refresh. Whoever waits for the first presentation waits for the next, be it on its way
            // already: sway 1.12 answers the first commit's frame callback before it shows anything.
            let waiting = update.takeHandlers()
            guard !waiting.isEmpty else { return }
            if let latest, latest.wait(waiting) { return }
            presentationHandlers = waiting + presentationHandlers
            onDiscarded()
        }
    }
}
