import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Animations of entering and leaving Picture in Picture.
///
/// A client knows a window's place on its output only if the window fills the output. From and to such a window the
/// picture moves; otherwise it fades, if the compositor has `wp_alpha_modifier_v1`. No transition waits for an
/// animation.
extension OverlayScene {
    /// Returns the rectangle on its output from which an overlay moves to its place; nil if it appears at its place.
    func start(of entrance: OverlayEntrance, at place: Placement) -> (rect: Rect, area: Size)? {
        guard case .from(let rect) = entrance, scene.isAnimated, desktop.globals.hasViewporter,
            let output = window?.picture.output, output.state.name == place.output,
            window?.picture.size == output.state.logical.size, let area = wholeArea(of: output)
        else { return nil }
        // A call's content has its own shape.
        var start = ContentFit(content: place.size).destination(in: rect.size)
        start.x += rect.x
        start.y += rect.y
        return (start, area)
    }

    /// Returns the rectangle on its output from which the picture moves back into a window; nil if it appears there.
    func start(of mode: WindowMode) -> Rect? {
        guard mode.isFullScreen, scene.isAnimated, desktop.globals.hasViewporter,
            scene.windowScene.sublayers.entries.isEmpty, callContent == nil,
            let floating, floating.kind == .layerShell, let output = floatingOutput,
            mode.expectedOutput(desktop.globals) === output, let area = wholeArea(of: output)
        else { return nil }
        return floating.shownPlacement.rect(in: area)
    }

    /// Returns an output's area; nil beside panels, whose edges no protocol tells.
    private func wholeArea(of output: Output) -> Size? {
        let size = output.state.logical.size
        return area(of: output) == size ? size : nil
    }

    // MARK: Fading

    /// Whether the overlay fades: the place of its window, or of the app's surface, on the output is unknown.
    var fades: Bool {
        guard scene.isAnimated else { return false }
        guard let window else { return scene.windowScene.seenPicture != nil }
        return !isCovered && (!window.isFullscreen || window.picture.drawnPart == nil)
    }

    func letEnter(_ surface: FloatingSurface, _ entrance: OverlayEntrance) {
        let isLifted = entrance == .fade && fades && surface.kind == .layerShell
        window?.isLifted = isLifted
        scene.windowScene.inline?.isLifted = isLifted
        switch entrance {
        case .from: surface.waits = { [weak self] in self.map { $0.window != nil && !$0.isCovered } ?? false }
        case .fade: if fades { surface.fade(from: 0.5, to: 1) {} }
        case .atOnce: break
        }
    }

    /// Fades out a surface that is no longer the player's. It keeps its last picture and takes no input.
    func depart(_ surface: FloatingSurface) {
        surface.leave()
        departure.begin(on: desktop.loop, within: Motion.duration * 2) { surface.finish() }
        surface.fade(from: 1, to: 0) { [departure] in departure.end() }
    }
}
