import OrielPictureInPicture
import OrielSurfaces

/// The steps of a transition if the window is the app's.
extension WindowScene {
    /// Carries out an action on the window. Without a window, since the app has released it, reports success.
    /// - Returns: false if the action isn't about the window.
    func performForApp(_ action: PlayerScene.Action) -> Bool {
        switch action {
        case .drawWindow(let generation, _, _):
            // It takes another picture's place in a swap.
            inline?.isLifted = false
            delegate?.surfaceEvent(.windowDrawn(generation: generation))
        case .discardWindow: break
        case .showWindow(let generation, let request):
            guard let appWindow else {
                delegate?.surfaceEvent(.windowPresented(generation: generation))
                break
            }
            show(appWindow, generation, request)
        // The app decides what its hidden window shows.
        case .hideWindow, .coverWindow:
            isAppWindowShown = false
            desktop.calls.add { [weak appWindow] in appWindow?.hide() }
        default: return false
        }
        return true
    }

    private func show(
        _ window: any AppWindow, _ generation: UInt32, _ request: PictureInPictureSession.WindowRequest
    ) {
        let token = request.activationToken ?? returnToken
        returnToken = nil
        isAppWindowShown = true
        // The commit is on the app's connection, so it counts as done: the limit for its presentation begins.
        delegate?.surfaceEvent(.windowCommitted(generation: generation))
        let request = AppWindowRequest(
            state: AppWindowState(request.mode), takesFocus: request.purpose == .restored, activationToken: token
        ) { [weak self] in self?.delegate?.surfaceEvent(.windowPresented(generation: generation)) }
        // The overlay's picture must not get ahead of the one that takes its place.
        inline?.picture?.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
        desktop.calls.add { window.show(request) }
    }
}

extension AppWindowState {
    init(_ mode: WindowMode) {
        switch mode {
        case .window(let size): self = .window(size)
        case .fullScreen(let output): self = .fullScreen(output: output)
        }
    }
}

extension WindowMode {
    init(_ state: AppWindowState) {
        switch state {
        case .window(let size): self = .window(size)
        case .fullScreen(let output): self = .fullScreen(output: output)
        }
    }
}
