package import OrielGeometry
package import OrielPlayer
import OrielText
import OrielWayland

/// A small picture over a picture, on a surface of its own.
@MainActor
package final class ThumbnailLayer {
    private unowned let picture: PictureSurface
    private let stage: Stage
    /// There from the first one on, for the picture's life.
    private var child: ChildSurface?
    private var shown: (picture: Thumbnail, origin: Point)?

    init(_ picture: PictureSurface, _ stage: Stage) {
        self.picture = picture
        self.stage = stage
    }

    /// Shows one at the lower end of an area, in pixels of the surface.
    package func show(_ thumbnail: Thumbnail, in area: Rect) {
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

    /// Shows the one that is shown elsewhere, until another comes.
    package func move(to area: Rect) { if let shown { show(shown.picture, in: area) } }

    package func hide() {
        guard shown != nil, let child else { return }
        do throws(WaylandError) {
            try child.hide()
            shown = nil
            picture.commitChildren()
        } catch { stage.drawingFailed(PresenterFault(error)) }
    }

    /// After the picture's role is gone.
    func finish() {
        child?.finish()
        child = nil
    }
}
