/// The remedies of the running desktop.
enum DesktopRemedies {
    /// Returns the remedies for the desktops that `XDG_CURRENT_DESKTOP` lists.
    /// - Parameter environment: the process's environment.
    static func all(in environment: [String: String]) -> [any DesktopRemedy] {
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.uppercased() }
        var remedies: [any DesktopRemedy] = []
        if names.contains("GNOME") { remedies.append(GNOMEExtension(environment)) }
        if names.contains("KDE") { remedies.append(KWinRule(environment)) }
        return remedies
    }
}
