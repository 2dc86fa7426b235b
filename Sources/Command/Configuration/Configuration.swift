package import Oriel
import OrielGeometry
package import OrielPictureInPicture
import TOMLKit

/// The settings of `$XDG_CONFIG_HOME/oriel/config.toml`. Missing and invalid ones keep their defaults; an invalid line
/// causes a warning and never prevents playback.
package struct Configuration {
    package var keys = KeyBindings.standard
    /// Ask the desktop's portal for global shortcuts.
    package var bindsGlobalShortcuts = false
    package var pictureInPicture = PictureInPictureOptions()
    /// How overlays are heard beside windows; used if this process hosts the broker.
    package var sound = PictureInPictureSound.focus

    /// Maximum number of overlays; used if this process hosts the broker.
    package var limit = 1

    /// Text scale of the controls; nil uses the desktop's setting.
    package var textScale: Double?

    /// Whether a graphics device decodes, and which one; nil for the machine's first.
    package var hardwareDecoding = HardwareDecoding.auto
    package var hardwareDevice: String?

    /// Enter Picture in Picture automatically when the window is no longer visible.
    package var startsAutomatically = false
    /// Keep a list of the media played last.
    package var notesMedia = true
    /// Pause playback while there is no compositor.
    package var pausesWhenDisconnected = false
    /// Time without a compositor after which the player ends.
    package var reconnectTimeout = Duration.seconds(10)
    /// Pause players in windows while the session is locked; those in Picture in Picture always do.
    package var pausesWhenLocked = true

    /// Reads a configuration's text.
    /// - Parameter file: name of the file, for the warnings.
    /// - Returns: the valid settings, and a sentence for each invalid one.
    package static func read(_ text: String, file: String) -> (Configuration, warnings: [String]) {
        let table: TOMLTable
        do { table = try TOMLTable(string: text) } catch let error as TOMLParseError {
            let place = error.source.begin
            return (Configuration(), ["\(file):\(place.line): \(error.description); the whole file is ignored"])
        } catch { return (Configuration(), ["\(file): \(error); the whole file is ignored"]) }
        var reader = ConfigurationReader(text: text, file: file)
        var result = Configuration()
        for (name, value) in table {
            guard let section = ConfigurationSetting.Section(rawValue: name) else {
                reader.warn(name, nil, "unknown key")
                continue
            }
            guard let table = value.table else {
                reader.warn(name, nil, "must be a table")
                continue
            }
            reader.readSettings(of: section, in: table, into: &result)
            if section == .keys { reader.readKeys(table, into: &result.keys) }
        }
        return (result, reader.warnings)
    }
}

/// Reads the sections and collects warnings with their line numbers.
private struct ConfigurationReader {
    let lines: [Substring]
    let file: String
    var warnings: [String] = []

    init(text: String, file: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.file = file
    }

    /// Reads the settings of a table; that of the keys also has the names of actions.
    mutating func readSettings(
        of section: ConfigurationSetting.Section, in table: TOMLTable, into result: inout Configuration
    ) {
        for (name, value) in table {
            guard let setting = ConfigurationSetting.named(name, in: section) else {
                if section != .keys { warn(name, section.rawValue, "unknown key") }
                continue
            }
            if !setting.store(value, &result) { warn(name, section.rawValue, "must be \(setting.values)") }
        }
    }

    mutating func readKeys(_ table: TOMLTable, into keys: inout KeyBindings) {
        // In the order of the file, which the table doesn't keep: if two actions share a key, the first one gets it.
        let lines = Dictionary(table.keys.map { ($0, line(of: $0, in: "keys")) }) { first, _ in first }
        for (name, value) in table.sorted(by: { lines[$0.0] ?? 0 < lines[$1.0] ?? 0 }) {
            guard ConfigurationSetting.named(name, in: .keys) == nil else { continue }
            guard let action = PlayerAction(rawValue: name) else {
                warn(name, "keys", "unknown key")
                continue
            }
            let texts = value.string.map { [$0] } ?? value.array.map { $0.map { $0.string ?? "" } }
            guard let texts else {
                warn(name, "keys", "must be a key such as \"Ctrl+i\", or a list of keys")
                continue
            }
            let chords = texts.map { KeyChord(parsing: $0) }
            if let wrong = chords.firstIndex(of: nil) {
                warn(name, "keys", "\"\(texts[wrong])\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"")
            } else {
                keys.bind(action, to: chords.compactMap(\.self))
            }
        }
        for conflict in keys.conflicts {
            let (winner, loser) = (conflict.winner.rawValue, conflict.loser.rawValue)
            if conflict.isDefault {
                warn(winner, "keys", "\"\(conflict.chord)\" no longer triggers \(loser), whose default it is")
            } else {
                warn(
                    loser, "keys",
                    "\"\(conflict.chord)\" stays bound to \(winner), as line \(lines[winner] ?? 1) says"
                )
            }
        }
    }

    mutating func warn(_ key: String, _ section: String?, _ message: String) {
        let name = section.map { "\($0).\(key)" } ?? key
        warnings.append("\(file):\(line(of: key, in: section)): \(name): \(message)")
    }

    /// TOMLKit keeps no positions, so this searches the text: the section's first line that begins with the key.
    private func line(of key: String, in section: String?) -> Int {
        var current: String?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.first == "[" {
                current = text.dropFirst().prefix { $0 != "]" }.trimmingQuotes()
                if section == nil && current == key { return index + 1 }
            } else if current == section || section == nil,
                text.prefix(while: { $0 != "=" && $0 != " " && $0 != "." }).trimmingQuotes() == key
            {
                return index + 1
            }
        }
        return 1
    }
}

extension Substring {
    fileprivate func trimmingQuotes() -> String { filter { $0 != "\"" && $0 != "'" && $0 != " " } }
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
