import Oriel

/// A player that lives as long as the view that shows it, or as its Picture in Picture.
@MainActor
final class Playback: PictureInPicturePersistable {
    let player: Player

    init(_ file: String) throws { player = try Player(file) }
}
