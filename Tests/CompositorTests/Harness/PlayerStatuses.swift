import OrielPlatform
import OrielRemoteControl
import OrielTestSupport

/// Players of a session of this process's user, sorted by name, without starting `oriel status`: tests ask for them
/// again and again.
/// - Parameters:
///   - folder: the session's runtime folder.
///   - display: the session's `WAYLAND_DISPLAY`.
func players(in folder: String, on display: String) throws -> [PlayerStatus] {
    try RemoteControl(directory: RuntimeDirectory(base: folder), display: display).status().players
}

extension FakeCompositor {
    /// The players on it, sorted by name.
    func players() throws -> [PlayerStatus] { try CompositorTests.players(in: runtimeFolder, on: socket) }

    /// The player of this name, by default the first; nil if there is none, or none answers.
    func player(_ name: String? = nil) -> PlayerStatus? {
        try? players().first { name == nil || $0.id == name }
    }
}
