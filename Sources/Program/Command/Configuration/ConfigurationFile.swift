import Glibc

/// The user's configuration file.
enum ConfigurationFile {
    /// Maximum size in bytes; a larger file is no configuration.
    private static let limit = 1 << 20

    /// Reads the user's file. Returns the defaults if there is none, and with a warning if it can't be read.
    static func load() -> (Configuration, warnings: [String]) {
        do throws(ConfigurationEdit.Refusal) { return try settings() } catch {
            return (Configuration(), ["\(error); the defaults are used"])
        }
    }

    /// Reads the user's file; the defaults if there is none.
    /// - Throws: `Refusal` if it can't be read or isn't TOML.
    static func settings() throws(ConfigurationEdit.Refusal) -> (Configuration, warnings: [String]) {
        Configuration.read(try document(), file: path() ?? "")
    }

    /// Changes one value.
    /// - Throws: `Refusal` if the file is left as it was.
    static func change(_ edit: ConfigurationEdit) throws(ConfigurationEdit.Refusal) {
        guard let path = path() else { throw .init("there is no home folder") }
        try ConfigurationWriter.change(edit, in: path, limit: limit)
    }

    /// Returns the members of the file's top table; none if there is no file.
    /// - Throws: `Refusal` with the file's name if it can't be read or isn't TOML.
    static func document() throws(ConfigurationEdit.Refusal) -> [TOMLValue.Member] {
        guard let path = path() else { return [] }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, let bytes = contents(of: file, limit: limit + 1) else {
            if file < 0, errno == ENOENT || errno == ENOTDIR { return [] }
            throw .init("\(path): cannot be read (\(String(cString: strerror(errno))))")
        }
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw .init("\(path): is not a configuration")
        }
        do throws(TOMLValue.Fault) { return try TOMLValue.document(text) } catch {
            throw .init("\(path):\(error.line): \(error.description)")
        }
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
