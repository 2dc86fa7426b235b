import OrielGeometry
import OrielPlatform
package import OrielSurfaces
package import OrielWayland

/// A player's `xdg_toplevel`, in a window or full screen. Made when it is to be seen, destroyed when it isn't.
@MainActor
package final class PlayerWindow {
    package let picture: PictureSurface
    let toplevel: Toplevel
    private let stage: Stage
    /// The size to take where the compositor leaves it to us.
    private var naturalSize: Size
    /// The output's logical size, for a full screen whose first configure names none (sway).
    private let fullscreenSize: Size?
    private(set) var states: Toplevel.States = []
    private var wantsFullscreen: Bool
    /// The output that was asked for, until it is known whether the compositor heard it.
    private var unheard: Fullscreen?
    private var isMapped = false
    /// The compositor has made it full screen, be it for a while.
    private var wasFullscreen = false
    private var isConfigured = false

    /// The user or the compositor asks the window to close.
    var onCloseRequest: () -> Void = {}
    /// The compositor changed the window's states.
    var onStateChange: () -> Void = {}
    /// Runs when the window gets or loses the *activated* state.
    var onActivationChange: (Bool) -> Void = { _ in }

    /// - Parameters:
    ///   - size: the size of a window, and of the one to return to from full screen.
    ///   - fullscreen: nil for a window; else the output to fill, which may be left to the compositor.
    ///   - draft: what was drawn of it before; its picture becomes this window's.
    init(stage: Stage, title: String, size: Size, fullscreen: Fullscreen?, draft: WindowDraft? = nil) {
        self.stage = stage
        naturalSize = size
        wantsFullscreen = fullscreen != nil
        fullscreenSize = fullscreen.flatMap { $0.expectedOutput(stage.globals)?.state.logical.size }
        unheard = fullscreen
        picture = draft?.picture ?? PictureSurface(Surface(stage.globals), stage: stage)
        toplevel = Toplevel(picture.surface, title: title, appID: stage.applicationID)
        toplevel.onConfigure = { [weak self] in self?.configured($0) }
        toplevel.onClose = { [weak self] in self?.onCloseRequest() }
        if let fullscreen { toplevel.setFullscreen(on: fullscreen.output) }
        picture.onNextCommit { [weak self] in self?.isMapped = true }
        picture.surface.commit()
    }

    package struct Fullscreen {
        var output: Output?

        package init(output: Output?) { self.output = output }

        /// The output to fill, as far as it can be known.
        @MainActor func expectedOutput(_ globals: Globals) -> Output? { output ?? globals.outputs.first }
    }

    func finish() {
        picture.finish { toplevel.destroy() }
    }

    package var isFullscreen: Bool { isConfigured ? states.contains(.fullscreen) : wantsFullscreen }
    /// It wants to be full screen, and the compositor has not said yet that it is.
    package var awaitsFullscreen: Bool { wantsFullscreen && !wasFullscreen }
    /// The compositor says that nothing of it can be seen (`xdg_toplevel` version 6).
    var isSuspended: Bool { states.contains(.suspended) }
    /// The compositor says that the window is the active one (`xdg_toplevel`'s *activated*).
    var isActivated: Bool { states.contains(.activated) }
    /// Neither full screen nor tiled nor maximised: its edges are ours to resize by.
    var isFloating: Bool {
        states.isDisjoint(with: Toplevel.States.tiled.union([.fullscreen, .maximized]))
    }

    package func setFullscreen(_ fullscreen: Bool) {
        wasFullscreen = states.contains(.fullscreen)
        wantsFullscreen = fullscreen
        unheard = nil
        if fullscreen { toplevel.setFullscreen() } else { toplevel.unsetFullscreen() }
    }

    /// Lets the picture come into a window that fills its output from where it was on that, once it is seen.
    /// - Parameter waits: whether the one that it takes the picture over from is still there: it stays in that one's place then, for
    ///   half a second at most.
    func glidePicture(from start: Rect, while waits: @escaping () -> Bool) {
        var motion: Motion?
        var limit: Duration?
        picture.animation = { [weak self] presentation in
            guard let self, let end = self.picture.place, self.wantsFullscreen,
                Rect(origin: .zero, size: self.picture.size).contains(start)
            else {
                self?.picture.drawnPart = nil
                return false
            }
            // It begins with the first picture that is seen, however late that is.
            var isHeld = true
            if self.picture.hasContent {
                isHeld = limit.map { presentation < $0 } != false && waits()
                limit = isHeld ? limit ?? presentation + .milliseconds(500) : .zero
            }
            if motion == nil || motion?.end != end || isHeld {
                motion = Motion(
                    from: motion == nil ? start : self.picture.drawnPart ?? start, to: end, at: presentation)
            }
            let isOver = motion?.isOver(at: presentation) ?? true
            self.picture.drawnPart = isOver ? nil : motion?.rect(at: presentation)
            return !isOver
        }
    }

    /// The size a window has when it isn't full screen.
    var windowSize: Size { naturalSize }

    private func configured(_ configuration: Toplevel.Configuration) {
        if !isConfigured { StartTrace.mark("the window has its size") }
        let changed = states != configuration.states
        let wasActivated = isActivated
        states = configuration.states
        if states.contains(.fullscreen) { wasFullscreen = true }
        var size = configuration.size ?? .zero
        if size.isEmpty { size = (wantsFullscreen ? fullscreenSize : nil) ?? naturalSize }
        if !states.contains(.fullscreen) && !wantsFullscreen { naturalSize = size }
        isConfigured = true
        askAgain()
        picture.resize(to: size)
        // Without it the surfaces over the picture would count, were one ever to stand out.
        toplevel.setWindowGeometry(Rect(origin: .zero, size: size))
        // The acknowledgement must reach the compositor with a commit even where nothing else changed.
        picture.setNeedsRedraw()
        picture.isShowing = true
        if changed { onStateChange() }
        if isActivated != wasActivated { onActivationChange(isActivated) }
    }

    /// A compositor may not say before a window is mapped that it will be full screen (sway). One that doesn't afterwards
    /// has lost it on the way: phoc 0.58, which takes the window for full screen and answers only to a change.
    private func askAgain() {
        guard let wish = unheard, isMapped || states.contains(.fullscreen) else { return }
        unheard = nil
        guard !states.contains(.fullscreen) else { return }
        toplevel.unsetFullscreen()
        toplevel.setFullscreen(on: wish.output)
    }
}
