import OrielMedia
package import OrielPlatform
import OrielPlayer
import OrielWayland

/// Follows a surface's commits by its frame callbacks (`wl_surface.frame`) and, where the compositor sends it,
/// presentation feedback (`wp_presentation_feedback`). Says when the next frame may be drawn, predicts when it will be
/// presented, and calls the handlers that wait for that.
@MainActor
package final class SurfacePacing {
    /// State of the frame callback: requested, or arrived.
    package enum Change { case asked, answered }

    private let surface: Surface
    private let stage: Stage
    /// The output's refreshes, as far as known.
    private(set) var refreshes = RefreshSchedule()
    /// A frame callback was requested and has not arrived.
    private(set) var awaitsFrameCallback = false
    private var presentationHandlers: [(Duration) -> Void] = []
    /// The last commit with a frame callback.
    private weak var latest: ContentUpdate?
    /// Called when a frame callback was requested or has arrived.
    package let onChange = HandlerList<Change>()
    /// Called when a commit with waiting handlers was discarded and no later commit is on its way.
    var onDiscarded: () -> Void = {}

    init(of surface: Surface, _ stage: Stage) {
        self.surface = surface
        self.stage = stage
    }

    /// Runs `handler` with the host time at which the content of the next commit was presented, or at which its frame
    /// callback came if there is no presentation feedback.
    func onNextPresentation(_ handler: @escaping (Duration) -> Void) { presentationHandlers.append(handler) }

    /// A handler waits for the next content to be presented.
    var isAwaited: Bool { !presentationHandlers.isEmpty }

    /// Requests a frame callback and presentation feedback for the following commit, which brings content.
    /// - Parameter player: the player whose new frame the commit brings; nil if it repeats a frame.
    func ask(ofContentOf player: Player?) {
        let handlers = presentationHandlers
        presentationHandlers = []
        ask(about: ContentUpdate(player: player, presented: handlers))
    }

    /// Requests a frame callback and presentation feedback for the following commit, which brings no content.
    func askAgain() { ask(about: ContentUpdate(player: nil, presented: [])) }

    /// Stops waiting for the frame callback: the commit failed, or its content is obsolete.
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
        stage.hasShown = true
        onChange(.answered)
        guard !stage.receivesFeedback else { return }
        let now = MonotonicClock.now
        refreshes.presented(at: now, refreshInterval: surface.outputs.first?.state.refreshInterval)
        update.wasPresented(at: now)
    }

    private func feedbackCame(_ feedback: PresentationFeedback, _ update: ContentUpdate) {
        switch feedback {
        case .presented(let time, let refresh):
            stage.receivesFeedback = true
            refreshes.presented(at: time, refreshInterval: refresh)
            update.wasPresented(at: time)
        case .discarded:
            // The content was covered, or replaced before its refresh. The handlers then wait for the next commit,
            // which may be on its way already: sway 1.12 answers the first commit's frame callback before it shows
            // anything.
            let waiting = update.takeHandlers()
            guard !waiting.isEmpty else { return }
            if let latest, latest.wait(waiting) { return }
            presentationHandlers = waiting + presentationHandlers
            onDiscarded()
        }
    }
}
