import ArgumentParser
import Glibc
import OrielTexts

/// `oriel bind DESKTOP`: prints a compositor's configuration lines for the default hotkeys. `oriel bind portal`: asks
/// the desktop to bind them.
struct BindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: localized(
            "Print a compositor's configuration for the hotkeys Super+I (toggle) and Super+Shift+I (swap)."),
        discussion: localized(
            """
            Append them to the compositor's configuration, for example:
              oriel bind sway >> ~/.config/sway/config
            On Plasma, GNOME 48 and Hyprland, oriel bind portal asks the desktop itself to bind the keys, and these of \
            other commands. Run it again to change them.
            With --browsers it prints rules that keep the browsers' own Picture-in-Picture windows above others.
            """))

    @Argument(
        help: .localized("Compositor: sway, hyprland, niri, labwc, river, wayfire, kde, gnome or cosmic; or portal."))
    var desktop: BindTarget
    @Flag(help: .localized("Print rules for the browsers' own Picture-in-Picture windows instead of hotkeys."))
    var browsers = false

    func validate() throws {
        guard case .portal = desktop, browsers else { return }
        throw ValidationError(localized("--browsers is for a compositor"))
    }

    func run() throws {
        switch desktop {
        case .portal: try PortalBinding().run()
        case .desktop(let desktop) where browsers: for line in BrowserWindows.lines(for: desktop) { print(line) }
        case .desktop(let desktop): for line in desktop.lines(program: Self.program()) { print(line) }
        }
    }

    /// Absolute path of this very file; `oriel` if it is unknown.
    static func path() -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return "oriel" }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns `oriel` if a shell finds this very file under that name, otherwise its absolute path.
    static func program() -> String {
        let own = path()
        guard let path = getenv("PATH").map({ String(cString: $0) }) else { return own }
        for folder in path.split(separator: ":") {
            let candidate = "\(folder)/oriel"
            guard access(candidate, X_OK) == 0 else { continue }
            guard let resolved = realpath(candidate, nil) else { continue }
            defer { free(resolved) }
            return String(cString: resolved) == own ? "oriel" : own
        }
        return own
    }
}

/// The argument of `oriel bind`.
enum BindTarget: ExpressibleByArgument {
    case desktop(DesktopBinding)
    case portal

    init?(argument: String) {
        if argument == "portal" {
            self = .portal
        } else if let desktop = DesktopBinding(rawValue: argument) {
            self = .desktop(desktop)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { DesktopBinding.allCases.map(\.rawValue) + ["portal"] }
}
