/// The volume and the mute that a player begins with where nobody says others.
package struct RememberedSound: Codable, Hashable, Sendable {
    private static let file = "sound.json"

    package var volume: Int
    package var muted: Bool

    package init(volume: Int = 100, muted: Bool = false) {
        self.volume = volume
        self.muted = muted
    }

    /// What is remembered; the default where nothing is, or nonsense.
    package init(from folder: StateFolder?) {
        let found = folder?.read(Self.self, from: Self.file)
        self.init(volume: min(max(found?.volume ?? 100, 0), 130), muted: found?.muted ?? false)
    }

    package func write(to folder: StateFolder?) {
        guard let folder, RememberedSound(from: folder) != self else { return }
        folder.write(self, to: Self.file)
    }
}
