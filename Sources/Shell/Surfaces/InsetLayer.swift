import OrielGeometry
import OrielWayland

/// A sublayer's picture over another picture, on a desynchronized subsurface that is drawn and committed independently.
@MainActor
final class InsetLayer {
    let layer: SampleBufferDisplayLayer
    let place: Sublayers.Place
    let child: Subsurface
    private let picture: PictureSurface

    /// Creates the inset; nil if the compositor has no `wl_subcompositor`.
    /// - Parameter next: the subsurface directly above; nil for none.
    init?(
        _ layer: SampleBufferDisplayLayer, at place: Sublayers.Place, over parent: PictureSurface,
        below next: Subsurface?
    ) {
        guard let child = Subsurface(over: parent.surface) else { return nil }
        self.layer = layer
        self.place = place
        self.child = child
        picture = PictureSurface(child.surface, stage: parent.stage)
        picture.player = layer.player
        if let next { child.place(below: next) }
        child.desynchronize()
        layOut(on: parent)
    }

    /// Sets position and size after the parent's size or scale has changed; the position takes effect with the parent's
    /// next commit.
    func layOut(on parent: PictureSurface) {
        guard !parent.size.isEmpty else { return }
        let rect = place.scaled(to: parent.size)
        let visible = ClippedPlace(of: rect, in: parent.visiblePart)
        child.place(at: visible.origin)
        picture.presume(scale: parent.scale)
        picture.resize(to: rect.size)
        picture.clip(to: visible.part)
        picture.isShowing = true
    }

    /// Destroys the inset's surfaces. Call after the parent's role object is destroyed.
    func finish() { picture.finish { child.destroy() } }
}
