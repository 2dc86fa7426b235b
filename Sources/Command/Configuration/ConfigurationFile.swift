import Glibc

/// The user's configuration file.
enum ConfigurationFile {
    /// Maximum size in bytes; a larger file is no configuration.
    private static let limit = 1 << 20

    /// Reads the user's file. Returns the defaults if there is none, and with a warning if it can't be read.
    static func load() -> (Configuration, warnings: [String]) {
        guard let path = path() else { return (Configuration(), []) }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            return errno == ENOENT || errno == ENOTDIR
                ? (Configuration(), [])
                : (
                    Configuration(),
                    ["\(path): cannot be read (\(String(cString: strerror(errno)))); the defaults are used"]
                )
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + length, $0.count - length) }
            if count < 0 {
                return (
                    Configuration(),
                    ["\(path): cannot be read (\(String(cString: strerror(errno)))); the defaults are used"]
                )
            }
            if count == 0 { break }
            length += count
        }
        guard length <= limit, let text = String(validating: bytes.prefix(length), as: UTF8.self) else {
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
