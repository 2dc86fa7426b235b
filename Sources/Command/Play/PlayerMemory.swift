import Oriel
import OrielPlayback

/// What is remembered of a player, and of each medium that it played.
@MainActor
struct PlayerMemory {
    private let folder: StateFolder?
    private let remembersPositions: Bool
    /// What it began with; another player's change counts no less than what nobody touched.
    private let sound: RememberedSound

    init(_ options: PlayOptions) {
        folder = options.state
        sound = RememberedSound(volume: options.player.volume, muted: options.player.isMuted)
        remembersPositions = options.resumes
    }

    /// How a medium is remembered; nil where it isn't.
    private func name(of location: MediaLocation) -> String? {
        guard remembersPositions, location != .standardInput else { return nil }
        if case .path(let path) = location { return RememberedPositions.name(of: path) }
        return location.description
    }

    /// Where it was left.
    func position(of location: MediaLocation) -> Duration? {
        name(of: location).flatMap { RememberedPositions(from: folder).position(of: $0) }
    }

    /// An item was left there.
    /// - Parameter duration: nil for what isn't to be resumed.
    func remember(_ item: PlayerItem, at position: Duration, of duration: Duration?) {
        guard let medium = name(of: item.location) else { return }
        RememberedPositions.update(in: folder) { $0.leave(medium, at: position, of: duration) }
    }

    /// Its player has ended.
    func remember(_ player: Player) {
        let left = RememberedSound(volume: player.volume, muted: player.isMuted)
        if left != sound { left.write(to: folder) }
        guard let item = player.currentItem else { return }
        remember(item, at: player.position, of: player.hasEnded ? nil : player.duration)
    }
}
