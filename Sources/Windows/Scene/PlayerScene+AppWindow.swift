import OrielPictureInPicture

/// The steps of a transition where the window is the app's.
extension PlayerScene {
    /// Carries out what concerns the window, and does nothing where the app has let go of it.
    /// - Returns: false where it concerns something else.
    func performForApp(_ action: Action) -> Bool {
        switch action {
        case .drawWindow(let generation, _, _): delegate?.surfaceEvent(.windowDrawn(generation: generation))
        case .discardWindow: break
        case .showWindow(let generation, let request):
            guard let appWindow else {
                delegate?.surfaceEvent(.windowPresented(generation: generation))
                break
            }
            show(appWindow, generation, request)
        // A window that nobody sees stays where it is, and shows what the app likes.
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
        // Committed, as far as can be known: from now on it has as long as a window of ours.
        delegate?.surfaceEvent(.windowCommitted(generation: generation))
        let request = AppWindowRequest(
            state: AppWindowState(request.mode), takesFocus: request.purpose == .restored, activationToken: token
        ) { [weak self] in self?.delegate?.surfaceEvent(.windowPresented(generation: generation)) }
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
