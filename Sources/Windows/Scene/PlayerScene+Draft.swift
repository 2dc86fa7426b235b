import OrielGeometry
package import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// The picture of a window that is to come.
extension PlayerScene {
    /// How long a draft waits for the swap that it was drawn for. A swap asks within milliseconds; one that failed before
    /// doesn't ask at all.
    private static let patience = Duration.seconds(1)

    /// A swap has begun: it is likely to ask for a window of this mode, as soon as its other side is ready. What is drawn
    /// now, beside that, needn't be then.
    package func expectWindow(_ mode: WindowMode) {
        guard !hasAppWindow, window == nil, draft == nil, floating != nil else { return }
        let draft = draftWindow(mode)
        desktop.stage.loop.after(Self.patience) { [weak self, weak draft] in
            guard let self, let draft, draft === self.draft, !draft.isWanted else { return }
            self.dropDraft()
        }
    }

    /// Draws the picture of a window, unless that was done already.
    func drawWindow(_ generation: UInt32, _ mode: WindowMode) {
        let draft = draft.flatMap { $0.mode == mode ? $0 : nil } ?? draftWindow(mode)
        draft.isWanted = true
        draft.whenDrawn { [weak self, weak draft] in
            // Dropped meanwhile: nobody waits for it any more.
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
        let (fullscreen, size) = form(of: mode)
        let output = fullscreen?.expectedOutput(desktop.globals)
        let draft = WindowDraft(
            stage: desktop.stage, player: player, mode: mode,
            size: output?.state.logical.size ?? size ?? lastWindowSize, output: output ?? floating?.picture.output)
        self.draft = draft
        onFrame { [weak draft] in draft?.draw() }
        return draft
    }

    /// Runs `body` once there is a frame to draw.
    package func onFrame(_ body: @escaping () -> Void) {
        if player.currentFrame == nil { desktop.stage.onNextFrame(of: player, body) } else { body() }
    }
}
