import FoundationEssentials
import Oriel
import OrielTexts

/// The desktop entry that opens links `oriel://` from a browser.
enum LinkHandler {
    private static let scheme = "x-scheme-handler/oriel"

    /// Looks for the entry where desktops look, and for its place in their list of handlers.
    static func check() -> DoctorReport.Check {
        let name = localized("links")
        let folders = folders(in: ProcessInfo.processInfo.environment)
        guard let folder = folders.first(where: { text("\($0)/oriel.desktop")?.contains(scheme) == true }) else {
            return .init(
                name, .limited, localized("no desktop entry (oriel.desktop) opens oriel:// links"),
                advice: localized("Debian's package oriel and scripts/install have the entry."))
        }
        guard folders.contains(where: { text("\($0)/mimeinfo.cache")?.contains(scheme + "=") == true }) else {
            return .init(
                name, .limited, localized("\(folder)/oriel.desktop isn't registered"),
                advice: localized("Run update-desktop-database \(folder) (Debian's desktop-file-utils)."))
        }
        return .init(name, .ok, localized("oriel:// by \(folder)/oriel.desktop"))
    }

    private static func folders(in environment: [String: String]) -> [String] {
        func value(_ name: String, _ standard: String) -> String {
            environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? standard
        }
        let home = value("XDG_DATA_HOME", (environment["HOME"] ?? "/") + "/.local/share")
        let system = value("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(separator: ":").map { String($0) }
        return ([home] + system).filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
    }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
