import Glibc

/// Where a compositor's socket is, and what a failure to connect there means.
package struct SocketPath {
    package let path: String
    /// True if nothing but the default says that there is a compositor.
    private let isGuess: Bool

    /// Resolves a display name as libwayland does, with a reason where that is impossible.
    package init(
        displayName: String?,
        environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) throws(WaylandError) {
        let variable = environment("WAYLAND_DISPLAY")
        let chosen = displayName ?? variable
        isGuess = chosen == nil
        let name = chosen ?? "wayland-0"
        guard !name.isEmpty else { throw WaylandError(.noDisplay, "the Wayland display's name is empty") }
        if name.hasPrefix("/") {
            path = name
        } else {
            guard let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty else {
                throw WaylandError(
                    .noRuntimeDirectory,
                    "XDG_RUNTIME_DIR is not set, so the Wayland display \(name) can't be found")
            }
            guard folder.hasPrefix("/") else {
                throw WaylandError(
                    .noRuntimeDirectory, "XDG_RUNTIME_DIR is \"\(folder)\", which is no absolute path")
            }
            path = folder + "/" + name
        }
        // sockaddr_un has 108 bytes, the last of them null.
        guard path.utf8.count < 108 else {
            throw WaylandError(.noDisplay, "the Wayland socket's path is too long: \(path)")
        }
    }

    /// The sentence for an errno of `connect`.
    package func failure(_ reason: CInt) -> WaylandError {
        switch reason {
        case ENOENT, ENOTDIR:
            let hint = isGuess ? "; WAYLAND_DISPLAY is not set" : ""
            return WaylandError(.noDisplay, "no Wayland compositor: there is no socket \(path)\(hint)")
        case ECONNREFUSED:
            var status = stat()
            let isSocket = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            return isSocket
                ? WaylandError(.staleSocket, "no Wayland compositor listens on \(path), a socket left over by one")
                : WaylandError(.noDisplay, "no Wayland compositor: \(path) is no socket")
        case EACCES, EPERM:
            return WaylandError(.refused, "this user may not connect to the Wayland compositor at \(path)")
        case EMFILE, ENFILE, ENOMEM:
            return WaylandError(.resources, "can't connect to \(path): \(String(cString: strerror(reason)))")
        default:
            return WaylandError(.refused, "can't connect to \(path): \(String(cString: strerror(reason)))")
        }
    }
}
