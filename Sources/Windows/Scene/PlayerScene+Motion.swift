package import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// A floating surface that fades away over the window that has its picture again.
@MainActor
struct OverlayDeparture {
    let surface: LayerFloatingSurface
    let timer: EventLoop.Token
}

/// How the picture comes and goes: from and to its place in a window that fills its output, the only one whose place anybody
/// tells; elsewhere it fades, where the compositor can do that. Nothing waits for either.
extension PlayerScene {
    /// Whether anything moves that a hand doesn't move.
    var isAnimated: Bool { options.pictureInPicture.isAnimated && !desktop.reducesMotion }

    /// Where the picture is on its window, where that fills an output.
    package var source: (rect: Rect, surface: Size)? {
        guard let window, window.isFullscreen, window.picture.hasContent, !isCovered,
            let rect = window.picture.drawnPart ?? window.picture.place
        else { return nil }
        let size = window.picture.size
        return (callFrame.map { $0(size) }.flatMap { Self.isOfScreens($0) ? $0 : nil } ?? rect, size)
    }

    /// No screen has longer lengths, and arithmetic with these has room.
    private static func isOfScreens(_ rect: Rect) -> Bool {
        [rect.x, rect.y, rect.width, rect.height].allSatisfy((-65_536...65_536).contains)
    }

    /// From where on its output an overlay comes into its place; nil where it is there at once.
    func start(of entrance: OverlayEntrance, at place: Placement) -> (rect: Rect, area: Size)? {
        guard case .from(let rect) = entrance, isAnimated, desktop.globals.hasViewporter,
            let output = window?.picture.output, output.state.name == place.output,
            window?.picture.size == output.state.logical.size, let area = wholeArea(of: output)
        else { return nil }
        // What is seen of a call has a shape of its own.
        var start = ContentFit(content: place.size).destination(in: rect.size)
        start.x += rect.x
        start.y += rect.y
        return (start, area)
    }

    /// From where on its output the picture comes back into a window; nil where it is there at once.
    func start(of fullscreen: PlayerWindow.Fullscreen?) -> Rect? {
        guard let fullscreen, isAnimated, desktop.globals.hasViewporter, sublayers.entries.isEmpty, callContent == nil,
            let floating, floating.kind == .layerShell, let output = floatingOutput,
            fullscreen.expectedOutput(desktop.globals) === output, let area = wholeArea(of: output)
        else { return nil }
        return floating.shownPlacement.rect(in: area)
    }

    /// An output's area, unless panels have a part of it: nobody says at which edges.
    private func wholeArea(of output: Output) -> Size? {
        let size = output.state.logical.size
        return area(of: output) == size ? size : nil
    }

    // MARK: Fading

    /// It comes from, or goes to, a window whose place nobody tells.
    var fades: Bool {
        guard isAnimated, let window else { return false }
        return !isCovered && (!window.isFullscreen || window.picture.drawnPart == nil)
    }

    func letEnter(_ surface: any FloatingSurface, _ entrance: OverlayEntrance) {
        guard let surface = surface as? LayerFloatingSurface else { return }
        switch entrance {
        case .from: surface.waits = { [weak self] in self.map { $0.window != nil && !$0.isCovered } ?? false }
        case .fade: if fades { surface.fadeIn() }
        case .atOnce: break
        }
    }

    /// Lets a surface go that isn't the player's any more: it shows what it showed, and takes no input.
    func depart(_ surface: LayerFloatingSurface) {
        endDeparture()
        surface.leave()
        // Of a surface that nobody sees nothing is heard.
        let timer = desktop.stage.loop.after(Motion.duration * 2) { [weak self] in self?.endDeparture() }
        departure = OverlayDeparture(surface: surface, timer: timer)
        surface.fadeOut { [weak self] in self?.endDeparture() }
    }

    func endDeparture() {
        guard let departure else { return }
        self.departure = nil
        desktop.stage.loop.remove(departure.timer)
        departure.surface.finish()
    }
}
