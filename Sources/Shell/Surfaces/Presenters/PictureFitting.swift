import OrielGeometry
import OrielMedia
import OrielPlayer

/// Fits a picture onto a surface according to its player's `pictureForm`. Keeps the last part for redraws.
@MainActor
struct PictureFitting {
    private var cut: (whole: VideoFrame, seen: UnitRect, part: VideoFrame)?

    /// The picture, cut to what is seen of it, and its destination on the surface in pixels.
    mutating func fit(_ picture: PlayerPicture, in surface: Size) -> (picture: PlayerPicture, destination: Rect) {
        let view = picture.view(in: surface)
        guard view.part != .whole else { return (picture, view.destination) }
        if let cut, cut.whole === picture.frame, cut.seen == view.part {
            return (picture.with(cut.part), view.destination)
        }
        let part = picture.frame.part(view.part)
        cut = (picture.frame, view.part, part)
        return (picture.with(part), view.destination)
    }

    /// Drops the kept part.
    mutating func forget() { cut = nil }
}

extension PlayerPicture {
    /// The edge to draw on a surface, also on bars beside the picture.
    func edge(in size: Size) -> PictureEdge { edge.fitted(to: size) }

    /// The part that is seen of the picture, and the area that it takes of a surface.
    func view(in size: Size) -> (part: UnitRect, destination: Rect) {
        let area = part ?? Rect(origin: .zero, size: size)
        var view = player.form.view(of: ContentFit(frame), in: area.size)
        view.destination.x += area.x
        view.destination.y += area.y
        return view
    }
}
