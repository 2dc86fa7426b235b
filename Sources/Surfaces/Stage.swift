package import Logging
import OrielMedia
package import OrielPlatform
package import OrielPlayer
package import OrielText
package import OrielWayland

/// All surfaces of the process and what draws them: it lets each draw once per turn of the loop and
/// sets the timer for the next frame that is due.
@MainActor
package final class Stage {
    package private(set) var presenter: any Presenter
    /// What draws where the presenter can't.
    private var substitute: (() throws(PresenterFault) -> any Presenter)?
    /// It still has contents on the screen.
    private var replaced: (any Presenter)?
    /// Which buffers the presenter takes, for threads that push frames.
    let dmabufs = DmabufFormats()
    package let globals: Globals
    package let usableAreas: UsableAreas
    /// The program's name on each of its toplevels.
    package let applicationID: String
    package let loop: MainLoop
    private let log: Logger
    private var surfaces: [PictureSurface] = []
    private var timer: (time: Duration, token: EventLoop.Token)?
    /// The graphics context is gone: nothing can be drawn until there is another.
    private(set) var isLost = false
    private var recovery = Backoff()
    private var complaints = Complaints()
    /// Whether presentation feedback really comes: some compositors offer it and stay silent (wlroots 0.15 and 0.16
    /// without a screen), where a commit's frame callback must do.
    var receivesFeedback = false

    /// - Parameter substitute: makes another presenter; asked once, when the first can't draw what is to be drawn.
    package init(
        presenter: any Presenter, substitute: @escaping () throws(PresenterFault) -> any Presenter, globals: Globals,
        applicationID: String, loop: MainLoop, log: Logger
    ) {
        self.presenter = presenter
        self.substitute = substitute
        self.globals = globals
        usableAreas = UsableAreas(globals)
        self.applicationID = applicationID
        self.loop = loop
        self.log = log
        dmabufs.replace(by: presenter.importedDmabufs)
        loop.beforeSleep { [weak self] in self?.turn() }
    }

    func add(_ surface: PictureSurface) { surfaces.append(surface) }
    func remove(_ surface: PictureSurface) {
        surfaces.removeAll { $0 === surface }
        trimLater()
    }

    /// The buffers of surfaces that came and went leave holes in the heap, about a megabyte for each swap, which glibc keeps.
    private func trimLater() {
        if let trim { loop.remove(trim) }
        trim = loop.after(.seconds(1)) { ProcessMemory.trim() }
    }
    private var trim: EventLoop.Token?

    /// Does what drawing a player's picture needs first, whatever its size.
    package func ready(_ picture: PlayerPicture) {
        do throws(PresenterFault) { try presenter.ready(picture) } catch { drawingFailed(error) }
    }

    /// Frees what is kept of a player.
    package func forget(_ player: Player) { presenter.forget(player) }

    /// Exchanges what two surfaces show, within one refresh.
    package func exchange(_ large: PictureSurface, _ small: PictureSurface, committed: @escaping () -> Void) {
        exchanges.append(PictureExchange(large, small, committed: committed))
    }

    private var exchanges: [PictureExchange] = []

    /// What draws text; its thread and its library come with the first.
    package let text = TextEngine()

    /// Runs `handler` once a player has a picture.
    package func onNextFrame(of player: Player, _ handler: @escaping () -> Void) {
        frameWaiters.append(FrameWaiter(player: player, handler: handler))
    }
    private var frameWaiters: [FrameWaiter] = []

    private struct FrameWaiter {
        weak var player: Player?
        let handler: () -> Void
    }

    private func turn() {
        let now = MonotonicClock.now
        if isLost, recovery.mayTry(at: now) { recoverFromLoss(at: now) }
        exchanges.removeAll { $0.turn(at: now) }
        let free = surfaces.filter { surface in !exchanges.contains { $0.concerns(surface) } }
        // A transition waits for the one that comes: the old one's next frame, which may take a refresh to draw, is for
        // afterwards, when the new one's commit has frozen it.
        for surface in free where surface.pacing.isAwaited { surface.turn(at: now) }
        for surface in free where !surface.pacing.isAwaited { surface.turn(at: now) }
        serveFrameWaiters()
        schedule(now)
    }

    private func serveFrameWaiters() {
        guard !frameWaiters.isEmpty else { return }
        let waiters = frameWaiters
        // One whose player is gone waits for nothing.
        frameWaiters = waiters.filter { $0.player.map { $0.currentFrame == nil } ?? false }
        for waiter in waiters where waiter.player?.currentFrame != nil { waiter.handler() }
    }

    private func schedule(_ now: Duration) {
        let free = surfaces.filter { surface in !exchanges.contains { $0.concerns(surface) } }
        let times = free.compactMap(\.wakeTime) + exchanges.compactMap(\.wakeTime)
        let wanted = times.min().map { max($0, now + .microseconds(500)) }
        if let timer {
            if timer.time == wanted { return }
            loop.remove(timer.token)
            self.timer = nil
        }
        guard let wanted else { return }
        let token = loop.at(wanted) { [weak self] in self?.timer = nil }
        timer = (wanted, token)
    }

    // MARK: Trouble

    /// A presenter that failed so often in a row is left for the other one.
    private static let patience = 3

    /// Says why something was not drawn, once, and goes on by other means where that helps.
    /// - Parameter times: how often it has failed in a row.
    func drawingFailed(_ fault: PresenterFault, times: Int = 1) {
        switch fault.kind {
        case .lost:
            guard !isLost else { return }
            isLost = true
            loop.wake(at: recovery.nextTry ?? MonotonicClock.now)
        case .lasting: if !goOn(without: fault) { complain("drawing failed: \(fault)") }
        case .picture: complain("a picture is passed over: \(fault)")
        case .passing:
            complain("drawing failed: \(fault)")
            if times >= Self.patience { _ = goOn(without: fault) }
        }
    }

    /// A picture was handed to the compositor.
    func pictureShown() {
        if recovery.nextTry != nil { recovery.succeeded() }
    }

    private func recoverFromLoss(at now: Duration) {
        // Until something is shown again: a driver that loses each new context as well is left alone ever longer.
        recovery.failed(at: now)
        do throws(PresenterFault) {
            try presenter.recover()
            isLost = false
            for surface in surfaces { surface.startOver() }
            log.warning("the graphics driver reset itself; drawing goes on")
        } catch {
            if recovery.failures >= Self.patience, goOn(without: error) { return }
            complain("the graphics driver reset itself and cannot be started again: \(error); trying on")
            if let next = recovery.nextTry { loop.wake(at: next) }
        }
    }

    /// Lets the other presenter draw from the next turn on. False where there is none.
    private func goOn(without fault: PresenterFault) -> Bool {
        guard let substitute else { return false }
        self.substitute = nil
        do throws(PresenterFault) {
            let other = try substitute()
            log.warning(
                "\(presenter.renderer.rawValue) can't draw: \(fault); drawing goes on with \(other.renderer.rawValue)")
            replaced = presenter
            presenter = other
            dmabufs.replace(by: other.importedDmabufs)
            isLost = false
            recovery.succeeded()
            for surface in surfaces { surface.changePresenter() }
            swapchainWasReplaced()
            loop.wake(at: MonotonicClock.now)
            return true
        } catch {
            complain("nothing else can draw either: \(error)")
            return false
        }
    }

    /// The presenter before goes with the last of its contents.
    func swapchainWasReplaced() {
        guard let replaced, !surfaces.contains(where: \.showsReplaced) else { return }
        self.replaced = nil
        replaced.finish()
    }

    /// Ends the presenters; surfaces were finished before.
    package func finish() {
        replaced?.finish()
        replaced = nil
        presenter.finish()
        text.stop()
        usableAreas.finish()
    }

    private func complain(_ sentence: String) {
        if complaints.isNews(sentence, at: MonotonicClock.now) { log.error("\(sentence)") }
    }
}
