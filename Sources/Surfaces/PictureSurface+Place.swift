package import OrielGeometry
import OrielMedia

/// Where the picture lies, in the surface and in its buffer.
extension PictureSurface {
    /// What can be drawn of what the compositor or a peer wants, which may be anything.
    package var bufferSize: Size {
        let limit = stage.presenter.longestSide
        let size = drawnSize ?? size
        return Size(
            width: min(limit, Int((Double(size.width) * scale).rounded())),
            height: min(limit, Int((Double(size.height) * scale).rounded())))
    }

    /// Where the picture lies in the surface, in logical pixels, once it is in its place; nil before there is one.
    package var place: Rect? {
        guard let player, let frame, !size.isEmpty else { return nil }
        return PlayerPicture(player: player, frame: frame).destination(in: size)
    }

    /// From where to where everything over the picture is shifted and scaled while that is on its way.
    var detour: (from: Rect, to: Rect)? {
        if let drawnSize { return (Rect(origin: .zero, size: drawnSize), Rect(origin: .zero, size: size)) }
        guard let drawnPart, let place else { return nil }
        return (place, drawnPart)
    }

    /// What of the buffer a part of the surface is.
    func pixels(of part: Rect) -> Rect? {
        let buffer = bufferSize
        let (x, y) = (Double(buffer.width) / Double(size.width), Double(buffer.height) / Double(size.height))
        let (left, top) = (Int((Double(part.x) * x).rounded()), Int((Double(part.y) * y).rounded()))
        return Rect(
            x: left, y: top, width: Int((Double(part.maxX) * x).rounded()) - left,
            height: Int((Double(part.maxY) * y).rounded()) - top
        ).intersection(Rect(origin: .zero, size: buffer))
    }
}
