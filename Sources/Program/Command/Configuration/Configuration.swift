package import Oriel
import OrielGeometry

/// The settings of `$XDG_CONFIG_HOME/oriel/config.toml`. Missing and invalid ones keep their defaults; an invalid line
/// causes a warning and never prevents playback.
package struct Configuration: Equatable, Sendable {
    /// The options of the application and of its players' views.
    package var application = Application.Options()
    package var view = PlayerView.Options()
    /// Ask the desktop's portal for global shortcuts.
    package var bindsGlobalShortcuts = false

    /// Scale and vertical position of subtitles, as in `Player.Options`.
    package var subtitleScale = 1.0
    package var subtitlePosition = 100.0

    /// Whether a graphics device decodes, and which one; nil for the machine's first.
    package var hardwareDecoding = HardwareDecoding.auto
    package var hardwareDevice: String?

    /// Enter Picture in Picture automatically when the window is no longer visible.
    package var startsAutomatically = false
    /// Keep a list of the media played last.
    package var notesMedia = true
    /// Pause players in windows while the session is locked; those in Picture in Picture always do.
    package var pausesWhenLocked = true

    /// Reads the settings of a document.
    /// - Parameter file: name of the file, for the warnings.
    /// - Returns: the valid settings, and a sentence for each invalid one.
    package static func read(_ document: [TOMLValue.Member], file: String) -> (Configuration, warnings: [String]) {
        var reader = ConfigurationReader(file: file)
        var result = Configuration()
        for member in document {
            guard let section = ConfigurationSetting.Section(rawValue: member.key) else {
                reader.warn(member, nil, "unknown key")
                continue
            }
            guard let members = member.value.table else {
                reader.warn(member, nil, "must be a table")
                continue
            }
            reader.readSettings(of: section, in: members, into: &result)
            if section == .keys { reader.readKeys(members, into: &result.view.keys) }
        }
        return (result, reader.warnings)
    }
}

/// Reads the sections and collects warnings with their line numbers.
private struct ConfigurationReader {
    let file: String
    var warnings: [String] = []

    init(file: String) { self.file = file }

    /// Reads the settings of a table; that of the keys also has the names of actions.
    mutating func readSettings(
        of section: ConfigurationSetting.Section, in members: [TOMLValue.Member], into result: inout Configuration
    ) {
        for member in members {
            guard let setting = ConfigurationSetting.named(member.key, in: section) else {
                if section != .keys { warn(member, section, "unknown key") }
                continue
            }
            if !setting.store(member.value, &result) { warn(member, section, "must be \(setting.values)") }
        }
    }

    /// Reads the keys in the order of the file: if two actions share a key, the first one gets it.
    mutating func readKeys(_ members: [TOMLValue.Member], into keys: inout KeyBindings) {
        for member in members where ConfigurationSetting.named(member.key, in: .keys) == nil {
            guard let action = PlayerAction(rawValue: member.key) else {
                warn(member, .keys, "unknown key")
                continue
            }
            let texts = member.value.string.map { [$0] } ?? member.value.array.map { $0.map { $0.string ?? "" } }
            guard let texts else {
                warn(member, .keys, "must be a key such as \"Ctrl+i\", or a list of keys")
                continue
            }
            let chords = texts.map { KeyChord(parsing: $0) }
            if let wrong = chords.firstIndex(of: nil) {
                warn(member, .keys, "\"\(texts[wrong])\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"")
            } else {
                keys.bind(action, to: chords.compactMap(\.self))
            }
        }
        for conflict in keys.conflicts {
            let (winner, loser) = (conflict.winner.rawValue, conflict.loser.rawValue)
            let first = members.first { $0.key == winner }
            if conflict.isDefault {
                warn(first, .keys, "\"\(conflict.chord)\" no longer triggers \(loser), whose default it is")
            } else {
                warn(
                    members.first { $0.key == loser }, .keys,
                    "\"\(conflict.chord)\" stays bound to \(winner), as line \(first?.line ?? 1) says")
            }
        }
    }

    mutating func warn(_ member: TOMLValue.Member?, _ section: ConfigurationSetting.Section?, _ message: String) {
        guard let member else { return }
        let name = section.map { "\($0.rawValue).\(member.key)" } ?? member.key
        warnings.append("\(file):\(member.line): \(name): \(message)")
    }
}

extension Size {
    /// Parses a size such as `480x270`; nil if it is invalid.
    init?(parsing text: String) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (16...16384).contains(width),
            (16...16384).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}
