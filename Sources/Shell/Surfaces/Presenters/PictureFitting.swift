import OrielGeometry
import OrielMedia
import OrielPlayer

/// Fits a picture onto a surface according to its player's `pictureForm`. Keeps the last crop for redraws.
@MainActor
struct PictureFitting {
    private var cut: (whole: VideoFrame, size: Size, part: VideoFrame)?

    /// The picture, cropped if it fills its area, and its destination on the surface in pixels.
    mutating func fit(_ picture: PlayerPicture, in surface: Size) -> (picture: PlayerPicture, destination: Rect) {
        let destination = picture.destination(in: surface)
        let size = picture.part?.size ?? surface
        guard picture.player.form.gravity == .resizeAspectFill else { return (picture, destination) }
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

    /// Drops the kept crop.
    mutating func forget() { cut = nil }
}

extension PlayerPicture {
    /// The area that the picture takes of a surface.
    func destination(in size: Size) -> Rect {
        let part = part ?? Rect(origin: .zero, size: size)
        guard player.form.gravity == .resizeAspect else { return part }
        var result = ContentFit(frame).destination(in: part.size)
        result.x += part.x
        result.y += part.y
        return result
    }
}
