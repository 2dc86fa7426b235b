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

    /// Enter Picture in Picture automatically when the window is no longer visible.
    package var startsAutomatically = false
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
        for (section, value) in table {
            switch section {
            case "keys": reader.inTable(section, value) { reader, table in reader.readKeys(table, into: &result) }
            case "pip":
                reader.inTable(section, value) { reader, table in
                    reader.readPictureInPicture(table, into: &result)
                }
            case "controls":
                reader.inTable(section, value) { reader, table in reader.readControls(table, into: &result) }
            case "session":
                reader.inTable(section, value) { reader, table in reader.readSession(table, into: &result) }
            default: reader.warn(section, nil, "unknown key")
            }
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

    mutating func inTable(
        _ section: String, _ value: any TOMLValueConvertible, _ body: (inout ConfigurationReader, TOMLTable) -> Void
    ) {
        if let table = value.table { body(&self, table) } else { warn(section, nil, "must be a table") }
    }

    mutating func readKeys(_ table: TOMLTable, into result: inout Configuration) {
        let isWanted = table["global"]
        if let isWanted {
            if let isSo = isWanted.bool {
                result.bindsGlobalShortcuts = isSo
            } else {
                warn("global", "keys", "must be true or false")
            }
        }
        readKeys(table, into: &result.keys)
    }

    private mutating func readKeys(_ table: TOMLTable, into keys: inout KeyBindings) {
        // In the order of the file, which the table doesn't keep: if two actions share a key, the first one gets it.
        let lines = Dictionary(table.keys.map { ($0, line(of: $0, in: "keys")) }) { first, _ in first }
        for (name, value) in table.sorted(by: { lines[$0.0] ?? 0 < lines[$1.0] ?? 0 }) where name != "global" {
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

    /// Maximum of `limit`; more overlays would cover the whole screen.
    private static let mostPictures = 8

    mutating func readPictureInPicture(_ table: TOMLTable, into result: inout Configuration) {
        for (name, value) in table {
            switch name {
            case "surface":
                read(name, value, SurfaceKind.init(rawValue:), SurfaceKind.allCases.map(\.rawValue)) {
                    result.pictureInPicture.surface = $0
                }
            case "corner":
                read(name, value, Corner.init(rawValue:), Corner.allCases.map(\.rawValue)) {
                    result.pictureInPicture.corner = $0
                }
            case "output":
                read(name, value, { $0.isEmpty ? nil : $0 }, ["an output's name"]) {
                    result.pictureInPicture.output = $0
                }
            case "size": read(name, value, Size.init(parsing:), ["WxH"]) { result.pictureInPicture.size = $0 }
            case "sound":
                read(name, value, PictureInPictureSound.init(rawValue:), PictureInPictureSound.allCases.map(\.rawValue))
                {
                    result.sound = $0
                }
            case "limit":
                if let number = value.int, (1...Self.mostPictures).contains(number) {
                    result.limit = number
                } else {
                    warn(name, "pip", "must be a whole number from 1 to \(Self.mostPictures)")
                }
            case "animation": read(name, value) { result.pictureInPicture.isAnimated = $0 }
            case "opacity":
                let number = value.double ?? value.int.map { Double($0) }
                if let number, (0.2...1).contains(number) {
                    result.pictureInPicture.opacity = number
                } else {
                    warn(name, "pip", "must be a number from 0.2 to 1")
                }
            case "snap": read(name, value) { result.pictureInPicture.snapsToCorners = $0 }
            case "automatic": read(name, value) { result.startsAutomatically = $0 }
            case "pause-when-locked": read(name, value) { result.pausesWhenLocked = $0 }
            case "dodge": read(name, value) { result.pictureInPicture.dodges = $0 }
            default: warn(name, "pip", "unknown key")
            }
        }
    }

    mutating func readControls(_ table: TOMLTable, into result: inout Configuration) {
        for (name, value) in table {
            switch name {
            case "text-scale":
                let number = value.double ?? value.int.map { Double($0) }
                if let number, (0.75...2).contains(number) {
                    result.textScale = number
                } else {
                    warn(name, "controls", "must be a number from 0.75 to 2")
                }
            default: warn(name, "controls", "unknown key")
            }
        }
    }

    /// Maximum of `reconnect-timeout`, in seconds.
    private static let longestTimeout = 3600.0

    mutating func readSession(_ table: TOMLTable, into result: inout Configuration) {
        for (name, value) in table {
            switch name {
            case "on-disconnect":
                switch value.string {
                case "play": result.pausesWhenDisconnected = false
                case "pause": result.pausesWhenDisconnected = true
                default: warn(name, "session", "must be play, pause")
                }
            case "reconnect-timeout":
                let number = value.double ?? value.int.map { Double($0) }
                if let number, (0...Self.longestTimeout).contains(number) {
                    result.reconnectTimeout = .milliseconds(Int64((number * 1000).rounded()))
                } else {
                    warn(name, "session", "must be a number of seconds from 0 to \(Int(Self.longestTimeout))")
                }
            default: warn(name, "session", "unknown key")
            }
        }
    }

    private mutating func read<T>(
        _ name: String, _ value: any TOMLValueConvertible, _ convert: (String) -> T?, _ choices: [String],
        _ store: (T) -> Void
    ) {
        if let text = value.string, let result = convert(text) {
            store(result)
        } else {
            warn(name, "pip", "must be \(choices.joined(separator: ", "))")
        }
    }

    private mutating func read(_ name: String, _ value: any TOMLValueConvertible, _ store: (Bool) -> Void) {
        if let isSo = value.bool { store(isSo) } else { warn(name, "pip", "must be true or false") }
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
