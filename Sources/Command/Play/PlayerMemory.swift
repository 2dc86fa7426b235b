import OrielPlay

/// Stores players' volume and, if requested, the media's positions in the user's state folder.
@MainActor
final class PlayerMemory: PlayMemory {
    private let folder: StateFolder?
    private let remembersPositions: Bool
    /// Volume and mute at the start. Only a change is written, so that an untouched player doesn't overwrite another's.
    private let sound: RememberedSound
    /// Names that were found, so that a file system that doesn't answer is waited for only once a medium.
    private var names: [String: String] = [:]

    init(_ folder: StateFolder?, sound: RememberedSound, remembersPositions: Bool) {
        self.folder = folder
        self.sound = sound
        self.remembersPositions = remembersPositions
    }

    /// Name under which a medium's position is stored; nil if it isn't.
    private func name(of media: String) -> String? {
        guard remembersPositions, media != "-" else { return nil }
        let name = names[media] ?? RememberedPositions.name(of: media)
        names[media] = name
        return name
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
