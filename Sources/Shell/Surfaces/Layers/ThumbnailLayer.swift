package import OrielGeometry
package import OrielPlayer
import OrielText
import OrielWayland

/// The thumbnail of a seek target over a picture, on a subsurface.
@MainActor
package final class ThumbnailLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    /// The subsurface, created with the first thumbnail and kept for the picture's life.
    private var child: ChildSurface?
    private var shown: (picture: Thumbnail, origin: Point)?

    init(_ picture: PictureSurface, _ stage: Stage) {
        self.picture = picture
        self.stage = stage
    }

    /// Shows a thumbnail at the centre of an area's lower edge. The area is in hardware pixels of the surface.
    package func show(_ thumbnail: Thumbnail, in area: Rect) {
        stage.change(self) { [weak self] in self?.present(thumbnail, in: area) }
    }

    private func present(_ thumbnail: Thumbnail, in area: Rect) {
        let origin = Point(
            x: area.x + (area.width - thumbnail.size.width) / 2, y: area.maxY - thumbnail.size.height)
        guard picture.hasContent, shown?.picture != thumbnail || shown?.origin != origin else { return }
        let bitmap = TextBitmap(Rect(origin: origin, size: thumbnail.size), pixels: thumbnail.pixels)
        do throws(WaylandError) {
            guard let child = child ?? picture.stack.makeChild(at: .thumbnail) else { return }
            self.child = child
            guard try child.show(bitmap, on: picture.size, scale: picture.scale) else { return }
            shown = (thumbnail, origin)
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    /// Moves the thumbnail to another area.
    package func move(to area: Rect) { if let shown { show(shown.picture, in: area) } }

    package func hide() {
        stage.change(self) { [weak self] in self?.conceal() }
    }

    private func conceal() {
        guard shown != nil, let child else { return }
        do throws(WaylandError) {
            try child.hide()
            shown = nil
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    /// Destroys the subsurface. Call after the picture's role object is destroyed.
    func finish() {
        child?.finish()
        child = nil
    }
}
