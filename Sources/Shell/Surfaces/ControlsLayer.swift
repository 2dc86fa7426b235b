import OrielControls
import OrielPlatform

/// The controls over one picture. Each `ControlsPart` has its own subsurface, so that a step of the time label doesn't
/// redraw the middle or the corners.
@MainActor
final class ControlsLayer {
    private let loop: MainLoop
    private let layers: [ControlsPart: SceneLayer]
    private var shown: ControlsLayout?
    private var opacity = 0.0
    /// The way in or out that is under way, and the timer of its next step.
    private var fade: ControlsFade?
    private let step = LoopTimer()

    init(_ picture: PictureSurface) {
        loop = picture.loop
        layers = Dictionary(
            uniqueKeysWithValues: ControlsPart.allCases.map { ($0, SceneLayer(picture, at: .controls)) })
    }

    /// Shows a layout; parts that didn't change aren't redrawn.
    /// - Parameter fades: whether hidden controls appear by and by.
    func show(_ layout: ControlsLayout, fades: Bool) {
        let old = shown
        shown = layout
        if old == nil || fade?.end == 0 { begin(isIn: true, fades: fades) }
        for (part, layer) in layers {
            if let old, old.size == layout.size, old.items(of: part) == layout.items(of: part) { continue }
            if let scene = layout.scene(of: part) { layer.show(scene) } else { layer.hide() }
        }
    }

    /// - Parameter fades: whether they disappear by and by.
    func hide(fades: Bool) {
        guard shown != nil || !fades && fade != nil else { return }
        shown = nil
        begin(isIn: false, fades: fades)
    }

    private func begin(isIn: Bool, fades: Bool) {
        let now = MonotonicClock.now
        fade = fades ? ControlsFade(isIn: isIn, from: opacity, at: now) : nil
        if !fades { opacity = isIn ? 1 : 0 }
        advance()
    }

    /// Steps of 16 ms; nothing runs after the last one.
    private func advance() {
        step.cancel()
        if let fade {
            let now = MonotonicClock.now
            opacity = fade.opacity(at: now)
            if fade.isOver(at: now) {
                self.fade = nil
            } else {
                step.set(on: loop, after: .milliseconds(16)) { [weak self] in self?.advance() }
            }
        }
        if opacity == 0, fade == nil, shown == nil {
            for layer in layers.values { layer.hide() }
        } else {
            for layer in layers.values { layer.setOpacity(opacity) }
        }
    }

    /// Destroys the subsurfaces. Call after the picture's role object is destroyed.
    func finish() {
        step.cancel()
        fade = nil
        for layer in layers.values { layer.finish() }
    }
}
