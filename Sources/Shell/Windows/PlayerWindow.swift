package import OrielControls
import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
package import OrielSurfaces
package import OrielWayland

/// A player's `xdg_toplevel`, as a window or full screen. It is created to be shown and destroyed to be hidden.
@MainActor
package final class PlayerWindow {
    package let picture: PictureSurface
    let toplevel: Toplevel
    /// Last size while not full screen, in logical pixels.
    private(set) var windowSize: Size
    /// Last size while neither full screen nor maximised, in logical pixels: the size to take if the compositor leaves
    /// it to the client.
    private(set) var restoredSize: Size
    /// Whether the window is maximised, or is again after full screen. A new one's wish, until a configure answers it.
    private(set) var isMaximized: Bool
    /// The size to take once when a window that was made maximised no longer is, whatever size the compositor suggests:
    /// labwc has never seen another than the maximised one.
    private var formerSize: Size?
    /// The output's logical size, for a full-screen window whose first configure has no size (sway).
    private let fullscreenSize: Size?
    private(set) var states: Toplevel.States = []
    /// Full screen was requested.
    private var wantsFullscreen: Bool
    /// The output that full screen was requested on; nil leaves it to the compositor.
    private let wantedOutput: Output?
    /// The compositor isn't known to have followed the first request for full screen.
    private var isUnheard: Bool
    private var isMapped = false
    /// The window is or was full screen since the last request, even if only for a while.
    private var wasFullscreen = false
    private var isConfigured = false
    /// The picture fades into an overlay, and the window shows that when it goes.
    var isLifted = false

    /// Called when the user or the compositor asks the window to close.
    var onCloseRequest: () -> Void = {}
    /// Called when the compositor has changed the window's states.
    var onStateChange: () -> Void = {}
    /// Called when the window has gained or lost the *activated* state.
    var onActivationChange: (Bool) -> Void = { _ in }

    /// Creates the window; its first configure decides on its size and states.
    /// - Parameters:
    ///   - mode: whether it is full screen.
    ///   - size: the window's size in logical pixels, also for the return from full screen.
    ///   - maximizedFrom: asks for a maximised window, which has this size when it no longer is; nil doesn't.
    ///   - draft: the window's picture if it was drawn in advance; this window takes it over.
    init(
        stage: Stage, title: String, _ mode: WindowMode, size: Size, maximizedFrom: Size? = nil,
        draft: WindowDraft? = nil
    ) {
        windowSize = size
        restoredSize = maximizedFrom ?? size
        isMaximized = maximizedFrom != nil
        formerSize = maximizedFrom
        wantsFullscreen = mode.isFullScreen
        isUnheard = wantsFullscreen
        wantedOutput = if case .fullScreen(let name) = mode { stage.globals.output(named: name) } else { nil }
        fullscreenSize = mode.expectedOutput(stage.globals)?.state.logical.size
        picture = draft?.picture ?? PictureSurface(Surface(stage.globals), stage: stage)
        toplevel = Toplevel(picture.surface, title: title, appID: stage.applicationID)
        picture.stack.popupParent = toplevel.popupParent
        toplevel.onConfigure = { [weak self] in self?.configured($0) }
        toplevel.onFrameChange = { [weak self] in self?.onStateChange() }
        toplevel.onClose = { [weak self] in self?.onCloseRequest() }
        if isMaximized { toplevel.setMaximized(true) }
        if wantsFullscreen { toplevel.setFullscreen(on: wantedOutput) }
        picture.onNextCommit { [weak self] in self?.isMapped = true }
        picture.surface.commit()
    }

    func finish() {
        picture.finish { toplevel.destroy() }
    }

    package var isFullscreen: Bool { isConfigured ? states.contains(.fullscreen) : wantsFullscreen }
    /// Full screen was requested and the compositor has not confirmed it yet.
    package var awaitsFullscreen: Bool { wantsFullscreen && !wasFullscreen }
    /// Full screen, or about to be. A first configuration may come without the state.
    var isMeantFullscreen: Bool { isFullscreen || awaitsFullscreen }
    /// The compositor reports that the window is invisible (`xdg_toplevel` version 6, *suspended*).
    var isSuspended: Bool { states.contains(.suspended) }
    /// The compositor reports that the window is active (`xdg_toplevel`, *activated*).
    package var isActivated: Bool { states.contains(.activated) }
    /// The window is neither full screen nor tiled nor maximised: the client may resize it at its edges.
    var isFloating: Bool {
        states.isDisjoint(with: Toplevel.States.tiled.union([.fullscreen, .maximized]))
    }

    /// Requests full screen on an output of the compositor's choice, or the return to a window.
    package func setFullscreen(_ fullscreen: Bool) {
        wasFullscreen = states.contains(.fullscreen)
        wantsFullscreen = fullscreen
        isUnheard = false
        if fullscreen { toplevel.setFullscreen() } else { toplevel.unsetFullscreen() }
    }

    /// Moves a full-screen window to an output.
    func setFullscreen(on output: Output) { toplevel.setFullscreen(on: output) }

    /// Moves the picture from the area of the overlay on its output to its own place, in a full-screen window.
    func glidePicture(from start: Rect, while waits: @escaping () -> Bool) {
        picture.glide(
            from: { [weak self] size in
                self?.wantsFullscreen == true && Rect(origin: .zero, size: size).contains(start) ? start : nil
            }, while: waits)
    }

    /// Lets the picture grow out of the corner nearest to the overlay. Only a window that the user has placed does so.
    func growPicture(from overlay: Placement) {
        picture.grow(from: overlay, hasClearGround: true) { [weak self] in self?.isFloating == true }
    }

    /// Shrinks the last frame into the corner nearest to the overlay. The window takes no input from now on, and
    /// reports nothing.
    /// - Parameters:
    ///   - fades: whether it fades, too. Drawn instead of composed, each step would cost a picture.
    ///   - done: called at the end, or when the window was closed.
    func shrinkPicture(to overlay: Placement, fades: Bool, _ done: @escaping () -> Void) {
        (onCloseRequest, onStateChange, onActivationChange) = (done, {}, { _ in })
        // An empty frame would stand around the clear ground.
        toplevel.dropDecoration()
        picture.surface.setInputRegion([])
        picture.surface.commit()
        picture.shrink(
            to: overlay, hasClearGround: true,
            step: { [weak picture] share in if fades { picture?.opacity = 1 - share } }, done: done)
    }

    /// The buttons of a window that the compositor draws no frame around; nil if it does.
    package var frame: ControlsState.Frame? {
        // A maximised window is tiled on all sides, says mutter.
        guard !toplevel.isDecorated, states.contains(.maximized) || states.isDisjoint(with: .tiled) else { return nil }
        return ControlsState.Frame(
            isMaximized: states.contains(.maximized), canMaximize: toplevel.capabilities.contains(.maximize),
            canMinimize: toplevel.capabilities.contains(.minimize))
    }

    private func configured(_ configuration: Toplevel.Configuration) {
        if !isConfigured { StartTrace.mark("the window has its size") }
        let changed = states != configuration.states
        let wasActivated = isActivated
        let wasMaximized = states.contains(.maximized)
        states = configuration.states
        if states.contains(.fullscreen) { wasFullscreen = true }
        var size = configuration.size ?? .zero
        if size.isEmpty { size = (wantsFullscreen ? fullscreenSize : nil) ?? (isMapped ? restoredSize : windowSize) }
        if wasMaximized, isFloating, let formerSize {
            size = formerSize
            self.formerSize = nil
        }
        if !states.contains(.fullscreen) && !wantsFullscreen { shape(size) }
        isConfigured = true
        askAgain()
        picture.resize(to: size)
        // Otherwise subsurfaces that reach beyond the window would count to its geometry.
        toplevel.setWindowGeometry(Rect(origin: .zero, size: size))
        // The acknowledgement must reach the compositor with a commit even where nothing else changed.
        picture.setNeedsRedraw()
        picture.isShowing = true
        if changed { onStateChange() }
        if isActivated != wasActivated { onActivationChange(isActivated) }
    }

    /// Keeps the form that a configure has given the window outside of full screen. The first configure may come before
    /// the compositor has answered the request to maximise.
    private func shape(_ size: Size) {
        windowSize = size
        if isMapped || states.contains(.maximized) { isMaximized = states.contains(.maximized) }
        if !isMaximized { restoredSize = size }
    }

    /// Requests full screen again if the compositor has forgotten the first request. Before a window is mapped, a
    /// compositor may not report its full-screen state (sway). If it doesn't afterwards either, the request was lost:
    /// phoc 0.58 believes that the window is full screen and answers only to a change.
    private func askAgain() {
        guard isUnheard, isMapped || states.contains(.fullscreen) else { return }
        isUnheard = false
        guard !states.contains(.fullscreen) else { return }
        toplevel.unsetFullscreen()
        toplevel.setFullscreen(on: wantedOutput)
    }
}

extension WindowMode {
    var isFullScreen: Bool { if case .fullScreen = self { true } else { false } }

    /// The output of full screen, or the first one as a guess; nil for a window.
    @MainActor func expectedOutput(_ globals: Globals) -> Output? {
        guard case .fullScreen(let name) = self else { return nil }
        return globals.output(named: name) ?? globals.outputs.first
    }
}

extension Globals {
    /// The output with a connector's name; nil if there is none.
    package func output(named name: String?) -> Output? { outputs.first { $0.state.name == name } }
}
