package import OrielMedia
package import OrielPlayer

/// The frame of a surface's last commit, and the player that it came from.
package struct ShownFrame {
    package let frame: VideoFrame
    private weak var player: Player?

    package init(_ frame: VideoFrame, of player: Player?) {
        self.frame = frame
        self.player = player
    }

    /// Whether the frame came from a player that still exists.
    package func isOf(_ player: Player?) -> Bool { player != nil && self.player === player }
}
