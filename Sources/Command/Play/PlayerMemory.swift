import OrielPlay

/// What the user's state folder remembers of players, and of each medium that they played.
@MainActor
final class PlayerMemory: PlayMemory {
    private let folder: StateFolder?
    private let remembersPositions: Bool
    /// What they began with; another player's change counts no less than what nobody touched.
    private let sound: RememberedSound

    init(_ folder: StateFolder?, sound: RememberedSound, remembersPositions: Bool) {
        self.folder = folder
        self.sound = sound
        self.remembersPositions = remembersPositions
    }

    /// How a medium is remembered; nil where it isn't.
    private func name(of media: String) -> String? {
        remembersPositions && media != "-" ? RememberedPositions.name(of: media) : nil
    }

    func position(of media: String) -> Duration? {
        name(of: media).flatMap { RememberedPositions(from: folder).position(of: $0) }
    }

    func leave(_ media: String, at position: Duration, of duration: Duration?) {
        guard let medium = name(of: media) else { return }
        RememberedPositions.update(in: folder) { $0.leave(medium, at: position, of: duration) }
    }

    func leaveSound(volume: Int, isMuted: Bool) {
        let left = RememberedSound(volume: volume, muted: isMuted)
        if left != sound { left.write(to: folder) }
    }
}
