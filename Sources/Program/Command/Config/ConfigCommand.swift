import ArgumentParser
import OrielPlatform
import OrielTexts

/// `oriel config get` and `oriel config set`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: localized("Print a setting of the configuration, or change it."),
        discussion: localized(
            """
            A key is a table and a name of oriel.toml(5), such as pip.opacity or keys.swap. get prints its value, and \
            without KEY those of all settings. set changes it in the file, where all else stays as it is; an action \
            takes several VALUEs, each a key. Running players follow, except for what oriel.toml(5) names. A file \
            that is a symbolic link, read-only or broken is left alone.
            """))

    enum Action: String, CaseIterable, ExpressibleByArgument { case get, set }

    @Argument(help: .localized("What to do: get or set.")) var action: Action
    @Argument(
        help: .localized("Setting or action, such as pip.opacity.", valueName: "key"),
        completion: .list(ConfigurationName.all.map { "\($0)" }))
    var key: String?
    // Unrecognised words are values, too: a number may be negative.
    @Argument(parsing: .allUnrecognized, help: .localized("Value, such as 0.8.", valueName: "value"))
    var values: [String] = []

    func validate() throws { do { _ = try request() } catch { throw ValidationError(localized("\(error)")) } }

    func run() throws {
        do throws(ConfigurationEdit.Refusal) {
            let (name, edit) = try request()
            if let edit { return try ConfigurationFile.change(edit) }
            let document = try ConfigurationFile.document()
            if let name { return print(TerminalText.plain(name.text(in: document))) }
            for name in ConfigurationName.all { print("\(name) = \(TerminalText.plain(name.text(in: document)))") }
        } catch { throw CommandFailureLine("config", "\(error)") }
    }

    /// The named setting, nil for all, and the change of it.
    private func request() throws(ConfigurationEdit.Refusal) -> (ConfigurationName?, ConfigurationEdit?) {
        guard let key else {
            guard action == .get else { throw .init("set needs a key and a value") }
            return (nil, nil)
        }
        let name = try ConfigurationName(parsing: key)
        guard values.isEmpty == (action == .get) else {
            throw .init(action == .get ? "get takes one key" : "\(name) needs a value")
        }
        return (name, action == .set ? try name.edit(values) : nil)
    }
}
