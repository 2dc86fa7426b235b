import OrielGeometry
package import OrielPictureInPicture
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Drafts: the first frame of a window that a swap is likely to ask for.
extension WindowScene {
    /// The time after which an unused draft is dropped. A swap asks within milliseconds, or not at all if it has
    /// failed.
    private static let patience = Duration.seconds(1)

    /// Draws a window's first frame ahead: a swap has begun and is likely to ask for a window of this mode when its
    /// other side is ready.
    package func expectWindow(_ mode: WindowMode) {
        guard !hasAppWindow, window == nil, draft == nil, floating != nil else { return }
        let draft = draftWindow(mode)
        desktop.stage.loop.after(Self.patience) { [weak self, weak draft] in
            guard let self, let draft, draft === self.draft, !draft.isWanted else { return }
            self.dropDraft()
        }
    }

    /// Draws a window's first frame, unless a draft has it already, and reports when it is drawn. Without a compositor
    /// there is nothing to draw on: the window is made on the next connection.
    func draw(_ generation: UInt32, _ mode: WindowMode) {
        guard desktop.isConnected else { return scene.report(.windowDrawn(generation: generation)) }
        let draft = draft.flatMap { $0.mode == mode ? $0 : nil } ?? draftWindow(mode)
        draft.isWanted = true
        draft.whenDrawn { [weak self, weak draft] in
            // The draft was dropped: no transition waits for it.
            guard let self, let draft, draft === self.draft else { return }
            self.delegate?.surfaceEvent(.windowDrawn(generation: generation))
        }
    }

    func dropDraft() {
        draft?.finish()
        draft = nil
    }

    private func draftWindow(_ mode: WindowMode) -> WindowDraft {
        dropDraft()
        let output = mode.expectedOutput(desktop.globals)
        let draft = WindowDraft(
            stage: desktop.stage, player: player, mode: mode,
            size: output?.state.logical.size ?? size(of: mode) ?? lastWindowSize,
            output: output ?? floating?.picture.output)
        self.draft = draft
        scene.onFrame { [weak draft] in draft?.draw() }
        return draft
    }
}
