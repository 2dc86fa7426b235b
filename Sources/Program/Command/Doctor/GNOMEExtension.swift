import FoundationEssentials
import Oriel
import OrielSessionBus
import OrielTexts

/// The extension for GNOME Shell that keeps overlays above other windows.
struct GNOMEExtension: DesktopRemedy {
    static let identifier = "picture-in-picture@oriel"
    /// The first version of GNOME Shell with window tags, by which the extension knows overlays.
    static let firstVersion = 49

    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    private var folder: String {
        let home = environment["HOME"] ?? "/"
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
        return "\(data)/gnome-shell/extensions/\(Self.identifier)"
    }

    /// Files of the extension.
    private static let files = [
        (name: "metadata.json", text: PackagedFiles.gnomeExtensionMetadata),
        (name: "extension.js", text: PackagedFiles.gnomeExtension),
        (name: "programs.js", text: PackagedFiles.gnomeExtensionPrograms),
    ]

    private enum State { case tooOld(Int), on, off, outdated, missing }

    private var state: State {
        if let version, version < Self.firstVersion { return .tooOld(version) }
        let system = "/usr/share/gnome-shell/extensions/\(Self.identifier)"
        let isThere = [folder, system].contains { FileManager.default.fileExists(atPath: "\($0)/metadata.json") }
        let isCurrent = Self.files.allSatisfy { file in
            (try? String(contentsOfFile: "\(folder)/\(file.name)", encoding: .utf8)) == file.text
        }
        if FileManager.default.fileExists(atPath: folder), !isCurrent { return .outdated }
        if ShellExtension.isEnabled(within: .milliseconds(300)) { return .on }
        return isThere ? .off : .missing
    }

    /// Major version of the installed GNOME Shell; nil if unknown.
    private var version: Int? {
        guard let text = Tool("gnome-shell", environment)?.run(["--version"]) else { return nil }
        return text.split(separator: " ").last?.split(separator: ".").first.flatMap { Int($0) }
    }

    func check() -> DoctorReport.Check {
        let name = localized("GNOME extension")
        let menu = localized("Without it: Always on Top in the overlay's menu (Alt+Space).")
        return switch state {
        case .on:
            .init(
                name, .ok, localized("on"),
                advice: localized("The picture floats above full-screen windows, on every workspace."))
        case .off:
            .init(
                name, .limited, localized("off"),
                advice: localized("`oriel doctor --fix` switches it on; a new one begins with the next login.")
                    + " " + menu)
        case .outdated:
            .init(
                name, .limited, localized("of another version of Oriel"),
                advice: localized("`oriel doctor --fix` installs this version's."))
        case .missing:
            .init(
                name, .limited, localized("missing"),
                advice: localized("`oriel doctor --fix` installs it.") + " " + menu)
        case .tooOld(let version):
            .init(
                name, .limited, localized("needs GNOME \(Self.firstVersion); this is \(version)"),
                advice: localized("Choose Always on Top in the overlay's menu (Alt+Space)."))
        }
    }

    var question: String? {
        switch state {
        case .on, .tooOld: nil
        case .off, .outdated, .missing:
            localized("Install GNOME Shell's extension that keeps Picture in Picture above other windows?")
        }
    }

    var obstacle: String? {
        guard let settings = Tool("gsettings", environment) else { return localized("gsettings isn't installed") }
        for key in ["enabled-extensions", "disabled-extensions"] where list(key, of: settings) == nil {
            return localized("GNOME Shell's setting \(key) can't be read; run it in a GNOME session")
        }
        return nil
    }

    var steps: [String] {
        [
            localized("writes \(Self.files.map(\.name).joined(separator: ", ")) to \(folder)"),
            localized("adds \(Self.identifier) to org.gnome.shell enabled-extensions"),
        ]
    }

    func apply() throws(RemedyFailure) -> String {
        guard obstacle == nil, let settings = Tool("gsettings", environment),
            let enabled = list("enabled-extensions", of: settings)
        else { throw RemedyFailure(obstacle ?? localized("GNOME Shell's settings can't be read")) }
        let isNew = !FileManager.default.fileExists(atPath: folder)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in Self.files {
                try Data(file.text.utf8).write(to: URL(filePath: "\(folder)/\(file.name)"), options: .atomic)
            }
        } catch {
            if isNew { try? FileManager.default.removeItem(atPath: folder) }
            throw RemedyFailure(localized("\(folder) can't be written: \(error)"))
        }
        do {
            try change("enabled-extensions", with: settings) {
                $0.contains(Self.identifier) ? $0 : $0 + [Self.identifier]
            }
            try change("disabled-extensions", with: settings) { $0.filter { $0 != Self.identifier } }
        } catch {
            if isNew { try? FileManager.default.removeItem(atPath: folder) }
            _ = settings.run(["set", "org.gnome.shell", "enabled-extensions", TextList.text(enabled)])
            throw error
        }
        var result = localized("The extension is installed; it begins with the next login.")
        if settings.run(["get", "org.gnome.shell", "disable-user-extensions"]) == "true" {
            result += " " + localized("All extensions are switched off in this session (disable-user-extensions).")
        }
        return result
    }

    /// Changes a list of GNOME Shell's settings.
    private func change(
        _ key: String, with settings: Tool, _ body: ([String]) -> [String]
    ) throws(RemedyFailure) {
        guard let old = list(key, of: settings) else {
            throw RemedyFailure(localized("GNOME Shell's setting \(key) can't be read"))
        }
        let new = body(old)
        guard new != old else { return }
        // Without a session bus gsettings may only seem to succeed.
        guard settings.run(["set", "org.gnome.shell", key, TextList.text(new)]) != nil, list(key, of: settings) == new
        else {
            throw RemedyFailure(localized("GNOME Shell's setting \(key) can't be changed; run it in a GNOME session"))
        }
    }

    private func list(_ key: String, of settings: Tool) -> [String]? {
        settings.run(["get", "org.gnome.shell", key]).flatMap(TextList.parse)
    }
}
