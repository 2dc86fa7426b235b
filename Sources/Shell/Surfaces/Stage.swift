import Logging
import OrielDecode
import OrielGeometry
package import OrielPlatform
package import OrielPlayer
package import OrielText
package import OrielWayland

/// The picture surfaces on one connection and the presenter that draws them. Lets each surface draw once per turn of
/// the loop, and sets the timer for the next frame that is due.
@MainActor
package final class Stage {
    package private(set) var presenter: any Presenter
    /// Makes the presenter to use if the first one can't draw; nil once used.
    private var substitute: (() throws(PresenterFault) -> any Presenter)?
    /// The previous presenter, while content of it is still on screen.
    private var replaced: (any Presenter)?
    /// Objects that outlive the connection.
    let resources: StageResources
    package let globals: Globals
    package let usableAreas: UsableAreas
    private var surfaces: [PictureSurface] = []
    private let timer = LoopTimer()
    /// Nothing can be drawn: the graphics context was lost and is not recreated yet, or the stage has ended.
    private(set) var isLost = false
    private var recovery = Backoff()
    private var complaints = Complaints()
    /// Whether presentation feedback has ever arrived. Some compositors offer it and send none (wlroots 0.15 and 0.16
    /// without a screen); until it arrives, a commit counts as presented at its frame callback.
    var receivesFeedback = false
    /// Whether the compositor has answered the commit of a picture: it has shown something.
    package internal(set) var hasShown = false

    /// - Parameter substitute: makes another presenter; called at most once, when the first can't draw.
    package init(
        presenter: any Presenter, substitute: @escaping () throws(PresenterFault) -> any Presenter, globals: Globals,
        resources: StageResources
    ) {
        self.presenter = presenter
        self.substitute = substitute
        self.globals = globals
        self.resources = resources
        usableAreas = UsableAreas(globals)
        tellDmabufs()
        askDevice()
        hook = loop.beforeSleep { [weak self] in self?.turn() }
    }

    private var hook: EventLoop.Token?

    /// The compositor's device (`dev_t`), nil if it doesn't tell it; nil before its answer.
    private var device: UInt64??

    /// Tells the threads that push frames, and those that decode, which dmabufs can be drawn. On a connection of the
    /// app's the same driver draws.
    private func tellDmabufs() {
        if !globals.connection.isShared { resources.dmabufs.replace(by: presenter.importedDmabufs) }
        describeDisplay()
    }

    /// Asks which device the compositor draws with, if the machine has several, for players that decode in hardware.
    private func askDevice() {
        guard RenderNode.all().count > 1 else { return }
        globals.askMainDevice { [weak self] in
            self?.device = .some($0)
            self?.describeDisplay()
        }
    }

    private func describeDisplay() { for surface in surfaces { describeDisplay(to: surface.player) } }

    /// Tells a player's decoder about the display that shows its frames.
    func describeDisplay(to player: Player?) {
        guard let display = player?.source.display else { return }
        if !globals.connection.isShared { display.note(drawnFormats: presenter.importedDmabufs) }
        if let device { display.note(device: device) }
    }

    package var loop: MainLoop { resources.loop }
    /// `app_id` of each toplevel.
    package var applicationID: String { resources.applicationID }
    /// Draws text. Its thread and libass start with the first text.
    package var text: TextEngine { resources.text }
    var log: Logger { resources.log }

    func add(_ surface: PictureSurface) { surfaces.append(surface) }
    func remove(_ surface: PictureSurface) {
        surfaces.removeAll { $0 === surface }
        trimLater()
    }

    /// Returns freed heap memory to the system a second after the last surface was removed: the buffers of removed
    /// surfaces leave holes in the heap, about 1 MB for each transition, which glibc would keep.
    private func trimLater() {
        trim.set(on: loop, after: .seconds(1)) { ProcessMemory.trim() }
    }
    private let trim = LoopTimer()

    /// Prepares for drawing a player's picture at any size, for example uploads its frame.
    package func ready(_ picture: PlayerPicture) {
        guard !isLost else { return }
        do throws(PresenterFault) { try presenter.ready(picture) } catch { drawingFailed(error) }
    }

    /// As `PictureSurface.rehearse`, before the stage has a surface with a picture.
    func rehearse(_ pictures: [(PlayerPicture, in: Size)], exchanges: Bool) {
        guard !isLost, hasRoom else { return }
        let surface = Surface(globals)
        let swapchain = presenter.makeSwapchain(for: surface)
        do throws(PresenterFault) { try swapchain.rehearse(pictures, exchanges: exchanges) } catch {
            drawingFailed(error)
        }
        swapchain.finish()
        surface.destroy()
    }

    /// Frees the presenter's resources for a player.
    package func forget(_ player: Player) { presenter.forget(player) }

    /// Exchanges the pictures of two surfaces within one refresh.
    package func exchange(_ large: PictureSurface, _ small: PictureSurface, committed: @escaping () -> Void) {
        exchanges.append(PictureExchange(large, small, committed: committed))
    }

    private var exchanges: [PictureExchange] = []

    /// Whether requests for new content find room in the compositor's socket. While it is full, nothing is drawn.
    var hasRoom: Bool { globals.connection.hasRoom }

    /// Changes a layer over a picture: now, or else in the turn in which the socket has room again. Only the last
    /// change of each layer is kept.
    func change(_ layer: AnyObject, _ change: @escaping () -> Void) {
        guard !hasRoom else {
            held[ObjectIdentifier(layer)] = nil
            return change()
        }
        held[ObjectIdentifier(layer)] = change
    }

    /// The changes that wait for room. They refer to their layers weakly.
    private var held: [ObjectIdentifier: () -> Void] = [:]

    private func changeHeld() {
        guard !held.isEmpty else { return }
        let changes = held
        held = [:]
        for (layer, change) in changes {
            // Each may fill the socket again.
            if hasRoom { change() } else if held[layer] == nil { held[layer] = change }
        }
    }

    private func turn() {
        // Without room nothing is drawn; a turn follows once there is some.
        guard hasRoom else { return }
        let now = MonotonicClock.now
        changeHeld()
        if isLost, recovery.mayTry(at: now) { recoverFromLoss(at: now) }
        exchanges.removeAll { $0.turn(at: now) }
        let free = surfaces.filter { surface in !exchanges.contains { $0.concerns(surface) } }
        // A transition waits for the commit of the surface that appears, so that one draws first. Drawing the next
        // frame of the old surface may take a refresh; it comes after that commit has frozen the old surface.
        for surface in free where surface.pacing.isAwaited { surface.turn(at: now) }
        for surface in free where !surface.pacing.isAwaited { surface.turn(at: now) }
        endTurn()
        resources.serveFrameWaiters()
        schedule(now)
    }

    /// Gives back what other code of the thread had in use before this drew.
    /// - Returns: whether something was given back.
    @discardableResult
    package func endTurn() -> Bool { presenter.endTurn() }

    /// Forgets what could not be given back.
    package func forgetLent() { presenter.forgetLent() }

    private func schedule(_ now: Duration) {
        let free = surfaces.filter { surface in !exchanges.contains { $0.concerns(surface) } }
        let times = free.compactMap(\.wakeTime) + exchanges.compactMap(\.wakeTime)
        timer.keep(on: loop, at: times.min().map { max($0, now + .microseconds(500)) }) {}
    }

    // MARK: Trouble

    /// Failures in a row after which the other presenter takes over.
    private static let patience = 3

    /// Logs a drawing fault, repeated ones once, and switches to the other presenter where that helps.
    /// - Parameter times: the number of failures in a row.
    func drawingFailed(_ fault: PresenterFault, times: Int = 1) {
        switch fault.kind {
        case .lost:
            guard !isLost else { return }
            isLost = true
            loop.wake(at: recovery.nextTry ?? MonotonicClock.now)
        case .lasting: if !goOn(without: fault) { complain("drawing failed: \(fault)") }
        case .picture: complain("a frame is skipped: \(fault)")
        case .passing:
            complain("drawing failed: \(fault)")
            if times >= Self.patience { _ = goOn(without: fault) }
        }
    }

    /// Notes that a picture was committed, which ends a recovery from a lost context.
    func pictureShown() {
        if recovery.nextTry != nil { recovery.succeeded() }
    }

    private func recoverFromLoss(at now: Duration) {
        // Counts as a failure until a picture is shown: if the driver loses each new context as well, the attempts
        // become rarer.
        recovery.failed(at: now)
        do throws(PresenterFault) {
            try presenter.recover()
            isLost = false
            for surface in surfaces { surface.startOver() }
            log.warning("the graphics driver reset itself; drawing goes on")
        } catch {
            if recovery.failures >= Self.patience, goOn(without: error) { return }
            complain("the graphics driver reset itself and cannot be started again: \(error); retrying")
            if let next = recovery.nextTry { loop.wake(at: next) }
        }
    }

    /// Switches to the other presenter from the next turn on. Returns false if there is none left or it can't be
    /// started.
    private func goOn(without fault: PresenterFault) -> Bool {
        guard let substitute else { return false }
        self.substitute = nil
        do throws(PresenterFault) {
            let other = try substitute()
            log.warning(
                "\(presenter.renderer.rawValue) can't draw: \(fault); drawing goes on with \(other.renderer.rawValue)")
            replaced = presenter
            presenter = other
            tellDmabufs()
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

    /// Ends the previous presenter once none of its content is on screen.
    func swapchainWasReplaced() {
        guard let replaced, !surfaces.contains(where: \.content.showsReplaced) else { return }
        self.replaced = nil
        replaced.finish()
    }

    /// Ends the presenters and draws nothing from then on. All surfaces must be finished before.
    package func finish() {
        if let hook { loop.remove(hook) }
        hook = nil
        timer.cancel()
        isLost = true
        exchanges = []
        usableAreas.finish()
        replaced?.finish()
        replaced = nil
        presenter.finish()
    }

    private func complain(_ sentence: String) {
        if complaints.isNews(sentence, at: MonotonicClock.now) { log.error("\(sentence)") }
    }
}
