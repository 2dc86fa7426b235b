import Glibc
import OrielPlatform

/// Path of a compositor's socket, with an explanation of connection failures.
package struct SocketPath {
    package let path: String
    /// True if neither the caller nor `WAYLAND_DISPLAY` named a display, so that the default is used.
    private let isGuess: Bool

    /// Resolves a display name as libwayland does.
    /// - Throws: `WaylandError` with the reason if the name has no valid path.
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
        // `sun_path` holds 108 bytes, including the terminating zero.
        guard path.utf8.count < 108 else {
            throw WaylandError(.noDisplay, "the Wayland socket's path is too long: \(path)")
        }
    }

    /// A path that was found or used before.
    package init(absolute path: String) {
        self.path = path
        isGuess = false
    }

    /// The other sockets in `XDG_RUNTIME_DIR` that a compositor may listen on and that this user owns, by name.
    package static func others(than path: String, in folder: String) -> [SocketPath] {
        let names = FolderNames.names(in: folder).filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
        return names.sorted().map { folder + "/" + $0 }.filter { candidate in
            var status = stat()
            return candidate != path && candidate.utf8.count < 108 && lstat(candidate, &status) == 0
                && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
        }.map(SocketPath.init(absolute:))
    }

    /// Converts an errno of `connect` to an error with a sentence.
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
