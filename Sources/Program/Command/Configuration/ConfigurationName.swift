import Oriel

/// A setting or an action by its table and key, such as `pip.opacity` and `keys.swap`.
package struct ConfigurationName: Sendable, CustomStringConvertible {
    private enum Subject: Sendable {
        case setting(ConfigurationSetting)
        case action(PlayerAction)
    }

    package let section: ConfigurationSetting.Section
    package let key: String
    private let subject: Subject

    package var description: String { "\(section.rawValue).\(key)" }

    /// All settings and actions, in the order of the manual.
    package static let all =
        PlayerAction.allCases.map { ConfigurationName(section: .keys, key: $0.rawValue, subject: .action($0)) }
        + ConfigurationSetting.all.map { ConfigurationName(section: $0.section, key: $0.name, subject: .setting($0)) }

    private init(section: ConfigurationSetting.Section, key: String, subject: Subject) {
        (self.section, self.key, self.subject) = (section, key, subject)
    }

    /// - Throws: `Refusal` with the names of the same table if there is no such setting.
    package init(parsing text: String) throws(ConfigurationEdit.Refusal) {
        if let name = Self.all.first(where: { "\($0)" == text }) {
            self = name
            return
        }
        let section = ConfigurationSetting.Section.allCases.first { text.hasPrefix($0.rawValue + ".") }
        let names = Self.all.filter { $0.section == section }.map(\.key).joined(separator: ", ")
        let hint = section.map { "\($0.rawValue) has \(names)" } ?? "write a table and a key, such as pip.opacity"
        throw .init("there is no setting \(text); \(hint)")
    }

    /// Understands the words of a value; an action and a list take several.
    private func value(of words: [String]) throws(ConfigurationEdit.Refusal) -> TOMLValue {
        switch subject {
        case .setting(let setting):
            // No setting accepts an empty text.
            let word = words.count == 1 ? words[0] : ""
            let meanings: [TOMLValue?] = [
                Bool(word).map { .bool($0) }, Int(word).map { .integer($0) }, Double(word).map { .double($0) },
                .string(word), .array(words.map { .string($0) }),
            ]
            guard let value = meanings.compactMap(\.self).first(where: setting.accepts) else {
                throw .init("\(self) must be \(setting.values)")
            }
            return value
        case .action:
            if let wrong = words.first(where: { KeyChord(parsing: $0) == nil }) {
                throw .init("\(self): \"\(wrong)\" is no key; write it like \"Ctrl+Shift+i\" or \"space\"")
            }
            return words.count == 1 ? .string(words[0]) : .array(words.map { .string($0) })
        }
    }

    /// The change of the file that sets these words.
    /// - Throws: `Refusal` with the values that are accepted.
    package func edit(_ words: [String]) throws(ConfigurationEdit.Refusal) -> ConfigurationEdit {
        ConfigurationEdit(section.rawValue, key, try value(of: words))
    }

    /// Returns the value in a document, or the default if it has none that is accepted.
    package func text(in document: [TOMLValue.Member]) -> String {
        let members = document.first { $0.key == section.rawValue }?.value.table
        let value = members?.first { $0.key == key }?.value
        switch subject {
        case .setting(let setting):
            guard let value, setting.accepts(value) else { return setting.standard }
            return value.string ?? value.written
        case .action(let action):
            let texts = value.flatMap { value in value.string.map { [$0] } ?? value.array?.compactMap(\.string) }
            guard let texts, texts.allSatisfy({ KeyChord(parsing: $0) != nil }) else {
                return KeyBindings.standard.chords(of: action).map { "\($0)" }.joined(separator: " ")
            }
            return texts.joined(separator: " ")
        }
    }
}
