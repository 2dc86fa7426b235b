import Oriel
import OrielPlayback

/// What is remembered of one medium's player when it has ended.
@MainActor
struct PlayerMemory {
    private let folder: StateFolder?
    /// Nil where its position isn't remembered.
    private let medium: String?
    /// What it began with; another player's change counts no less than what nobody touched.
    private let sound: RememberedSound

    init(_ options: PlayOptions, of location: MediaLocation) {
        folder = options.state
        sound = RememberedSound(volume: options.player.volume, muted: options.player.isMuted)
        if options.resumes, location != .standardInput {
            if case .path(let path) = location {
                medium = RememberedPositions.name(of: path)
            } else {
                medium = location.description
            }
        } else {
            medium = nil
        }
    }

    /// Where it was left.
    var position: Duration? { medium.flatMap { RememberedPositions(from: folder).position(of: $0) } }

    /// Its player has ended.
    func remember(_ player: Player) {
        let left = RememberedSound(volume: player.volume, muted: player.isMuted)
        if left != sound { left.write(to: folder) }
        guard let medium else { return }
        let (position, duration) = (player.position, player.hasEnded ? nil : player.duration)
        RememberedPositions.update(in: folder) { $0.leave(medium, at: position, of: duration) }
    }
}
