import FoundationEssentials
import Oriel

/// Keeps the user's wish for global shortcuts in the user's state folder.
@MainActor
final class ShortcutMemory: GlobalShortcutMemory {
    private let folder: StateFolder
    /// Whether the configuration asks for them.
    private let isConfigured: Bool

    init(_ folder: StateFolder, isConfigured: Bool) {
        self.folder = folder
        self.isConfigured = isConfigured
    }

    var wantsShortcuts: Bool { ShortcutRecord(from: folder).isWish(isConfigured: isConfigured) }

    /// The state folder, which is made if it is missing: `oriel bind portal` writes to it.
    var watchedFolder: String? {
        try? FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder.path
    }

    func remember(_ shortcuts: [GlobalShortcut]) {
        ShortcutRecord.update(in: folder) {
            $0.bind(Dictionary(shortcuts.map { ($0.name, $0.key) }) { first, _ in first })
        }
    }

    func rememberRefusal() { ShortcutRecord.update(in: folder) { $0.refuse() } }
}
