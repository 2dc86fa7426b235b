import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielRendering
import OrielWayland

/// A `wl_surface` that shows one player's picture, whatever its role. It draws when the compositor asks for a frame and
/// there is something new to see, and never else.
@MainActor
final class PictureSurface {
    let surface: Surface
    private let stage: Stage
    /// Whose picture it shows. Two surfaces exchange pictures by exchanging players.
    var player: Player? {
        didSet { if player !== oldValue { needsRedraw = true } }
    }
    /// The output it is on, or was on last.
    private(set) var output: Output?
    /// Logical size; empty until configured.
    private(set) var size = Size.zero
    /// What the surface may be drawn for: it was configured and its owner wants it on screen.
    var isShowing = false {
        didSet { if isShowing && !oldValue { needsRedraw = true } }
    }

    /// It keeps the frame it shows while another surface of the same player comes in front of it or goes: were it to show
    /// newer ones until it is unmapped, the picture would go back by a frame at that moment.
    private(set) var isFrozen = false
    private var thaw: EventLoop.Token?

    /// Until it is thawed, or for 200 ms: a transition whose other side hangs takes seconds, and a picture that stands for so
    /// long is worse than one that goes back by a frame.
    func freeze() {
        if let thaw { stage.cancel(thaw) }
        isFrozen = true
        thaw = stage.after(.milliseconds(200)) { [weak self] in self?.unfreeze() }
    }

    func unfreeze() {
        if let thaw { stage.cancel(thaw) }
        thaw = nil
        guard isFrozen else { return }
        isFrozen = false
        needsRedraw = true
    }

    /// Moves the surface for a commit that will be seen at a host time, until it answers that it has arrived.
    var animation: ((_ presentation: Duration) -> Bool)?

    private var nativeWindow: NativeWindow?
    private var target: WindowTarget?
    private var scale = 1.0
    private var refreshes = RefreshSchedule()
    private(set) var awaitsFrameCallback = false
    private var needsRedraw = true
    private var shown: VideoFrame?
    private var presentationHandlers: [(Duration) -> Void] = []
    /// The back buffer was drawn into and not handed over.
    private var hasUnseenDrawing = false
    /// The frame that was drawn into it.
    private var unseen: VideoFrame?
    private var commitHandlers: [() -> Void] = []
    /// Drawn for an exchange and not committed yet.
    private var prepared: ShmBuffer?
    /// An exchange's content, until the compositor has let go of it.
    private var attached: ShmBuffer?
    private(set) var isFinished = false
    /// When it may be drawn again after that failed.
    private var setback = Backoff()

    init(_ surface: Surface, stage: Stage) {
        self.surface = surface
        self.stage = stage
        scale = stage.globals.hasViewporter ? surface.preferredScale : surface.preferredScale.rounded(.up)
        surface.onOutputsOrScaleChange = { [weak self] _ in self?.scaleChanged() }
        surface.declareVideo()
        stage.add(self)
    }

    /// Destroys the EGL surface, then the role object, then the `wl_surface`.
    func finish(role: () -> Void) {
        guard !isFinished else { return }
        isFinished = true
        isShowing = false
        unfreeze()
        stage.remove(self)
        target?.finish()
        target = nil
        nativeWindow?.destroy()
        nativeWindow = nil
        role()
        surface.destroy()
    }

    // MARK: Size

    func resize(to size: Size) {
        guard size != self.size, !size.isEmpty else { return }
        self.size = size
        applySize()
    }

    private func scaleChanged() {
        output = surface.outputs.first ?? output
        // Without a viewport only whole scales can be said.
        let preferred = stage.globals.hasViewporter ? surface.preferredScale : surface.preferredScale.rounded(.up)
        guard preferred != scale else { return }
        scale = preferred
        applySize()
    }

    /// Draws for a scale of which the compositor has said nothing yet, until it does.
    func presume(scale: Double) {
        self.scale = stage.globals.hasViewporter ? scale : scale.rounded(.up)
    }

    /// What the driver can draw of what the compositor or a peer wants, which may be anything.
    private var bufferSize: Size {
        let limit = stage.graphics.facts.maximumTextureSize
        return Size(
            width: min(limit, Int((Double(size.width) * scale).rounded())),
            height: min(limit, Int((Double(size.height) * scale).rounded())))
    }

