package import OrielGeometry
package import OrielMedia
import OrielPlatform
package import OrielPlayer
package import OrielWayland

/// A `wl_surface` that shows one player's picture, whatever its role. It draws when the compositor asks for a frame and
/// there is something new to see, and never else.
@MainActor
package final class PictureSurface {
    package let surface: Surface
    let stage: Stage
    /// Whose picture it shows. Two surfaces exchange pictures by exchanging players.
    package var player: Player? {
        didSet { if player !== oldValue { needsRedraw = true } }
    }
    /// The output it is on, or was on last.
    package private(set) var output: Output?
    /// Logical size; empty until configured.
    package private(set) var size = Size.zero
    /// What the surface may be drawn for: it was configured and its owner wants it on screen.
    package var isShowing = false {
        didSet { if isShowing && !oldValue { needsRedraw = true } }
    }

    /// It keeps the frame it shows while another surface of the same player comes in front of it or goes: were it to show
    /// newer ones until it is unmapped, the picture would go back by a frame at that moment.
    var isFrozen = false
    var thaw: EventLoop.Token?

    /// How much of what lies below the picture it hides, 0 to 1; what lies over it isn't concerned. It stays 1 where the
    /// compositor can't do it (`wp_alpha_modifier_v1`). Takes effect with the next commit.
    package var opacity: Double {
        get { chosenOpacity }
        set {
            guard newValue != chosenOpacity, surface.setOpacity(newValue) else { return }
            chosenOpacity = newValue
            applyOpaqueRegion()
        }
    }
    private var chosenOpacity = 1.0

    /// Too little of it is seen to draw for: it keeps its frame, and its player goes on as one that nobody sees.
    package var isResting = false

    /// Nothing is drawn until it is taken up again; what still moves is drawn until it has arrived.
    private var rests: Bool { isResting && animation == nil }

    /// The logical size that it is drawn for while its own is another one for a moment: the compositor scales it, and what moves
    /// needn't be drawn for each step.
    package var drawnSize: Size? {
        didSet { if drawnSize ?? size != oldValue ?? size { needsRedraw = true } }
    }

    /// The part of the surface that has the picture while that is on its way to its own place; black is around it.
    package var drawnPart: Rect? {
        didSet {
            guard drawnPart != oldValue else { return }
            needsRedraw = true
            stack.follow()
        }
    }

    /// Moves the surface for a commit that will be seen at a host time, until it answers that it has arrived.
    package var animation: ((_ presentation: Duration) -> Bool)?

    private let content: SurfaceContent
    /// Buffer pixels per logical pixel.
    package private(set) var scale = 1.0
    /// What becomes of its commits.
    package let pacing: SurfacePacing
    private var needsRedraw = true
    private var shown: VideoFrame?
    private weak var shownPlayer: Player?
    private var commitHandlers: [() -> Void] = []
    private(set) var isFinished = false
    /// How large letters over it are, 1 as usual.
    package var textScale: () -> Double = { 1 }
    /// What lies over it.
    package private(set) lazy var stack = SurfaceStack(on: self, stage)
    /// It has another size or scale.
    package var onResize: () -> Void = {}
    /// When it may be drawn again after that failed.
    private var setback = Backoff()

    package init(_ surface: Surface, stage: Stage) {
        self.surface = surface
        self.stage = stage
        content = SurfaceContent(of: surface, stage)
        pacing = SurfacePacing(of: surface, stage)
        scale = stage.globals.hasViewporter ? surface.preferredScale : surface.preferredScale.rounded(.up)
        surface.onOutputsOrScaleChange = { [weak self] _ in self?.scaleChanged() }
        pacing.onDiscarded = { [weak self] in self?.needsRedraw = true }
        surface.declareVideo()
        stage.add(self)
    }

    /// Destroys the buffers, then the role object, then the `wl_surface`.
    package func finish(role: () -> Void) {
        guard !isFinished else { return }
        isFinished = true
        isShowing = false
        unfreeze()
        stage.remove(self)
        content.finish()
        role()
        stack.finish()
        surface.destroy()
    }

    // MARK: Size

    package func resize(to size: Size) {
        guard size != self.size, !size.isEmpty else { return }
        self.size = size
        applySize()
    }

    private func scaleChanged() {
        output = surface.outputs.first ?? output
        onOutputsChange()
        // Without a viewport only whole scales can be said.
        let preferred = stage.globals.hasViewporter ? surface.preferredScale : surface.preferredScale.rounded(.up)
        guard preferred != scale else { return }
        scale = preferred
        needsRedraw = true
        applySize()
    }

    /// Draws for a scale of which the compositor has said nothing yet, until it does.
    package func presume(scale: Double) {
        self.scale = stage.globals.hasViewporter ? scale : scale.rounded(.up)
    }

    private func applySize() {
        guard !size.isEmpty else { return }
        if !surface.setDestination(size) { surface.setBufferScale(Int(scale)) }
        applyOpaqueRegion()
        if drawnSize == nil { needsRedraw = true }
        stack.layOut()
        onResize()
    }

    /// Without it the compositor would blend, and draw what lies below.
    private func applyOpaqueRegion() {
        guard !size.isEmpty else { return }
        surface.setOpaqueRegion(opacity < 1 ? nil : [Rect(origin: .zero, size: size)])
    }

    // MARK: Children

    /// The frame that was committed last, where it is the present player's: in an exchange it is another's for a while.
    var ownShownFrame: VideoFrame? { shownPlayer === player ? shown : nil }

    /// Lets the subtitles leave with the commit that follows.
    private func prepareSubtitles(waits: Bool) {
        guard let player, let frame else { return }
        stack.subtitles?.prepare(for: frame, of: player, waits: waits)
    }

    /// Something was committed to it, so that surfaces over it have something to lie over.
    package var hasContent: Bool { shown != nil }

    /// Lets what its children show take effect. While a seek's picture is on its way they wait for that one, though not for long: a
    /// composition for them alone would keep the picture waiting for the refresh after.
    func commitChildren() {
        guard awaitsSeek else { return commitSurface() }
        guard childrenDue == nil else { return }
        let due = MonotonicClock.now + Self.childrenPatience
        childrenDue = due
        stage.loop.wake(at: due)
    }

    private static let childrenPatience = Duration.milliseconds(100)

    /// When what the children show takes effect without a picture; nil while nothing of them waits.
    private var childrenDue: Duration?

    private var awaitsSeek: Bool { canDraw && !isFrozen && !rests && player?.isSeeking == true }

    private func commitSurface() {
        childrenDue = nil
        surface.commit()
    }

    // MARK: Drawing

    /// Runs `handler` with the host time at which the content of the next commit was presented, or its frame callback
    /// came.
    package func onNextPresentation(_ handler: @escaping (Duration) -> Void) { pacing.onNextPresentation(handler) }

    /// Runs `handler` after the next commit.
    package func onNextCommit(_ handler: @escaping () -> Void) { commitHandlers.append(handler) }

    /// Called once, after the first commit with a picture in it.
    package var onFirstPicture: (() -> Void)?

    /// The picture again, although it is the same.
    package func setNeedsRedraw() { needsRedraw = true }

    var canDraw: Bool { isShowing && !pacing.awaitsFrameCallback && !size.isEmpty && !isFinished }

    /// Takes the frame for the refresh at which an exchange that is drawn now will be seen, and draws it.
    func prepareForExchange(at now: Duration) {
        if drawnPart != nil { (animation, drawnPart) = (nil, nil) }
        player?.refresh(for: now + pacing.refreshInterval * 2, interval: pacing.refreshInterval)
        needsRedraw = true
        do throws(PresenterFault) {
            try content.drawForExchange(picture, size: bufferSize)
            prepareSubtitles(waits: true)
        } catch { stage.drawingFailed(error) }
    }

    /// Commits what `prepareForExchange` drew, without a flush; where it couldn't, draws and commits as ever.
    func commitPrepared() {
        guard content.isDrawnForExchange else {
            if draw() { commit() }
            return
        }
        prepareSubtitles(waits: false)
        pacing.ask(ofContentOf: isNew ? player : nil)
        content.presentForExchange()
        noteCommitted()
    }

    /// Draws if the compositor is ready for a frame and there is something new. Called once per turn of the loop.
    func turn(at now: Duration) {
        defer { if let due = childrenDue, !isFinished, now >= due || !awaitsSeek { commitSurface() } }
        if let player, let frame = ownShownFrame, !isResting { stack.subtitles?.follow(frame, of: player) }
        guard canDraw, let player, !rests || needsRedraw else { return }
        let presentation = pacing.nextPresentation(after: now)
        let isMoved = animate(for: presentation)
        guard !isFinished else { return }
        if !isFrozen, !rests { player.refresh(for: presentation, interval: pacing.refreshInterval) }
        if needsRedraw || (!isFrozen && player.currentFrame !== shown), isDrawn || draw() {
            commit()
        } else if isMoved {
            pacing.askAgain()
            commitSurface()
        }
    }

    private func animate(for presentation: Duration) -> Bool {
        guard let animation else { return false }
        if !animation(presentation) { self.animation = nil }
        return true
    }

    /// When `turn` will have something to do by itself; nil for not before an event.
    var wakeTime: Duration? {
        guard canDraw, !isFrozen, !rests, let due = player?.nextFrameDue else { return nil }
        return pacing.wakeTime(forFrameDueAt: due)
    }

    /// What was drawn is what there is to see now.
    private var isDrawn: Bool { content.isDrawn(picture, size: bufferSize) }

    /// Draws the picture and shows nothing yet. False if it can't now.
    package func draw() -> Bool {
        guard !size.isEmpty, !isFinished, !stage.isLost, setback.mayTry(at: MonotonicClock.now) else { return false }
        do throws(PresenterFault) {
            return try content.draw(picture, size: bufferSize)
        } catch {
            drawingFailed(error)
            return false
        }
    }

    /// Does everything for drawing the present picture at other sizes but the drawing, so that the first picture of a
    /// transition isn't late.
    /// - Parameter exchanges: also as `prepareForExchange` draws.
    package func rehearse(for sizes: [Size], exchanges: Bool) {
        guard let picture else { return }
        do throws(PresenterFault) {
            try content.rehearse(picture, sizes: sizes, exchanges: exchanges)
        } catch { stage.drawingFailed(error) }
    }

    /// When what is drawn now will be seen.
    package var nextPresentation: Duration { pacing.nextPresentation(after: MonotonicClock.now) }

    /// Hands what was drawn to the compositor, asking for a frame callback and for feedback.
    func commit() {
        guard content.isMade else { return }
        prepareSubtitles(waits: shown == nil)
        pacing.ask(ofContentOf: isNew ? player : nil)
        do throws(PresenterFault) {
            try content.present()
            noteCommitted()
        } catch {
            pacing.awaitNothing()
            drawingFailed(error)
        }
    }

    /// It is drawn again all the same, if ever more rarely.
    private func drawingFailed(_ fault: PresenterFault) {
        // The next one may be drawn at once.
        if fault.kind == .picture { return stage.drawingFailed(fault) }
        needsRedraw = true
        setback.failed(at: MonotonicClock.now)
        stage.drawingFailed(fault, times: setback.failures)
        guard !stage.isLost else { return }
        if let next = setback.nextTry { stage.loop.wake(at: next) }
    }

    /// What there is to see now; nil before the first frame.
    private var picture: PlayerPicture? {
        guard let player, let frame else { return nil }
        return PlayerPicture(player: player, frame: frame, part: drawnPart.flatMap(pixels))
    }

    /// The frame to draw.
    package var frame: VideoFrame? { isFrozen ? shown ?? player?.currentFrame : player?.currentFrame }

    private var isNew: Bool { frame != nil && frame !== shown }

    /// It came to an output, or left one.
    package var onOutputsChange: () -> Void = {}

    /// One more frame callback, for the content that is there.
    package func requestFrameAgain() {
        guard !isFinished, !pacing.awaitsFrameCallback else { return }
        pacing.askAgain()
        commitSurface()
    }

    private func noteCommitted() {
        childrenDue = nil
        shown = frame
        shownPlayer = player
        if let frame { player?.source.noteDrawn(frame) }
        needsRedraw = false
        content.settle()
        if setback.nextTry != nil { setback.succeeded() }
        stage.pictureShown()
        let handlers = commitHandlers
        commitHandlers = []
        for handler in handlers { handler() }
        if shown != nil, let handler = onFirstPicture {
            StartTrace.mark("the first picture is handed over")
            onFirstPicture = nil
            handler()
        }
    }

    // MARK: Presenters

    /// Everything the driver held is gone: the buffers are made again.
    func startOver() {
        content.startOver()
        beginAnew()
    }

    /// Another presenter draws from now on; what this one drew stays until then.
    func changePresenter() {
        content.changePresenter()
        setback.succeeded()
        beginAnew()
    }

    /// Something of the presenter before is still to be seen.
    var showsReplaced: Bool { content.showsReplaced }

    private func beginAnew() {
        shown = nil
        needsRedraw = true
        pacing.awaitNothing()
    }
}
