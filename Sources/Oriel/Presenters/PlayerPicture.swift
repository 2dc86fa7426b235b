import OrielMedia

/// What a surface is to show: a player's frame. Its aspect, rotation and sample aspect ratio decide where it goes.
@MainActor
struct PlayerPicture {
    let player: Player
    let frame: VideoFrame
}
