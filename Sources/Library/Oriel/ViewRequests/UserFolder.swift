import CLinux
import Glibc
import OrielPlatform

/// A folder of the user's for one kind of files, as `xdg-user-dirs` names it.
package enum UserFolder: String {
    case pictures = "PICTURES"
    case videos = "VIDEOS"

    /// The variable of the environment, and of `user-dirs.dirs`.
    private var variable: String { "XDG_\(rawValue)_DIR" }
    /// The folder's name below the home where nothing names it.
    private var standard: String { self == .pictures ? "Pictures" : "Videos" }

    /// Largest `user-dirs.dirs` that is read, in bytes.
    private static let limit = 1 << 16

    /// The folder in the variable, else that of `user-dirs.dirs`, else the standard one in the home, each if files can
    /// be written there (the first one in any case); else the home, else the working folder. Reads the disk in the
    /// calling thread.
    var path: String {
        func environment(_ name: String) -> String? {
            getenv(name).map { PathText.string(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let folder = environment(variable) { return folder }
        guard let home = environment("HOME") else { return "." }
        let settings = Self.contents(of: (environment("XDG_CONFIG_HOME") ?? home + "/.config") + "/user-dirs.dirs")
        let named = settings.flatMap { folder(in: $0, home: home) }
        return [named, "\(home)/\(standard)"].compactMap(\.self).first(where: Self.isWritable) ?? home
    }

    private static func isWritable(_ path: String) -> Bool {
        var status = stat()
        return PathText.withCString(path) { stat($0, &status) == 0 && access($0, W_OK | X_OK) == 0 }
            && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the folder that the text of a `user-dirs.dirs` names: an absolute path, or one below the home; nil if
    /// there is none. The last line counts. Nothing in it is expanded but `$HOME` at the beginning.
    package func folder(in settings: String, home: String) -> String? {
        var found: String?
        for line in settings.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " || $0 == "\t" } }
            guard parts.count == 2, parts[0].prefix(while: { $0 != " " && $0 != "\t" }) == variable else {
                continue
            }
            found = Self.unquoted(parts[1]).flatMap { value in
                value == "$HOME" || value.hasPrefix("$HOME/")
                    ? home + value.dropFirst(5) : value.hasPrefix("/") ? value : nil
            }
        }
        return found
    }

    /// Text between the double quotes at the beginning, without the backslash before a character; nil if there is none.
    private static func unquoted(_ text: Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst() {
            if character == "\"", !isEscaped { return value }
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { value.append(character) }
        }
        return nil
    }

    /// Text of a small regular file; nil for anything else.
    private static func contents(of path: String) -> String? {
        guard
            let file = try? Descriptor(
                checking: PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }, "open")
        else { return nil }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, read(file.number, buffer.baseAddress, limit))
        }
        return PathText.string(bytes)
    }
}
