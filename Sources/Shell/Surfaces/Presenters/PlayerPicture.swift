package import OrielGeometry
package import OrielMedia
package import OrielPlayer

/// A player's frame to draw on a surface. The frame's aspect ratio, rotation and sample aspect ratio decide its
/// position.
@MainActor
package struct PlayerPicture {
    let player: Player
    let frame: VideoFrame
    /// The part of the surface to draw into, in pixels; nil for all of it.
    var part: Rect?
    /// Opacity to draw with, 0 to 1.
    var opacity = 1.0
    /// Whether an animation moves it.
    var isMoving = false
    /// Whether the surface is clear beside the picture, and not black.
    var hasClearGround = false
    /// Round corners and a line of the surface.
    var edge = PictureEdge()

    package init(player: Player, frame: VideoFrame, part: Rect? = nil) {
        (self.player, self.frame, self.part) = (player, frame, part)
    }

    /// The same picture with another frame.
    func with(_ frame: VideoFrame) -> PlayerPicture {
        var copy = PlayerPicture(player: player, frame: frame, part: part)
        (copy.opacity, copy.isMoving, copy.hasClearGround, copy.edge) = (opacity, isMoving, hasClearGround, edge)
        return copy
    }

    /// The same picture with its frame in memory that the CPU can read.
    func inMemory() throws(PresenterFault) -> PlayerPicture {
        guard let seen = frame.inMemory() else {
            let format = frame.buffer.map { $0.dmabuf.format.description } ?? ""
            throw PresenterFault(.picture, "a buffer of the format \(format) can't be read by the processor")
        }
        return with(seen)
    }
}
