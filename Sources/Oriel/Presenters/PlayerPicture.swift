import OrielGeometry
import OrielMedia

/// What a surface is to show: a player's frame. Its aspect, rotation and sample aspect ratio decide where it goes.
@MainActor
struct PlayerPicture {
    let player: Player
    let frame: VideoFrame
    /// The part of the surface that it has, in pixels; nil for all of it.
    var part: Rect?
}
