package import OrielGeometry

/// Position of the picture in the surface and in its buffer.
extension PictureSurface {
    /// Size of the buffer to draw, in hardware pixels. It is limited to what the presenter can draw, because the
    /// compositor or a peer may ask for any size.
    package var bufferSize: Size { bufferSize(for: drawnSize ?? size) }

    func bufferSize(for size: Size) -> Size {
        let limit = stage.presenter.longestSide
        return Size(
            width: min(limit, Int((Double(size.width) * scale).rounded())),
            height: min(limit, Int((Double(size.height) * scale).rounded())))
    }

    /// Area of the picture in the surface once no animation displaces it, in logical pixels; nil before the first
    /// frame.
    package var place: Rect? {
        guard let player, let frame, !size.isEmpty else { return nil }
        return PlayerPicture(player: player, frame: frame, part: stack.coverPart).view(in: size).destination
    }

    /// How the surfaces over the picture are shifted and scaled during an animation, from their usual area to the
    /// animated one; nil outside of animations.
    var detour: (from: Rect, to: Rect)? {
        if let drawnSize { return (Rect(origin: .zero, size: drawnSize), Rect(origin: .zero, size: size)) }
        guard let drawnPart, let place else { return nil }
        return (place, drawnPart)
    }

    /// The part of the buffer that corresponds to a part of the surface, in hardware pixels; nil if they don't overlap.
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
