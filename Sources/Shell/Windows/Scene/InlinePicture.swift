import Logging
import OrielControls
package import OrielGeometry
import OrielPlatform
package import OrielSurfaces
package import OrielWayland

/// A view's picture inside a surface of the app's, as a subsurface on the app's own connection.
///
/// For the Picture in Picture session it is a window of the app's (`AppWindow`) that shows and hides the picture by
/// itself. The app commits its surface; the picture's own commits take effect at once, unless `isSynchronized`.
@MainActor
package final class InlinePicture: AppWindow {
    private static let log = Logger(label: "oriel")
    private let sessions: SharedSessions
    private var session: SharedSession?
    private var lossHandler: HandlerList<WaylandError>.Token?
    /// The surface that contains the picture; nil while the app has taken the view out of its windows.
    package private(set) var surface: AppSurface?
    /// The picture, while it is in the surface.
    package private(set) var picture: PictureSurface?
    private var child: Subsurface?
    /// Input for the picture; nil while the app forwards none, and while the picture is elsewhere.
    private(set) var input: InlineInput?
    weak var host: WindowScene?

    /// The picture's rectangle in the surface's coordinates; an empty one removes it.
    package private(set) var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The part of the surface where the picture can be seen, in the surface's coordinates; nil is all of it.
    package private(set) var clip: Rect?

    /// Gives the picture its rectangle, clipped to a part of the surface. The position takes effect with the app's next
    /// commit of the surface.
    package func place(at frame: Rect, clippedTo clip: Rect?) {
        guard frame != self.frame || clip != self.clip else { return }
        (self.frame, self.clip) = (frame, clip)
        layOut()
    }

    /// The picture has a size, and some of it isn't clipped.
    private var isVisible: Bool { !frame.isEmpty && (clip.map { $0.intersection(frame) != nil } ?? true) }

    /// Whether the picture's commits take effect only with the app's next commit of the surface, for example while the
    /// app resizes its window.
    package var isSynchronized = false {
        didSet { if isSynchronized != oldValue { synchronize() } }
    }
    /// Whether a placeholder stands in the picture's place while it floats; otherwise the app's own drawing is seen.
    package var showsPlaceholder = true {
        didSet { if showsPlaceholder != oldValue, isElsewhere { leave() } }
    }
    /// Place among the app's own subsurfaces, right above or below the `struct wl_surface *` of a sibling or the
    /// parent; nil above all that existed before it.
    package var stacking: (sibling: OpaquePointer, isAbove: Bool)? {
        didSet { stack() }
    }
    /// `struct wl_surface *` of the app's mapped window that has the surface; nil if unknown.
    package private(set) var toplevel: OpaquePointer?
    /// The picture at whose next presentation the toplevel's inhibitor is made; nil while none is wanted.
    private weak var awaited: PictureSurface?
    /// The window that has the surface, if the app wants to be asked to raise it when the picture returns; kept weakly.
    package weak var window: (any AppWindow)?
    /// Called from the loop, once a turn, when presence, position or stacking of the picture has changed, which takes
    /// effect with the app's next commit of its surface.
    package var onCommitNeeded: () -> Void = {}
    /// `onCommitNeeded` is called in the loop's next turn.
    private var needsCommit = false
    /// The picture floats.
    private var isElsewhere = false
    /// The picture fades into the overlay, and the view shows that when it goes.
    var isLifted = false
    /// The longest time for which the view shows it.
    private let liftLimit = LoopTimer()
    /// The compositor has not presented the picture since it came into the surface: it shows it from the app's next
    /// commit on.
    package private(set) var isAwaitingCommit = false
    /// Longest time from a picture's first frame to its presentation that isn't logged.
    private static let patience = Duration.seconds(1)

    package init(_ sessions: SharedSessions) { self.sessions = sessions }

    package var state: AppWindowState { window?.state ?? .window(frame.isEmpty ? nil : frame.size) }

    // MARK: The surface

    /// Puts the picture into another surface of the app's, or takes it out of all with nil.
    /// - Throws: `WaylandError` if the pointers are of other objects or the display isn't connected; the picture is in
    ///   no surface then.
    package func move(to surface: AppSurface?) throws(WaylandError) {
        guard surface != self.surface || session?.loss != nil else { return }
        end()
        guard let surface else { return }
        try surface.check()
        let session = try sessions.session(on: surface.display)
        self.surface = surface
        self.session = session
        lossHandler = session.onLost.append { [weak self] _ in self?.end() }
        session.whenReady { [weak self, weak session] in
            guard let self, let session, self.session === session else { return }
            if session.stage?.globals.hasSubsurfaces == false {
                Self.log.warning("the view in the app's window shows no picture: the compositor has no subsurfaces")
            }
            self.make()
        }
    }

    /// Removes the picture from the app's surface. May be repeated.
    package func end() {
        notice()
        remove()
        if let lossHandler { session?.onLost.remove(lossHandler) }
        session?.inhibitors.release(by: self)
        (session, surface, lossHandler, toplevel) = (nil, nil, nil, nil)
    }

    // MARK: The screen

    /// Names the app's window that has the surface, by which the screen stays on; nil while it isn't mapped.
    /// - Throws: `WaylandError` if the pointer is of another object or connection.
    package func setToplevel(_ toplevel: OpaquePointer?) throws(WaylandError) {
        notice()
        guard toplevel != self.toplevel, let surface else { return }
        if let toplevel { try AppSurface(display: surface.display, surface: toplevel).check() }
        self.toplevel = toplevel
        host?.scene.updateInhibitor()
    }

    /// Keeps the screen on by an idle inhibitor on the app's toplevel, or no longer.
    ///
    /// The inhibitor is made when the compositor next presents the picture: then the toplevel is mapped, also if the
    /// app forgot to say that it has destroyed it.
    /// - Returns: false if the screen isn't kept on by this means.
    func keepScreenOn(_ isWanted: Bool) -> Bool {
        guard isWanted, let toplevel, let session, let globals = session.stage?.globals, globals.hasIdleInhibition,
            let picture
        else {
            session?.inhibitors.release(by: self)
            awaited = nil
            return false
        }
        guard !session.inhibitors.isHeld(toplevel, by: self) else { return true }
        session.inhibitors.release(by: self)
        guard awaited !== picture else { return true }
        awaited = picture
        picture.onNextPresentation { [weak self, weak picture] _ in
            guard let self, let picture, self.awaited === picture, let toplevel = self.toplevel else { return }
            self.awaited = nil
            self.notice()
            // A request that waits for room might be sent after the window's end.
            guard globals.connection.hasRoom else { return _ = self.keepScreenOn(true) }
            self.session?.inhibitors.hold(toplevel, for: self, globals)
        }
        return true
    }

    // MARK: AppWindow

    package func show(_ request: AppWindowRequest) {
        notice()
        isElsewhere = false
        liftLimit.cancel()
        // The picture's own presentation answers the request.
        window?.show(request.unanswered)
        guard session?.stage != nil, isVisible else { return request.presented() }
        if picture == nil { make() }
        guard let picture else { return request.presented() }
        picture.isResting = false
        (picture.animation, picture.drawnPart, picture.opacity) = (nil, nil, 1)
        picture.stack.uncover()
        if isLifted, let overlay = host?.lift { picture.grow(from: overlay, hasClearGround: !showsPlaceholder) }
        picture.onNextPresentation { _ in request.presented() }
        picture.setNeedsRedraw()
    }

    package func hide() {
        notice()
        isElsewhere = true
        endInput()
        if isLifted, let picture, picture.hasContent, let overlay = host?.lift {
            lift(picture, to: overlay)
        } else {
            leave()
        }
        window?.hide()
    }

    /// Lets the picture be seen to leave, over the placeholder or the app's own drawing, before it goes.
    private func lift(_ picture: PictureSurface, to overlay: Placement) {
        picture.isResting = true
        let (fades, isCovered) = (session?.stage?.globals.hasOpacity == true, showsPlaceholder)
        if fades, isCovered { cover(picture, 0) }
        picture.shrink(to: overlay, hasClearGround: !isCovered) { [weak picture] share in
            guard fades, let picture else { return }
            if isCovered { picture.stack.coverOpacity = share } else { picture.opacity = 1 - share }
        } done: { [weak self] in
            self?.leave()
        }
        // A hidden window gets no frame callbacks, so a timer ends it.
        liftLimit.set(on: picture.loop, after: .milliseconds(400)) { [weak self] in self?.leave() }
    }

    /// Covers the picture, or removes it.
    private func leave() {
        liftLimit.cancel()
        guard showsPlaceholder else { return remove() }
        if picture == nil { make() }
        guard let picture else { return }
        // Below the placeholder, the picture stays where its motion has ended.
        picture.animation = nil
        picture.isResting = true
        picture.stack.hideMessage()
        cover(picture, 1)
    }

    private func cover(_ picture: PictureSurface, _ opacity: Double) {
        picture.stack.show(SurfaceStack.Cover(placeholder: WindowPlaceholder(host?.placeholderText)))
        picture.stack.coverOpacity = opacity
    }

    /// Shows the placeholder's new text.
    func changeCover() {
        notice()
        if isElsewhere { leave() }
    }

    /// Notices that the app has disconnected its display since the last turn of the loop: the picture is gone then.
    private func notice() { _ = session?.connection.isUsable }

    // MARK: The picture

    private func make() {
        guard picture == nil, isVisible, !isElsewhere || showsPlaceholder, let surface, let stage = session?.stage,
            let child = Subsurface(in: surface, stage.globals)
        else { return }
        self.child = child
        let picture = PictureSurface(child.surface, stage: stage)
        self.picture = picture
        picture.stack.prepare()
        awaitCommit(of: picture)
        synchronize()
        stack()
        layOut()
        host?.begin(picture)
        if isElsewhere { leave() }
        askForCommit()
    }

    /// Logs it if the compositor doesn't present a new picture.
    private func awaitCommit(of picture: PictureSurface) {
        isAwaitingCommit = true
        picture.onNextPresentation { [weak self, weak picture] _ in
            if let self, self.picture === picture { self.isAwaitingCommit = false }
        }
        picture.onNextCommit { [weak self, weak picture] in
            self?.session?.stage?.loop.after(Self.patience) {
                guard let self, let picture, self.picture === picture, self.isAwaitingCommit, !self.isElsewhere else {
                    return
                }
                Self.log.notice("no picture in the app's window: \(Self.missingCommit)")
            }
        }
    }

    /// Reason why a picture that came into the app's surface isn't presented.
    package static let missingCommit =
        "the app has not committed its surface since it was put there (onSurfaceCommitNeeded), or its window is hidden"

    private func remove() {
        guard let picture, let child else { return }
        endInput()
        liftLimit.cancel()
        (self.picture, self.child) = (nil, nil)
        picture.finish { child.destroy() }
        host?.scene.updateInhibitor()
    }

    private func layOut() {
        notice()
        guard let picture, let child else { return make() }
        guard isVisible else { return remove() }
        let hasViewporter = session?.stage?.globals.hasViewporter == true
        let place = ClippedPlace(of: frame, in: hasViewporter ? clip : nil)
        let corner = hasViewporter ? clip?.origin ?? .zero : .zero
        child.place(at: Point(x: corner.x + place.origin.x, y: corner.y + place.origin.y))
        picture.resize(to: frame.size)
        picture.clip(to: place.part)
        picture.isShowing = true
        askForCommit()
    }

    // MARK: Input

    /// Handles an event of the app's.
    /// - Returns: whether it has a meaning for the picture.
    package func forward(_ event: ForwardedInput) -> Bool {
        notice()
        return readyInput()?.handle(event, in: frame) ?? false
    }

    /// The input, made at the first event, or for a screen reader; nil while the picture isn't shown here.
    func readyInput() -> InlineInput? {
        guard let picture, let host, !isElsewhere, picture.hasContent else { return nil }
        let input = input ?? host.makeInput(on: picture)
        self.input = input
        return input
    }

    private func endInput() {
        input?.input.finish()
        input = nil
    }

    /// The app may be in the middle of its own call, or may not have set its handler yet.
    private func askForCommit() {
        guard !needsCommit, let stage = session?.stage else { return }
        needsCommit = true
        stage.loop.after(.zero) { [weak self] in
            self?.needsCommit = false
            self?.onCommitNeeded()
        }
    }

    private func synchronize() {
        notice()
        if isSynchronized { child?.synchronize() } else { child?.desynchronize() }
    }

    private func stack() {
        notice()
        guard let stacking, let child else { return }
        child.place(above: stacking.isAbove, sibling: stacking.sibling)
        askForCommit()
    }
}