    private func applySize() {
        guard !size.isEmpty else { return }
        if !surface.setDestination(size) { surface.setBufferScale(Int(scale)) }
        // Without it the compositor would blend, and draw what lies below.
        surface.setOpaqueRegion([Rect(origin: .zero, size: size)])
        needsRedraw = true
        guard let nativeWindow, let target, nativeWindow.size != bufferSize else { return }
        if hasUnseenDrawing {
            // Mesa 22.3's software path copies a picture that was drawn at the old size into a buffer of the new one, and
            // past its end: seen as a crash. What was drawn is of no use anyway.
            dropTarget()
        } else {
            nativeWindow.resize(to: bufferSize)
            target.size = bufferSize
        }
    }

    // MARK: Drawing

    /// Runs `handler` with the host time at which the content of the next commit was presented, or its frame callback
    /// came.
    func onNextPresentation(_ handler: @escaping (Duration) -> Void) { presentationHandlers.append(handler) }

    /// Someone waits for its next content to be presented.
    var isAwaited: Bool { !presentationHandlers.isEmpty }

    /// Runs `handler` after the next commit.
    func onNextCommit(_ handler: @escaping () -> Void) { commitHandlers.append(handler) }

    /// Called once, after the first commit with a picture in it.
    var onFirstPicture: (() -> Void)?

    /// The picture again, although it is the same.
    func setNeedsRedraw() { needsRedraw = true }

    var canDraw: Bool { isShowing && !awaitsFrameCallback && !size.isEmpty && !isFinished }

    /// Takes the frame for the refresh at which an exchange that is drawn now will be seen, and draws it into shared memory.
    func prepareForExchange(at now: Duration) {
        player?.refresh(for: now + refreshes.refreshInterval * 2, interval: refreshes.refreshInterval)
        needsRedraw = true
        do {
            let offscreen = try stage.graphics.makeOffscreenTarget(size: bufferSize)
            defer { offscreen.finish() }
            try stage.graphics.draw(try picture(), into: offscreen)
            let buffer = try ShmBuffer(stage.globals, size: bufferSize)
            try offscreen.copyPixels(into: buffer.bytes, stride: buffer.stride)
            prepared = buffer
        } catch { stage.renderingFailed(error) }
    }

    /// Commits what `prepareForExchange` drew, without a flush; where it couldn't, draws and commits as ever.
    func commitPrepared() {
        guard let buffer = prepared else {
            if draw() { commit() }
            return
        }
        prepared = nil
        request(for: ContentUpdate(player: isNew ? player : nil, presented: takePresentationHandlers()))
        surface.attach(buffer)
        surface.damage()
        surface.commit()
        // The compositor reads it until the next content has come.
        attached = buffer
        buffer.onRelease = { [weak self] in if self?.attached === $0 { self?.attached = nil } }
        noteCommitted()
    }

    /// Draws if the compositor is ready for a frame and there is something new. Called once per turn of the loop.
    func turn(at now: Duration) {
        guard canDraw, let player else { return }
        let presentation = refreshes.nextPresentation(after: now)
        let isMoved = animate(for: presentation)
        if !isFrozen { player.refresh(for: presentation, interval: refreshes.refreshInterval) }
        if needsRedraw || (!isFrozen && player.currentFrame !== shown), isDrawn || draw() {
            commit()
        } else if isMoved {
            request(for: ContentUpdate(player: nil, presented: []))
            surface.commit()
        }
    }

    private func animate(for presentation: Duration) -> Bool {
        guard let animation else { return false }
        if !animation(presentation) { self.animation = nil }
        return true
    }

    /// When `turn` will have something to do by itself; nil for not before an event.
    var wakeTime: Duration? {
        guard canDraw, !isFrozen, let due = player?.nextFrameDue else { return nil }
        return refreshes.wakeTime(forFrameDueAt: due)
    }

    /// The back buffer holds what there is to see now.
    private var isDrawn: Bool { hasUnseenDrawing && unseen === frame && target?.size == bufferSize }

    /// Draws the picture into the back buffer and shows nothing yet. False if it can't now.
    func draw() -> Bool {
        guard !size.isEmpty, !isFinished, !stage.isLost, setback.mayTry(at: MonotonicClock.now) else { return false }
        do {
            try stage.graphics.draw(try picture(), into: try makeTarget())
            hasUnseenDrawing = true
            unseen = frame
            return true
        } catch {
            drawingFailed(error)
            return false
        }
    }

