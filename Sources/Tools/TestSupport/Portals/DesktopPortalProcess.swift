import Foundation

/// The real desktop portal of this machine (`xdg-desktop-portal`), on a private bus. Its backend is a `StandInPortal`
/// as `back`, and the programs `oriel` and `cinema` have desktop entries, which newer portals want.
package final class DesktopPortalProcess {
    private let folder: TemporaryFolder
    private var child: ChildProcess
    private let environment: [String: String]

    /// The program; `ORIEL_DESKTOP_PORTAL` names another one.
    package static var program: String {
        Executable.environment["ORIEL_DESKTOP_PORTAL"] ?? "/usr/libexec/xdg-desktop-portal"
    }

    /// Starts it.
    /// - Parameters:
    ///   - hasShortcuts: whether its backend has global shortcuts.
    ///   - pipewire: PipeWire for screen casts and cameras; nil for a backend without them.
    ///   - address: address of the bus.
    package init(hasShortcuts: Bool = true, pipewire: PipeWireServer? = nil, at address: String) throws {
        folder = try TemporaryFolder()
        let interfaces =
            (hasShortcuts ? ["GlobalShortcuts"] : []) + (pipewire == nil ? [] : ["ScreenCast", "Access"]) + ["Inhibit"]
        let backend = """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.oriel
            Interfaces=\(interfaces.map { "org.freedesktop.impl.portal.\($0)" }.joined(separator: ";"))
            UseIn=oriel
            """
        try Data("\(backend)\n".utf8).write(to: URL(filePath: "\(folder.path)/oriel.portal"))
        try Data("[preferred]\ndefault=oriel\n".utf8).write(to: URL(filePath: "\(folder.path)/oriel-portals.conf"))
        let entries = try folder.subfolder("data") + "/applications"
        try FileManager.default.createDirectory(atPath: entries, withIntermediateDirectories: true)
        for name in ["oriel", "cinema"] {
            let entry = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true\n"
            try Data(entry.utf8).write(to: URL(filePath: "\(entries)/\(name).desktop"))
        }
        environment = Executable.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": address, "XDG_DESKTOP_PORTAL_DIR": folder.path,
            "XDG_CURRENT_DESKTOP": "oriel", "XDG_DATA_HOME": "\(folder.path)/data",
            // Modules of this machine's GLib may not fit another release's portal.
            "GIO_MODULE_DIR": folder.path,
        ]) { $1 }.merging(pipewire?.environment ?? [:]) { $1 }
        child = try Self.start(environment)
    }

    private static func start(_ environment: [String: String]) throws -> ChildProcess {
        let child = try ChildProcess(program, ["--replace", "--verbose"], environment: environment)
        guard child.waitForError(.seconds(20), until: { $0.contains("org.freedesktop.portal.Desktop acquired") }) else {
            throw TestSupportError("xdg-desktop-portal doesn't start: \(child.standardError)")
        }
        return child
    }

    /// Ends it and starts it again.
    package func restart() throws {
        child.stop(grace: .zero)
        child = try Self.start(environment)
    }

    package func stop() {
        child.stop(grace: .zero)
        folder.remove()
    }
}
