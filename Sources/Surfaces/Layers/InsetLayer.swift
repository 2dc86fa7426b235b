import OrielGeometry
import OrielWayland

/// A picture over another one, on a surface of its own that is drawn and shown in its own time.
@MainActor
final class InsetLayer {
    let layer: SampleBufferDisplayLayer
    let place: Sublayers.Place
    let child: Subsurface
    private let picture: PictureSurface

    /// Nil where the compositor has no surfaces over others.
    /// - Parameter next: what it lies below.
    init?(
        _ layer: SampleBufferDisplayLayer, at place: Sublayers.Place, over parent: PictureSurface,
        below next: Subsurface?, _ stage: Stage
    ) {
        guard let child = Subsurface(over: parent.surface) else { return nil }
        self.layer = layer
        self.place = place
        self.child = child
        picture = PictureSurface(child.surface, stage: stage)
        picture.player = layer.player
        if let next { child.place(below: next) }
        child.desynchronize()
        layOut(on: parent)
    }

    /// Its parent has another size or scale; what changes takes effect with its next commit.
    func layOut(on parent: PictureSurface) {
        guard !parent.size.isEmpty else { return }
        let rect = place.scaled(to: parent.size)
        child.place(at: rect.origin)
        picture.presume(scale: parent.scale)
        picture.resize(to: rect.size)
        picture.isShowing = true
    }

    /// After the parent's role is gone.
    func finish() { picture.finish { child.destroy() } }
}
