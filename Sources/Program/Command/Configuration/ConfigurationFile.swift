import Glibc

/// The user's configuration file.
enum ConfigurationFile {
    /// Maximum size in bytes; a larger file is no configuration.
    private static let limit = 1 << 20

    /// Reads the user's file. Returns the defaults if there is none, and with a warning if it can't be read.
    static func load() -> (Configuration, warnings: [String]) {
        guard let path = path() else { return (Configuration(), []) }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, let bytes = contents(of: file, limit: limit + 1) else {
            if file < 0, errno == ENOENT || errno == ENOTDIR { return (Configuration(), []) }
            let reason = String(cString: strerror(errno))
            return (Configuration(), ["\(path): cannot be read (\(reason)); the defaults are used"])
        }
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            return (Configuration(), ["\(path): is not a configuration; the defaults are used"])
        }
        return Configuration.read(text, file: path)
    }

    /// Path of the file: `$XDG_CONFIG_HOME/oriel/config.toml`, or below `~/.config`; nil without a home folder.
    static func path() -> String? {
        if let home = environment("XDG_CONFIG_HOME"), home.hasPrefix("/") { return home + "/oriel/config.toml" }
        return environment("HOME").map { $0 + "/.config/oriel/config.toml" }
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
