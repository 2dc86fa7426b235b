package import OrielGeometry
package import OrielMedia
package import OrielPlatform
package import OrielPlayer
package import OrielWayland

/// A `wl_surface` that shows one player's frames, whatever its role. It draws only when the compositor is ready for a
/// frame and there is something new to show.
@MainActor
package final class PictureSurface {
    package let surface: Surface
    package let stage: Stage
    /// The player whose frames are shown. Two surfaces exchange their pictures by exchanging their players.
    package var player: Player? {
        didSet {
            guard player !== oldValue else { return }
            needsRedraw = true
            stage.describeDisplay(to: player)
        }
    }
    /// The output that the surface is on, or was on last.
    package private(set) var output: Output?
    /// Size in logical pixels; empty until configured.
    package var size: Size { content.size }
    /// Whether the surface may draw: it was configured, and its owner wants it on screen.
    package var isShowing = false {
        didSet { if isShowing && !oldValue { needsRedraw = true } }
    }

    /// Keeps the frame that is shown while another surface of the same player appears over it or disappears. If it
    /// showed newer frames until it is unmapped, the picture would go back by a frame at that moment.
    var isFrozen: Bool { thaw.isSet }
    /// The timer that ends the freeze.
    let thaw = LoopTimer()

    /// Opacity of the picture over what lies below, 0 to 1; surfaces over the picture keep theirs. If the compositor
    /// has no `wp_alpha_modifier_v1`, the picture is drawn with it. Takes effect with the next commit.
    package var opacity = 1.0 {
        didSet {
            guard opacity != oldValue else { return }
            if !surface.setOpacity(opacity) { needsRedraw = true }
            applyOpaqueRegion()
        }
    }

    /// Radius in logical pixels of the picture's corners, with a light line along the edge; 0 for square corners
    /// without one. Takes effect with the next frame.
    package var cornerRadius: Int {
        get { content.cornerRadius }
        set {
            guard newValue != cornerRadius else { return }
            content.cornerRadius = newValue
            needsRedraw = true
            applyOpaqueRegion()
        }
    }

    /// Too little of the surface is visible to draw for: it keeps its frame, and its player runs on as an invisible
    /// one.
    package var isResting = false

    /// The surface rests and no animation runs: no new frames are drawn until it stops resting.
    private var rests: Bool { isResting && animation == nil }

    /// The size to draw for, in logical pixels, while an animation gives the surface another size: the compositor
    /// scales the buffer, so that the steps of the animation need no drawing. nil draws for the surface's own size.
    package var drawnSize: Size? {
        didSet { if drawnSize ?? size != oldValue ?? size { needsRedraw = true } }
    }

    /// The part of the surface that shows the picture while an animation moves it, in logical pixels; the rest is
    /// black, or clear if `hasClearGround`. nil outside of such animations.
    package var drawnPart: Rect? {
        didSet {
            guard drawnPart != oldValue else { return }
            needsRedraw = true
            stack.follow()
            if (drawnPart == nil) != (oldValue == nil) { applyOpaqueRegion() }
        }
    }

    /// Whether what lies below is seen beside `drawnPart`.
    package var hasClearGround: Bool {
        get { content.hasClearGround }
        set { content.hasClearGround = newValue }
    }

    /// Animation step for the commit that will be presented at a host time; returns false once the animation is over.
    package var animation: ((_ presentation: Duration) -> Bool)?

    let content: SurfaceContent
    /// Buffer pixels per logical pixel.
    package private(set) var scale = 1.0
    /// Frame callbacks and presentation feedback of the surface's commits.
    package let pacing: SurfacePacing
    private var needsRedraw = true
    /// The frame that was committed last, and its player.
    private var shown: VideoFrame?
    private weak var shownPlayer: Player?
    private var commitHandlers = CommitHandlers()
    private(set) var isFinished = false
    /// Factor for the size of text over the picture; 1 is the usual size.
    package var textScale: () -> Double = { 1 }
    /// The subsurfaces over the picture.
    package private(set) lazy var stack = SurfaceStack(on: self)
    package var loop: MainLoop { stage.loop }
    /// Called when the size or scale has changed.
    package let onResize = HandlerList<Void>()
    /// Delays the next attempt after drawing has failed.
    private var setback = Backoff()

    /// Makes a surface on a stage, without a role.
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
        apply(size)
    }

    private func scaleChanged() {
        output = surface.outputs.first ?? output
        onOutputsChange()
        // Without `wp_viewporter` the buffer scale must be a whole number.
        let preferred = stage.globals.hasViewporter ? surface.preferredScale : surface.preferredScale.rounded(.up)
        guard preferred != scale else { return }
        scale = preferred
        needsRedraw = true
        apply(size)
    }

    /// Sets the scale to draw for until the compositor sends one.
    package func presume(scale: Double) {
        self.scale = stage.globals.hasViewporter ? scale : scale.rounded(.up)
    }

    private func apply(_ size: Size) {
        guard !size.isEmpty else { return }
        if !content.resize(to: size, visiblePart: visiblePart) { surface.setBufferScale(Int(scale)) }
        applyOpaqueRegion()
        if drawnSize == nil { needsRedraw = true }
        stack.layOut()
        onResize()
    }

    /// Declares the surface opaque, so that the compositor doesn't blend or draw what lies below.
    func applyOpaqueRegion() {
        guard !size.isEmpty else { return }
        let whole = Rect(origin: .zero, size: visiblePart?.size ?? size)
        let radius = min(cornerRadius, size.width / 2, size.height / 2)
        let isClear = opacity < 1 || hasClearGround && drawnPart != nil
        surface.setOpaqueRegion(isClear ? nil : whole.lessCorners(Double(radius)))
    }

    // MARK: Children

    /// The frame that was committed last; nil if it belongs to another player, as it does for a while during an
    /// exchange.
    var ownShownFrame: VideoFrame? { player != nil && shownPlayer === player ? shown : nil }

    /// Prepares the subtitles of the frame, so that they take effect with the commit that follows.
    private func prepareSubtitles(waits: Bool) {
        guard let player, let frame else { return }
        stack.prepareSubtitles(for: frame, of: player, waits: waits)
    }

    /// A frame was committed, so that subsurfaces can appear over it.
    package var hasContent: Bool { shown != nil }

    /// Content was committed, with a frame or without.
    package var isMapped: Bool { content.isShown }

    /// Commits the surface, so that its subsurfaces' content takes effect. During a seek this waits up to 100 ms for
    /// the frame of the seek target: a commit for the subsurfaces alone would delay that frame by a refresh.
    func commitChildren() {
        guard awaitsSeek else { return commitSurface() }
        guard childrenDue == nil else { return }
        let due = MonotonicClock.now + Self.childrenPatience
        childrenDue = due
        stage.loop.wake(at: due)
    }

    private static let childrenPatience = Duration.milliseconds(100)

    /// Host time at which the subsurfaces' content takes effect without a new frame; nil if none waits.
    private var childrenDue: Duration?

    private var awaitsSeek: Bool { canDraw && !isFrozen && !rests && player?.isSeeking == true }

    private func commitSurface() {
        childrenDue = nil
        surface.commit()
    }

    // MARK: Drawing

    /// Runs `handler` with the host time at which the content of the next commit was presented, or at which its frame
    /// callback came if there is no presentation feedback.
    package func onNextPresentation(_ handler: @escaping (Duration) -> Void) { pacing.onNextPresentation(handler) }

    /// Runs `handler` after the next commit.
    package func onNextCommit(_ handler: @escaping () -> Void) { commitHandlers.append(handler) }

    /// Called once, after the first commit with a frame.
    package var onFirstPicture: (() -> Void)? {
        get { commitHandlers.first }
        set { commitHandlers.first = newValue }
    }

    /// Draws the picture again although the frame is the same.
    package func setNeedsRedraw() { needsRedraw = true }

    var canDraw: Bool { isShowing && !pacing.awaitsFrameCallback && !size.isEmpty && !isFinished && !isCutAway }

    /// Draws the frame for the refresh at which an exchange will be presented, without committing it.
    func prepareForExchange(at now: Duration) {
        if drawnPart != nil { (animation, drawnPart) = (nil, nil) }
        let interval = pacing.refreshes.refreshInterval
        player?.refresh(for: now + interval * 2, interval: interval)
        needsRedraw = true
        do throws(PresenterFault) {
            _ = try content.draw(picture, size: bufferSize, forExchange: true)
            prepareSubtitles(waits: true)
        } catch { stage.drawingFailed(error) }
    }

    /// Commits what `prepareForExchange` drew, without a flush. If that failed, draws and commits as usual.
    func commitPrepared() {
        if content.isPrepared { return show(waitingForSubtitles: false) }
        if draw() { commit() }
    }

    /// Draws and commits if the compositor is ready for a frame and there is something new. Called once per turn of the
    /// loop.
    ///
    /// 1. Updates the subtitles over the frame that is shown, for example after their style has changed.
    /// 2. Returns unless the surface can draw. A resting surface draws only if a redraw was requested.
    /// 3. Advances the animation to the time at which the next commit will be presented.
    /// 4. Lets the player choose the frame for that time.
    /// 5. Commits if a redraw was requested or the frame is new; draws first unless `draw` has already drawn this
    /// picture. If only the animation moved the surface, it commits without a new buffer.
    ///
    /// At the end it commits for subsurfaces that have waited for the frame of a seek long enough.
    func turn(at now: Duration) {
        defer { if let due = childrenDue, !isFinished, now >= due || !awaitsSeek { commitSurface() } }
        if let player, let frame = ownShownFrame, !isResting { stack.followSubtitles(frame, of: player) }
        guard canDraw, let player, !rests || needsRedraw else { return }
        let presentation = pacing.refreshes.nextPresentation(after: now)
        let isMoved = animate(for: presentation)
        guard !isFinished else { return }
        if !isFrozen, !rests { player.refresh(for: presentation, interval: pacing.refreshes.refreshInterval) }
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

    /// Host time at which `turn` next has something to do without an event; nil if only an event can give it work.
    var wakeTime: Duration? {
        guard canDraw, !isFrozen, !rests, let due = player?.nextFrameDue else { return nil }
        return pacing.refreshes.wakeTime(forFrameDueAt: due)
    }

    /// The back buffer already holds the present picture.
    private var isDrawn: Bool { content.isDrawn(picture, size: bufferSize) }

    /// Draws the picture without showing it. Returns false if it can't be drawn now.
    package func draw() -> Bool {
        guard !size.isEmpty, !isFinished, !stage.isLost, stage.hasRoom, setback.mayTry(at: MonotonicClock.now) else {
            return false
        }
        do throws(PresenterFault) {
            return try content.draw(picture, size: bufferSize)
        } catch {
            drawingFailed(error)
            return false
        }
    }

    /// Prepares for drawing the present picture in other places, so that the first frame of a transition isn't late.
    /// Draws nothing. Sizes are in logical pixels.
    /// - Parameters:
    ///   - window: the window's size; the picture also moves inside it.
    ///   - overlays: sizes at which the overlay is drawn.
    ///   - stage: the overlay's, another one than this surface's if that is the app's.
    ///   - cornerRadius: the overlay's.
    ///   - exchanges: also prepares for `prepareForExchange`.
    package func rehearse(window: Size, overlays: [Size], on stage: Stage, cornerRadius: Int, exchanges: Bool) {
        guard var picture, self.stage.hasRoom else { return }
        let windowed = bufferSize(for: window)
        (picture.edge, picture.part, picture.isMoving) = (PictureEdge(), nil, false)
        // Smaller than its surface, so that the rest is cleared.
        var moving = picture
        moving.part = Rect(x: 0, y: 0, width: windowed.width / 2, height: windowed.height / 2)
        (moving.isMoving, moving.hasClearGround) = (true, true)
        let inWindow = [(picture, in: windowed), (moving, in: windowed)]
        let inOverlay = overlays.map { overlay in
            let size = bufferSize(for: overlay)
            picture.edge = PictureEdge(radius: cornerRadius, ofPixels: size, for: overlay)
            return (picture, in: size)
        }
        do throws(PresenterFault) {
            guard stage !== self.stage else { return try content.rehearse(inWindow + inOverlay, exchanges: exchanges) }
            try content.rehearse(inWindow, exchanges: exchanges)
        } catch { self.stage.drawingFailed(error) }
        stage.rehearse(inOverlay, exchanges: exchanges)
    }

    /// Host time at which a frame that is drawn now will be presented.
    package var nextPresentation: Duration { pacing.refreshes.nextPresentation(after: MonotonicClock.now) }

    /// Commits what was drawn, with a frame callback and presentation feedback requested.
    func commit() {
        if content.isMade, stage.hasRoom { show(waitingForSubtitles: shown == nil) }
    }

    private func show(waitingForSubtitles waits: Bool) {
        prepareSubtitles(waits: waits)
        pacing.ask(ofContentOf: isNew ? player : nil)
        do throws(PresenterFault) {
            try content.present()
            noteCommitted()
        } catch {
            pacing.awaitNothing()
            drawingFailed(error)
        }
    }

    /// Reports the fault and schedules another attempt, with growing delays.
    private func drawingFailed(_ fault: PresenterFault) {
        // The fault concerns this frame only: the next one may be drawn at once.
        if fault.kind == .picture { return stage.drawingFailed(fault) }
        needsRedraw = true
        setback.failed(at: MonotonicClock.now)
        stage.drawingFailed(fault, times: setback.failures)
        guard !stage.isLost else { return }
        if let next = setback.nextTry { stage.loop.wake(at: next) }
    }

    /// The picture to draw; nil before the first frame.
    private var picture: PlayerPicture? {
        guard let player, let frame else { return nil }
        var picture = PlayerPicture(
            player: player, frame: frame, part: (drawnPart ?? stack.coverPart).flatMap(pixels))
        if !stage.globals.hasOpacity { picture.opacity = opacity }
        picture.isMoving = drawnPart != nil
        picture.hasClearGround = hasClearGround && picture.isMoving
        if drawnPart == nil { picture.edge = PictureEdge(radius: cornerRadius, ofPixels: bufferSize, for: size) }
        return picture
    }

    /// The frame to draw: the player's current one, or the one that is shown while the surface is frozen.
    package var frame: VideoFrame? { isFrozen ? shown ?? player?.currentFrame : player?.currentFrame }

    private var isNew: Bool { frame != nil && frame !== shown }

    /// Called when the surface has entered or left an output, or its preferred scale has changed.
    package let onOutputsChange = HandlerList<Void>()

    /// Requests another frame callback without new content, unless one is awaited already.
    package func requestFrameAgain() {
        guard !isFinished, !isCutAway, !pacing.awaitsFrameCallback else { return }
        pacing.askAgain()
        commitSurface()
    }

    private func noteCommitted() {
        childrenDue = nil
        (shown, shownPlayer) = (frame, player)
        if let frame { player?.source.noteDrawn(frame) }
        needsRedraw = false
        content.settle()
        if setback.nextTry != nil { setback.succeeded() }
        stage.pictureShown()
        for handler in commitHandlers.take(hasFrame: shown != nil) { handler() }
    }

    // MARK: Presenters

    /// Recreates the buffers after the graphics context was lost.
    func startOver() {
        content.startOver()
        beginAnew()
    }

    /// Switches to the stage's new presenter; the old one's content stays on screen until the next commit.
    func changePresenter() {
        content.changePresenter()
        setback.succeeded()
        beginAnew()
    }

    func beginAnew() {
        shown = nil
        needsRedraw = true
        pacing.awaitNothing()
    }
}
