import ArgumentParser
import OrielTestSupport

/// Returns the socket of the compositor named by the environment.
func sessionSocket() throws -> String {
    let environment = Executable.environment
    let name = environment["WAYLAND_DISPLAY"] ?? "wayland-0"
    if name.hasPrefix("/") { return name }
    guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
        throw ValidationError("XDG_RUNTIME_DIR is not set")
    }
    return "\(folder)/\(name)"
}
