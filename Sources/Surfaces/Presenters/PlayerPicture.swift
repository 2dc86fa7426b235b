package import OrielGeometry
package import OrielMedia
package import OrielPlayer

/// What a surface is to show: a player's frame. Its aspect, rotation and sample aspect ratio decide where it goes.
@MainActor
package struct PlayerPicture {
    let player: Player
    let frame: VideoFrame
    /// The part of the surface that it has, in pixels; nil for all of it.
    var part: Rect?

    package init(player: Player, frame: VideoFrame, part: Rect? = nil) {
        (self.player, self.frame, self.part) = (player, frame, part)
    }

    /// The same with its frame where the processor can read it.
    func inMemory() throws(PresenterFault) -> PlayerPicture {
        guard let seen = frame.inMemory() else {
            let format = frame.buffer.map { $0.dmabuf.format.description } ?? ""
            throw PresenterFault(.picture, "a buffer of the format \(format) can't be read by the processor")
        }
        return PlayerPicture(player: player, frame: seen, part: part)
    }
}
