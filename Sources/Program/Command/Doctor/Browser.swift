import FoundationEssentials
import Oriel
import OrielTexts

/// A browser that can have the extension.
package enum Browser: String, CaseIterable, Sendable {
    case firefox = "Firefox"
    case librewolf = "LibreWolf"
    case chromium = "Chromium"
    case chrome = "Chrome"
    case brave = "Brave"
    case vivaldi = "Vivaldi"

    package enum Engine: Sendable { case firefox, chromium }

    package var engine: Engine {
        switch self {
        case .firefox, .librewolf: .firefox
        case .chromium, .chrome, .brave, .vivaldi: .chromium
        }
    }

    /// Names of its program.
    private var programs: [String] {
        switch self {
        case .firefox: ["firefox", "firefox-esr"]
        case .librewolf: ["librewolf"]
        case .chromium: ["chromium", "chromium-browser"]
        case .chrome: ["google-chrome", "google-chrome-stable"]
        case .brave: ["brave-browser", "brave"]
        case .vivaldi: ["vivaldi", "vivaldi-stable"]
        }
    }

    /// The user's folder of the browser, and that of the manifests in it.
    private var folders: (own: String, manifests: String) {
        switch self {
        case .firefox: (".mozilla", "native-messaging-hosts")
        case .librewolf: (".librewolf", "native-messaging-hosts")
        case .chromium: (".config/chromium", "NativeMessagingHosts")
        case .chrome: (".config/google-chrome", "NativeMessagingHosts")
        case .brave: (".config/BraveSoftware/Brave-Browser", "NativeMessagingHosts")
        case .vivaldi: (".config/vivaldi", "NativeMessagingHosts")
        }
    }

    /// The machine's folders of manifests.
    private var system: [String] {
        switch self {
        case .firefox, .librewolf: ["/usr/lib/mozilla", "/usr/lib64/mozilla"].map { "\($0)/native-messaging-hosts" }
        case .chromium: ["/etc/chromium/native-messaging-hosts"]
        case .chrome, .brave, .vivaldi: ["/etc/opt/chrome/native-messaging-hosts"]
        }
    }

    private static func home(_ environment: [String: String]) -> String { environment["HOME"] ?? "/" }

    private static func config(_ environment: [String: String]) -> String {
        environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home(environment))/.config"
    }

    /// The user's folder of the browser.
    private func folder(_ environment: [String: String]) -> String {
        let (own, config) = (folders.own, ".config/")
        return own.hasPrefix(config)
            ? "\(Self.config(environment))/\(own.dropFirst(config.count))" : "\(Self.home(environment))/\(own)"
    }

    /// The manifest's path in the user's folder.
    func file(_ environment: [String: String]) -> String {
        "\(folder(environment))/\(folders.manifests)/\(BrowserManifest.file)"
    }

    /// Whether the user has it: its program, or its folder. Firefox 147 and newer keep profiles in a folder of
    /// `XDG_CONFIG_HOME`, and manifests where they were.
    func isFound(_ environment: [String: String]) -> Bool {
        let traces = [folder(environment)] + (self == .firefox ? ["\(Self.config(environment))/mozilla"] : [])
        return programs.contains { Tool($0, environment) != nil }
            || traces.contains { FileManager.default.fileExists(atPath: $0) }
    }

    /// The manifest that the browser reads: the user's, or else the machine's; nil without one.
    func manifest(_ environment: [String: String]) -> (path: String, text: Data)? {
        let paths = [file(environment)] + system.map { "\($0)/\(BrowserManifest.file)" }
        for path in paths { if let text = try? Data(contentsOf: URL(filePath: path)) { return (path, text) } }
        return nil
    }

    /// The reason why the browser can't start the program; nil if it can.
    func problem(_ environment: [String: String]) -> String? {
        guard let (path, text) = manifest(environment) else { return localized("not connected") }
        guard let manifest = BrowserManifest(text), manifest.name == BrowserManifest.program else {
            return localized("\(path) is of another program")
        }
        guard FileManager.default.isExecutableFile(atPath: manifest.path) else {
            return localized("\(path) names \(manifest.path), which isn't there")
        }
        return BrowserManifest(manifest.path, for: engine) == manifest
            ? nil : localized("\(path) is of another version")
    }

    /// The browsers that are found, for `oriel doctor`.
    static func check(_ environment: [String: String]) -> DoctorReport.Check? {
        let found = allCases.filter { $0.isFound(environment) }
        guard !found.isEmpty else { return nil }
        let problems = found.map { ($0.rawValue, $0.problem(environment)) }
        let text = problems.map { name, problem in problem.map { "\(name): \($0)" } ?? localized("\(name) connected") }
        let isConnected = problems.contains { $0.1 == nil }
        return .init(
            localized("browser"), isConnected ? .ok : .limited, text.joined(separator: "; "),
            advice: isConnected
                ? "" : localized("`oriel browser install` connects the extension that floats a tab's video."))
    }
}
