import OrielGeometry
import OrielMedia
import OrielPlayer

/// What of a picture goes where on a surface, by its player's form. Keeps what was cut, so that a redrawing cuts nothing anew.
@MainActor
struct PictureFitting {
    private var cut: (whole: VideoFrame, size: Size, part: VideoFrame)?

    /// What is drawn, and where.
    mutating func fit(_ picture: PlayerPicture, in surface: Size) -> (picture: PlayerPicture, destination: Rect) {
        let destination = picture.destination(in: surface)
        let size = picture.part?.size ?? surface
        guard picture.player.pictureForm.gravity == .fill else { return (picture, destination) }
        if let cut, cut.whole === picture.frame, cut.size == size {
            return (PlayerPicture(player: picture.player, frame: cut.part), destination)
        }
        let seen = ContentFit(picture.frame).filledPart(of: size)
        let isUpright = picture.frame.rotation == .none || picture.frame.rotation == .clockwise180
        let part = picture.frame.middle(
            width: isUpright ? seen.width : seen.height, height: isUpright ? seen.height : seen.width)
        cut = (picture.frame, size, part)
        return (PlayerPicture(player: picture.player, frame: part), destination)
    }

    /// Nothing is kept.
    mutating func forget() { cut = nil }
}

extension PlayerPicture {
    /// Where it lies on a surface.
    func destination(in size: Size) -> Rect {
        let part = part ?? Rect(origin: .zero, size: size)
        guard player.pictureForm.gravity == .fit else { return part }
        var result = ContentFit(frame).destination(in: part.size)
        result.x += part.x
        result.y += part.y
        return result
    }
}