    /// Does everything for drawing the present picture at other sizes but the drawing, so that the first picture of a
    /// transition isn't late: a shader that was never used takes up to a third of a second to compile.
    /// - Parameter exchanges: also as `prepareForExchange` draws.
    func rehearse(for sizes: [Size], exchanges: Bool) {
        guard let target, let player, let frame = player.currentFrame else { return }
        do {
            let texture = try stage.texture(of: player, holding: frame)
            for size in sizes {
                let picture = Picture(texture: texture, destination: ContentFit(frame).destination(in: size))
                try stage.graphics.rehearse(picture, for: target)
                guard exchanges else { continue }
                let offscreen = try stage.graphics.makeOffscreenTarget(size: size)
                defer { offscreen.finish() }
                try stage.graphics.rehearse(picture, for: offscreen)
            }
        } catch { stage.renderingFailed(error) }
    }

    /// When what is drawn now will be seen.
    var nextPresentation: Duration { refreshes.nextPresentation(after: MonotonicClock.now) }

    /// Hands the back buffer to the compositor, asking for a frame callback and for feedback.
    func commit() {
        guard let target else { return }
        request(for: ContentUpdate(player: isNew ? player : nil, presented: takePresentationHandlers()))
        forgetDrawing()
        switch target.swap() {
        case .ok: noteCommitted()
        case .contextLost:
            awaitsFrameCallback = false
            stage.contextLost()
        case .badSurface(let error):
            awaitsFrameCallback = false
            dropTarget()
            drawingFailed(error)
        }
    }

    /// It is drawn again all the same, if ever more rarely.
    private func drawingFailed(_ error: any Error) {
        needsRedraw = true
        stage.renderingFailed(error)
        guard !stage.isLost else { return }
        setback.failed(at: MonotonicClock.now)
        if let next = setback.nextTry { stage.wake(at: next) }
    }

    /// What there is to see now; nil before the first frame.
    private func picture() throws -> Picture? {
        guard let player, let frame else { return nil }
        return Picture(
            texture: try stage.texture(of: player, holding: frame),
            destination: ContentFit(frame).destination(in: bufferSize))
    }

    /// The frame to draw.
    private var frame: VideoFrame? { isFrozen ? shown ?? player?.currentFrame : player?.currentFrame }

    private var isNew: Bool { frame != nil && frame !== shown }

    private func takePresentationHandlers() -> [(Duration) -> Void] {
        defer { presentationHandlers = [] }
        return presentationHandlers
    }

    /// Asks what becomes of the commit that follows.
    private func request(for update: ContentUpdate) {
        awaitsFrameCallback = true
        surface.requestFrame { [weak self] _ in self?.frameCallbackCame(update) }
        surface.requestPresentation { [weak self] in self?.feedbackCame($0, update) }
    }

    private func noteCommitted() {
        shown = frame
        needsRedraw = false
        if setback.nextTry != nil { setback.succeeded() }
        stage.pictureShown()
        let handlers = commitHandlers
        commitHandlers = []
        for handler in handlers { handler() }
        if shown != nil, let handler = onFirstPicture {
            onFirstPicture = nil
            handler()
        }
    }

    private func frameCallbackCame(_ update: ContentUpdate) {
        awaitsFrameCallback = false
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
            // Covered, or replaced before its refresh. Whoever waits for the first presentation waits for the next.
            let waiting = update.takeHandlers()
            guard !waiting.isEmpty, !isFinished else { return }
            presentationHandlers = waiting + presentationHandlers
            needsRedraw = true
        }
    }

    /// Everything the driver held is gone, or the stage's context is new: the window's target is made again.
    func forgetTarget() {
        dropTarget()
        shown = nil
        needsRedraw = true
        awaitsFrameCallback = false
    }

    private func dropTarget() {
        target?.finish()
        target = nil
        nativeWindow?.destroy()
        nativeWindow = nil
        forgetDrawing()
    }

    private func forgetDrawing() {
        hasUnseenDrawing = false
        unseen = nil
    }

    private func makeTarget() throws -> WindowTarget {
        if let target { return target }
        guard let window = NativeWindow(surface, size: bufferSize), let pointer = window.pointer else {
            throw StartError("the surface has ended")
        }
        let made = try stage.graphics.makeWindowTarget(nativeWindow: pointer, size: bufferSize)
        nativeWindow = window
        target = made
        return made
    }
}
