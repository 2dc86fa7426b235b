import OrielTransport

/// The last volume and mute, used by players without other settings.
package struct RememberedSound: Codable, Hashable, Sendable {
    private static let file = "sound.json"

    package var volume: Int
    package var muted: Bool

    package init(volume: Int = 100, muted: Bool = false) {
        self.volume = volume
        self.muted = muted
    }

    /// Reads the stored values; the defaults if there are none or they are invalid.
    package init(from folder: StateFolder?) {
        let found = folder?.read(Self.self, from: Self.file)
        self.init(volume: PlaybackLimits.volume.nearest(to: found?.volume ?? 100), muted: found?.muted ?? false)
    }

    package func write(to folder: StateFolder?) {
        guard let folder, RememberedSound(from: folder) != self else { return }
        folder.write(self, to: Self.file)
    }
}
