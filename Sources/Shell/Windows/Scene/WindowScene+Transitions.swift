package import OrielGeometry
package import OrielPictureInPicture
import OrielSurfaces
import OrielWayland

/// Windows that transitions create and show.
extension WindowScene {
    func show(_ generation: UInt32, _ mode: WindowMode, activationToken: String?) {
        let token = activationToken ?? returnToken
        returnToken = nil
        if let window {
            dropDraft()
            uncover()
            window.picture.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
            window.picture.onNextPresentation { [weak self] _ in
                self?.scene.report(.windowPresented(generation: generation))
            }
            window.picture.setNeedsRedraw()
            if let token { desktop.globals.activate(window.picture.surface, token: token) }
            scene.report(.windowCommitted(generation: generation))
            return
        }
        // A drafted window takes another picture's place in a swap: it does not move.
        let start = draft == nil ? scene.overlay.start(of: mode) : nil
        make(mode) { [weak self] _ in
            self?.scene.report(.windowPresented(generation: generation))
        }
        if let start {
            let overlay = floating
            overlay?.hold()
            // A compositor may report a presentation after the next frame callback. Both surfaces would be visible
            // then.
            window?.glidePicture(from: start) { [weak self, weak overlay] in
                overlay != nil && self?.floating === overlay
            }
        } else if draft == nil, !mode.isFullScreen, wasFloating, let floating, scene.overlay.fades,
            floating.kind == .layerShell, hasPictureAlone
        {
            window?.growPicture(from: floating.placement)
        }
        window?.picture.onNextCommit { [weak self] in self?.scene.report(.windowCommitted(generation: generation)) }
        if let token, let window { desktop.globals.activate(window.picture.surface, token: token) }
        onCloseRequest = { [weak self] in self?.windowCloseRequested(generation) }
    }

    private func windowCloseRequested(_ generation: UInt32) {
        scene.report(.windowClosed(generation: generation))
        delegate?.windowClosedByUser()
    }

    /// The window's mode as the broker tells it to a peer.
    package var windowMode: WindowMode {
        if let appWindow { return WindowMode(appWindow.state) }
        let isFullscreen = window?.isMeantFullscreen ?? awaited?.mode.isFullScreen ?? wasFullscreen
        guard isFullscreen else { return .window(window?.windowSize ?? windowSize) }
        return .fullScreen(output: window?.picture.surface.outputs.first?.state.name)
    }

    /// The picture's rectangle in a window that fills an output, and the window's size; nil for other windows.
    package var source: (rect: Rect, surface: Size)? {
        guard let window, window.isFullscreen, window.picture.hasContent, !isCovered,
            let rect = window.picture.drawnPart ?? window.picture.place
        else { return nil }
        let size = window.picture.size
        return (scene.overlay.callFrame.map { $0(size) }.flatMap { Self.isOfScreens($0) ? $0 : nil } ?? rect, size)
    }

    /// Whether lengths are those of a screen, so that arithmetic with them can't overflow.
    private static func isOfScreens(_ rect: Rect) -> Bool {
        [rect.x, rect.y, rect.width, rect.height].allSatisfy((-65_536...65_536).contains)
    }

}
